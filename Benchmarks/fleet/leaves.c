// Displays of a hub: each a TLS link with an identity of its own and a Watch, as a display's daemon has them. One thread reads all links, as it does in `fan`.
//
//   leaves PORT DIRECTORY LEAVES WIDGET CHANGES EDITOR     the hub's port on loopback, the identities that LeafBench made, and the socket of the daemon at which
//                                                          the widget is renamed
//
// It prints what it measures; then, after a line on its standard input, it ends.
#include <sys/epoll.h>

#include "../sync/tls.h"
#include "../wire/frames.h"

static SSL *connect_as(uint16_t port, const char *directory, int number)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%d/device.pem", directory, number);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_read_ahead(context, 1);
    static const unsigned char protocol[] = "\x09widgetd/1";
    if (SSL_CTX_use_certificate_file(context, path, SSL_FILETYPE_PEM) != 1 || SSL_CTX_use_PrivateKey_file(context, path, SSL_FILETYPE_PEM) != 1
        || SSL_CTX_set_alpn_protos(context, protocol, sizeof protocol - 1)) {
        tls_fails(path);
    }
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int link = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (link < 0 || connect(link, (struct sockaddr *)&address, sizeof address)) tls_fails("connect");
    setsockopt(link, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    SSL *tls = SSL_new(context);
    SSL_CTX_free(context);
    SSL_set_fd(tls, link);
    if (SSL_connect(tls) != 1) tls_fails("the handshake");
    return tls;
}

struct leaf {
    SSL *link;
    struct input input;
};

// Reads what has come. Returns whether the hub has said that this leaf is level, or, with a name, whether an event shows a widget under it.
static bool reads(struct leaf *leaf, const char *name)
{
    struct input *input = &leaf->input;
    bool found = false;
    do {
        size_t more;
        if (SSL_read_ex(leaf->link, input->bytes + input->to, input_room - input->to, &more) != 1) tls_fails("a read");
        input->to += more;
        for (const uint8_t *frame; (frame = whole_frame(input));) {
            size_t length = read_header(frame).length;
            if (read_header(frame).type != type_data) {
                check_response(frame);
                fail("the watch ended");
            }
            if (name == NULL) {
                // WatchEvent.initial_state_sent
                found |= length == 2 && frame[header_length] == 3 << 3;
                continue;
            }
            const uint8_t *text = find_field(frame + header_length, length, 1, &length);
            if (text) text = find_field(text, length, 1, &length);
            if (text) text = find_field(text, length, 4, &length);
            found |= text && length == strlen(name) && memcmp(text, name, length) == 0;
        }
        if (input->from == input->to) input->from = input->to = 0;
    } while (SSL_has_pending(leaf->link));
    return found;
}

static double milliseconds(uint64_t since)
{
    return (double)(now() - since) / 1e6;
}

static int by_size(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

int main(int argc, char **argv)
{
    int leaves, changes;
    if (argc != 7 || (leaves = atoi(argv[3])) < 1 || (changes = atoi(argv[5])) < 1) {
        return fprintf(stderr, "usage: leaves PORT DIRECTORY LEAVES WIDGET CHANGES EDITOR\n"), 64;
    }
    struct leaf *all = calloc((size_t)leaves, sizeof *all);
    int readable = epoll_create1(EPOLL_CLOEXEC);
    uint8_t frames[2048];
    size_t length = watch_frames(frames, "widgetd.v1.Widgets", NULL, 0);
    for (int i = 0; i < leaves; i++) {
        all[i] = (struct leaf){.link = connect_as((uint16_t)atoi(argv[1]), argv[2], i), .input.bytes = malloc(input_room)};
        put(all[i].link, frames, length);
        while (!reads(&all[i], NULL)) {}
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[i]};
        epoll_ctl(readable, EPOLL_CTL_ADD, SSL_get_fd(all[i].link), &event);
    }
    printf("level=%d\n", leaves);
    fflush(NULL);
    size_t count = (size_t)leaves * (size_t)changes, next = 0;
    double *delays = calloc(count, sizeof *delays), *last = calloc((size_t)changes, sizeof *last);
    struct input editor = open_connection(argv[6]);
    for (int change = 0; change < changes; change++) {
        char name[64];
        snprintf(name, sizeof name, "change %d", change);
        uint8_t payload[256];
        uint64_t began = now();
        request(editor.socket, (uint32_t)change * 2 + 1, "widgetd.v1.Widgets", "Configure", payload, put_text(put_text(payload, 1, argv[4]), 4, name));
        for (int seen = 0; seen < leaves;) {
            struct epoll_event events[64];
            int ready = epoll_wait(readable, events, 64, 60000);
            if (ready == 0) fail("%d leaves haven't seen a change for a minute", leaves - seen);
            for (int i = 0; i < ready; i++) {
                if (!reads(events[i].data.ptr, name)) continue;
                delays[next++] = last[change] = milliseconds(began);
                seen++;
            }
        }
        check_response(next_frame(&editor));
        usleep(50000);
    }
    qsort(delays, count, sizeof *delays, by_size);
    qsort(last, (size_t)changes, sizeof *last, by_size);
    printf("p50_ms=%f\np99_ms=%f\nlast_p50_ms=%f\ndone=1\n", delays[count / 2], delays[count * 99 / 100], last[changes / 2]);
    fflush(NULL);
    getchar();
    return 0;
}
