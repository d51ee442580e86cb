// A user at one device who looks at another: writes to one daemon, and watches a second one until it shows what was written.
//
//     client latency A B WIDGET COUNT    one write at a time, the next when B shows it; A and B are the daemons' sockets
//     client single  A B WIDGET COUNT    the next write when A has acknowledged the one before, until B shows the last one
//     client crowd   A B COUNT WIDGET... 64 writes in flight at A, to each of the widgets in turn, until B shows the last one
//     client write   A COUNT WIDGET...   64 writes in flight at A, to each of the widgets in turn; the last one to the first
//     client until   B WIDGET NAME       until B shows that name
//
// A write is Widgets.Configure with a new name. Prints `name=value` lines.
#define _GNU_SOURCE
#include "../wire/frames.h"

#include <poll.h>
#include <stdbool.h>
#include <unistd.h>

enum { warm_up = 100, in_flight = 64, patience = 60000 };
static const char *const service = "widgetd.v1.Widgets";

static void configure(int socket, uint32_t stream, const char *widget, const char *name)
{
    uint8_t payload[256];
    request(socket, stream, service, "Configure", payload, put_text(put_text(payload, 1, widget), 4, name));
}

static void watch(int socket, const char *widget)
{
    uint8_t message[256];
    open_watch(socket, service, message, put_text(message, 1, widget));
}

// Whether an event of a watch shows the widget under this name.
static bool shows(const uint8_t *frame, const char *name)
{
    if (read_header(frame).type != type_data) {
        check_response(frame);
        fail("the watch ended");
    }
    size_t length, wanted = strlen(name);
    const uint8_t *found = find_field(frame + header_length, read_header(frame).length, 1, &length);
    if (found) found = find_field(found, length, 1, &length);
    if (found) found = find_field(found, length, 4, &length);
    return found && length == wanted && memcmp(found, name, length) == 0;
}

static void until_shown(struct input *input, const char *name)
{
    while (!shows(next_frame(input), name)) {}
}

static void name_of(char *name, size_t room, int number)
{
    snprintf(name, room, "%d of %d", number, getpid());
}

static void latency(const char *a, const char *b, const char *widget, int count)
{
    struct input writer = open_connection(a), watcher = open_connection(b);
    watch(watcher.socket, widget);
    uint64_t *acknowledged = calloc((size_t)count, sizeof *acknowledged), *visible = calloc((size_t)count, sizeof *visible);
    for (int number = -warm_up; number < count; number++) {
        char name[64];
        name_of(name, sizeof name, number);
        uint64_t begin = now(), answered = 0, shown = 0;
        configure(writer.socket, (uint32_t)(number + warm_up) * 2 + 1, widget, name);
        while (!answered || !shown) {
            struct pollfd polled[2] = {{.fd = writer.socket, .events = POLLIN}, {.fd = watcher.socket, .events = POLLIN}};
            if (poll(polled, 2, patience) <= 0) fail("nothing came for a minute after write %d", number);
            if (polled[1].revents) {
                read_more(&watcher);
                for (const uint8_t *frame; (frame = whole_frame(&watcher));) {
                    if (shows(frame, name)) shown = now() - begin;
                }
            }
            if (polled[0].revents) {
                check_response(next_frame(&writer));
                answered = now() - begin;
            }
        }
        if (number < 0) continue;
        acknowledged[number] = answered;
        visible[number] = shown;
    }
    print_percentiles("acknowledged", acknowledged, (size_t)count);
    print_percentiles("visible", visible, (size_t)count);
}

static void single(const char *a, const char *b, const char *widget, int count)
{
    struct input writer = open_connection(a), watcher = open_connection(b);
    char name[64];
    watch(watcher.socket, widget);
    uint64_t begin = now();
    for (int number = 0; number < count; number++) {
        name_of(name, sizeof name, number);
        configure(writer.socket, (uint32_t)number * 2 + 1, widget, name);
        check_response(next_frame(&writer));
    }
    uint64_t acknowledged = now();
    until_shown(&watcher, name);
    printf("per_second=%.0f\nacknowledged_per_second=%.0f\n", count / ((now() - begin) / 1e9), count / ((acknowledged - begin) / 1e9));
}

// The last of them to the first widget; its name.
static void write_many(struct input *writer, int count, char **widgets, int among, char *name, size_t room)
{
    for (int sent = 0, answered = 0; answered < count;) {
        for (; sent < count && sent - answered < in_flight; sent++) {
            name_of(name, room, sent);
            configure(writer->socket, (uint32_t)sent * 2 + 1, widgets[(count - 1 - sent) % among], name);
        }
        do {
            check_response(next_frame(writer));
            answered++;
        } while (writer->from < writer->to && answered < sent);
    }
}

static void write_alone(const char *a, int count, char **widgets, int among)
{
    struct input writer = open_connection(a);
    char name[64];
    uint64_t begin = now();
    write_many(&writer, count, widgets, among, name, sizeof name);
    printf("per_second=%.0f\nprocess=%d\n", count / ((now() - begin) / 1e9), getpid());
}

static void crowd(const char *a, const char *b, int count, char **widgets, int among)
{
    struct input writer = open_connection(a), watcher = open_connection(b);
    char name[64];
    watch(watcher.socket, widgets[0]);
    uint64_t begin = now();
    write_many(&writer, count, widgets, among, name, sizeof name);
    until_shown(&watcher, name);
    printf("crowd_per_second=%.0f\n", count / ((now() - begin) / 1e9));
}

int main(int argc, char **argv)
{
    if (argc == 6 && !strcmp(argv[1], "latency")) {
        latency(argv[2], argv[3], argv[4], atoi(argv[5]));
    } else if (argc == 6 && !strcmp(argv[1], "single")) {
        single(argv[2], argv[3], argv[4], atoi(argv[5]));
    } else if (argc >= 5 && !strcmp(argv[1], "write")) {
        write_alone(argv[2], atoi(argv[3]), argv + 4, argc - 4);
    } else if (argc >= 6 && !strcmp(argv[1], "crowd")) {
        crowd(argv[2], argv[3], atoi(argv[4]), argv + 5, argc - 5);
    } else if (argc == 5 && !strcmp(argv[1], "until")) {
        struct input watcher = open_connection(argv[2]);
        watch(watcher.socket, argv[3]);
        until_shown(&watcher, argv[4]);
        printf("shown_ns=%llu\n", (unsigned long long)now());
    } else {
        fprintf(stderr, "usage: client latency|single A B WIDGET COUNT | crowd A B COUNT WIDGET... | write A COUNT WIDGET... | until B WIDGET NAME\n");
        return 64;
    }
}
