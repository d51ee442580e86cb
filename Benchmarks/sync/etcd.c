// etcd: a put on one node until a watch on another one shows it. gRPC by hand on two kept connections, so that the time is the nodes' and not a client library's.
//
//     etcd PUT_PORT WATCH_PORT COUNT    one put at a time, the next when the watch has shown it and it was answered
//
// Prints `name=value` lines.
#define _GNU_SOURCE
#include "../wire/common.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { warm_up = 100, patience = 60000, frame_header = 9, input_room = 1 << 17 };
enum { frame_data = 0, frame_headers = 1, frame_reset = 3, frame_settings = 4, frame_ping = 6, frame_goodbye = 7, frame_window = 8 };
enum { end_stream = 1, acknowledgement = 1, end_headers = 4 };

struct connection {
    int socket;
    size_t to;
    uint8_t bytes[input_room];
};

static void send_frame(int socket, uint8_t type, uint8_t flags, uint32_t stream, const void *payload, size_t count)
{
    uint8_t frame[1024] = {
        (uint8_t)(count >> 16), (uint8_t)(count >> 8), (uint8_t)count, type, flags, (uint8_t)(stream >> 24), (uint8_t)(stream >> 16), (uint8_t)(stream >> 8), (uint8_t)stream,
    };
    memcpy(frame + frame_header, payload, count);
    write_all(socket, frame, frame_header + count);
}

static void open_node(struct connection *node, uint16_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int on = 1;
    node->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (node->socket < 0 || connect(node->socket, (struct sockaddr *)&address, sizeof address)) die("connect");
    setsockopt(node->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    write_all(node->socket, preface, sizeof preface - 1);
    send_frame(node->socket, frame_settings, 0, 0, "", 0);
    // As much as there can be, once: nothing has to be given back.
    static const uint8_t window[] = {0x7F, 0, 0, 0};
    send_frame(node->socket, frame_window, 0, 0, window, sizeof window);
}

// HPACK without its table: a literal field, its name a number of the static table or a text.
static uint8_t *put_literal(uint8_t *at, const char *name, uint8_t number, const char *value)
{
    if (number >= 15) {
        *at++ = 0x0F;
        *at++ = number - 15;
    } else {
        *at++ = number;
    }
    if (number == 0) {
        *at++ = (uint8_t)strlen(name);
        at = (uint8_t *)stpcpy((char *)at, name);
    }
    *at++ = (uint8_t)strlen(value);
    return (uint8_t *)stpcpy((char *)at, value);
}

// A call's headers and its message; the window of its stream is opened where it lasts.
static void call(struct connection *node, uint32_t stream, const char *path, const uint8_t *message, size_t count, bool lasts)
{
    uint8_t headers[256] = {0x83, 0x86}, *at = headers + 2;
    at = put_literal(at, "", 4, path);
    at = put_literal(at, "", 1, "localhost");
    at = put_literal(at, "", 31, "application/grpc");
    at = put_literal(at, "te", 0, "trailers");
    send_frame(node->socket, frame_headers, end_headers, stream, headers, (size_t)(at - headers));
    uint8_t data[256] = {0, (uint8_t)(count >> 24), (uint8_t)(count >> 16), (uint8_t)(count >> 8), (uint8_t)count};
    memcpy(data + 5, message, count);
    send_frame(node->socket, frame_data, lasts ? 0 : end_stream, stream, data, count + 5);
    static const uint8_t window[] = {0x7F, 0, 0, 0};
    if (lasts) send_frame(node->socket, frame_window, 0, stream, window, sizeof window);
}

// Reads once; whether a message came that holds `text` (empty: any message), or its stream ended.
static bool read_node(struct connection *node, const char *text)
{
    bool found = false;
    node->to += read_some(node->socket, node->bytes + node->to, input_room - node->to);
    size_t at = 0;
    while (node->to - at >= frame_header) {
        const uint8_t *frame = node->bytes + at;
        size_t count = (size_t)frame[0] << 16 | (size_t)frame[1] << 8 | frame[2];
        if (node->to - at < frame_header + count) break;
        uint8_t type = frame[3], flags = frame[4];
        if (type == frame_settings && !(flags & acknowledgement)) send_frame(node->socket, frame_settings, acknowledgement, 0, "", 0);
        if (type == frame_ping && !(flags & acknowledgement)) send_frame(node->socket, frame_ping, acknowledgement, 0, frame + frame_header, count);
        if (type == frame_reset || type == frame_goodbye) fail("etcd refuses the call");
        if (type == frame_headers && (flags & end_stream) && text[0] != 0) fail("etcd ended the watch");
        // A call is answered when its trailers have come.
        if (text[0] == 0) found |= type == frame_headers && (flags & end_stream);
        else if (type == frame_data) found |= memmem(frame + frame_header, count, text, strlen(text)) != NULL;
        at += frame_header + count;
    }
    memmove(node->bytes, node->bytes + at, node->to - at);
    node->to -= at;
    return found;
}

static void put_name(struct connection *node, uint32_t stream, const char *name)
{
    // PutRequest.key and .value
    uint8_t message[128], *end = put_text(put_text(message, 1, "widget"), 2, name);
    call(node, stream, "/etcdserverpb.KV/Put", message, (size_t)(end - message), false);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: etcd PUT_PORT WATCH_PORT COUNT\n");
        return 64;
    }
    static struct connection writer, watcher;
    int count = atoi(argv[3]);
    open_node(&writer, (uint16_t)atoi(argv[1]));
    open_node(&watcher, (uint16_t)atoi(argv[2]));
    // WatchRequest.create_request with its key
    uint8_t create[64], message[64], *end = put_text(create, 1, "widget");
    end = put_field(message, 1, create, (size_t)(end - create));
    call(&watcher, 1, "/etcdserverpb.Watch/Watch", message, (size_t)(end - message), true);

    uint64_t *acknowledged = calloc((size_t)count, sizeof *acknowledged), *visible = calloc((size_t)count, sizeof *visible);
    for (int number = -warm_up; number < count; number++) {
        char name[64];
        snprintf(name, sizeof name, "widget %d of them", number);
        uint64_t begin = now(), answered = 0, shown = 0;
        put_name(&writer, (uint32_t)(number + warm_up) * 2 + 1, name);
        while (!answered || !shown) {
            struct pollfd polled[2] = {{.fd = writer.socket, .events = POLLIN}, {.fd = watcher.socket, .events = POLLIN}};
            if (poll(polled, 2, patience) <= 0) fail("nothing came for a minute after put %d", number);
            if (polled[1].revents && read_node(&watcher, name)) shown = now() - begin;
            if (polled[0].revents && read_node(&writer, "")) answered = now() - begin;
        }
        if (number < 0) continue;
        acknowledged[number] = answered;
        visible[number] = shown;
    }
    print_percentiles("acknowledged", acknowledged, (size_t)count);
    print_percentiles("visible", visible, (size_t)count);
}
