// A person at one device who looks at another: writes to one daemon, and watches a second one until it shows what was written.
//
//     client latency A B WIDGET COUNT    one write at a time, the next when B shows it; A and B are the daemons' sockets
//     client single  A B WIDGET COUNT    the next write when A has acknowledged the one before, until B shows the last one
//     client write   A COUNT WIDGET...   64 writes in flight at A, to each of the widgets in turn; the last one to the first
//     client until   B WIDGET NAME       until B shows that name
//
// A write is Widgets.Configure with a new name. Prints `name=value` lines.
#define _GNU_SOURCE
#include "../wire/common.h"

#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { warm_up = 100, in_flight = 64, input_room = 1 << 20, patience = 60000 };

// Frames come from one connection through this.
struct input {
    int socket;
    size_t from, to;
    uint8_t *bytes;
};

static struct input open_connection(const char *path)
{
    return (struct input){.socket = connect_to(path), .bytes = malloc(input_room)};
}

static const uint8_t *whole_frame(struct input *input)
{
    size_t have = input->to - input->from;
    if (have < header_length) return NULL;
    const uint8_t *frame = input->bytes + input->from;
    size_t length = header_length + read_header(frame).length;
    if (length > input_room) fail("a frame is longer than 1 MiB");
    if (have < length) return NULL;
    input->from += length;
    return frame;
}

static void read_more(struct input *input)
{
    if (input->from > 0) {
        memmove(input->bytes, input->bytes + input->from, input->to - input->from);
        input->to -= input->from;
        input->from = 0;
    }
    input->to += read_some(input->socket, input->bytes + input->to, input_room - input->to);
}

static const uint8_t *next_frame(struct input *input)
{
    const uint8_t *frame;
    while ((frame = whole_frame(input)) == NULL) read_more(input);
    return frame;
}

static const uint8_t *get_varint(const uint8_t *at, const uint8_t *end, uint64_t *value)
{
    *value = 0;
    for (int shift = 0; at < end && shift < 64; shift += 7) {
        *value |= (uint64_t)(*at & 0x7F) << shift;
        if (*at++ < 0x80) return at;
    }
    fail("a message ends in the middle of a number");
}

// A field with bytes of a message; NULL where it isn't there.
static const uint8_t *find_field(const uint8_t *at, size_t count, unsigned wanted, size_t *length)
{
    for (const uint8_t *end = at + count; at < end;) {
        uint64_t tag, value;
        at = get_varint(at, end, &tag);
        switch (tag & 7) {
        case 0: at = get_varint(at, end, &value); continue;
        case 1: value = 8; break;
        case 5: value = 4; break;
        default: at = get_varint(at, end, &value);
        }
        if (value > (uint64_t)(end - at)) fail("a message is shorter than its field %llu", (unsigned long long)tag >> 3);
        if (tag == (wanted << 3 | 2)) {
            *length = value;
            return at;
        }
        at += value;
    }
    return NULL;
}

static void configure(int socket, uint32_t stream, const char *widget, const char *name)
{
    uint8_t payload[256], frame[1024], *end = put_text(put_text(payload, 1, widget), 4, name);
    size_t length = request_frame(frame, "Configure", payload, (size_t)(end - payload), NULL, 0);
    struct header header = read_header(frame);
    header.stream = stream;
    write_header(frame, header);
    write_all(socket, frame, length);
}

static void check_response(const uint8_t *frame)
{
    size_t length, message_length;
    const uint8_t *status = find_field(frame + header_length, read_header(frame).length, 1, &length);
    if (status == NULL || length == 0) return;
    const uint8_t *message = find_field(status, length, 2, &message_length);
    fail("the daemon refuses: %.*s", message ? (int)message_length : 0, message ? (const char *)message : "");
}

static void watch(int socket, const char *widget)
{
    uint8_t frame[1024], message[256], *end = put_text(message + header_length, 1, widget);
    size_t length = request_frame(frame, "Watch", NULL, 0, NULL, flag_remote_open);
    struct header header = read_header(frame);
    header.stream = 1;
    write_header(frame, header);
    write_all(socket, frame, length);
    end = put_varint(put_varint(end, 2 << 3), 1000000);
    length = (size_t)(end - message);
    write_header(message, (struct header){.length = (uint32_t)(length - header_length), .stream = 1, .type = type_data});
    write_all(socket, message, length);
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

static void write_many(const char *a, int count, char **widgets, int among)
{
    struct input writer = open_connection(a);
    uint64_t begin = now();
    for (int sent = 0, answered = 0; answered < count;) {
        for (; sent < count && sent - answered < in_flight; sent++) {
            char name[64];
            name_of(name, sizeof name, sent);
            configure(writer.socket, (uint32_t)sent * 2 + 1, widgets[(count - 1 - sent) % among], name);
        }
        do {
            check_response(next_frame(&writer));
            answered++;
        } while (writer.from < writer.to && answered < sent);
    }
    printf("per_second=%.0f\nprocess=%d\n", count / ((now() - begin) / 1e9), getpid());
}

int main(int argc, char **argv)
{
    if (argc == 6 && !strcmp(argv[1], "latency")) {
        latency(argv[2], argv[3], argv[4], atoi(argv[5]));
    } else if (argc == 6 && !strcmp(argv[1], "single")) {
        single(argv[2], argv[3], argv[4], atoi(argv[5]));
    } else if (argc >= 5 && !strcmp(argv[1], "write")) {
        write_many(argv[2], atoi(argv[3]), argv + 4, argc - 4);
    } else if (argc == 5 && !strcmp(argv[1], "until")) {
        struct input watcher = open_connection(argv[2]);
        watch(watcher.socket, argv[3]);
        until_shown(&watcher, argv[4]);
        printf("shown_ns=%llu\n", (unsigned long long)now());
    } else {
        fprintf(stderr, "usage: client latency|single A B WIDGET COUNT | write A COUNT WIDGET... | until B WIDGET NAME\n");
        return 64;
    }
}
