// The load: one client in C on epoll that every server of the wire benchmark is measured with. It sends Widgets.Get (exactly 100 bytes of data in its frame) and
// Widgets.Watch, and prints `name=value` lines.
//
//     load once      SOCKET WIDGET 1                  one call and the end
//     load answer    SOCKET WIDGET FILE               the encoded WidgetSnapshot into FILE
//     load latency   SOCKET WIDGET CALLS              one call in flight
//     load inflight  SOCKET WIDGET CALLS PROCESS      64 calls in flight; CPU time of PROCESS, the server
//     load stream    SOCKET WIDGET MESSAGES PROCESS   messages of Watch streams, four at a time
//     load beside    SOCKET WIDGET CALLS              one call in flight beside four saturating Watch streams on the same connection
//     load idle      SOCKET WIDGET COUNT PROCESS      idle connections
//     load unread    SOCKET WIDGET CALLS PROCESS      requests sent, no answer read
#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum { in_flight = 64, streams = 4, request_data = 100, input_room = 1 << 20 };

static const char *widget, *const service = "widgetd.v1.Widgets";
static uint8_t get[1024], watch[1024], credit[64];
static size_t get_length, watch_length, credit_length;

// Frames come from one connection through this.
struct input {
    int socket, poller;
    size_t from, to;
    uint8_t bytes[input_room];
};
static struct input input;

static void prepare(void)
{
    uint8_t payload[256], *end = put_text(payload, 1, widget);
    // A request id fills the frame up to its size.
    char id[request_data] = "";
    for (size_t n = 1;; n++) {
        get_length = request_frame(get, service, "Get", payload, (size_t)(end - payload), id, 0);
        if (get_length >= header_length + request_data || n == sizeof id) break;
        memset(id, 'x', n);
        id[n] = 0;
    }
    if (get_length != header_length + request_data) fail("a Get of %s has %zu bytes of data instead of 100", widget, get_length - header_length);
    watch_length = request_frame(watch, service, "Watch", NULL, 0, NULL, flag_remote_open);
    // WatchRequest.credit_messages
    uint8_t *at = credit + header_length;
    at = put_varint(at, 2 << 3);
    at = put_varint(at, 1000000);
    credit_length = (size_t)(at - credit);
    write_header(credit, (struct header){.length = (uint32_t)(credit_length - header_length), .type = type_data});
}

static uint8_t *place(uint8_t *at, const uint8_t *frame, size_t length, uint32_t stream)
{
    memcpy(at, frame, length);
    struct header header = read_header(frame);
    header.stream = stream;
    write_header(at, header);
    return at + length;
}

static void open_watch(int socket, uint32_t stream)
{
    uint8_t bytes[2048], *end = place(bytes, watch, watch_length, stream);
    end = place(end, credit, credit_length, stream);
    write_all(socket, bytes, (size_t)(end - bytes));
}

static void close_watch(int socket, uint32_t stream)
{
    uint8_t last[header_length];
    write_header(last, (struct header){.stream = stream, .type = type_data, .flags = flag_remote_closed | flag_no_data});
    write_all(socket, last, sizeof last);
}

// A frame that is whole in the input, or NULL.
static const uint8_t *whole_frame(void)
{
    size_t have = input.to - input.from;
    if (have < header_length) return NULL;
    const uint8_t *frame = input.bytes + input.from;
    size_t length = header_length + read_header(frame).length;
    if (length > input_room) fail("a frame is longer than 1 MiB");
    if (have < length) return NULL;
    input.from += length;
    return frame;
}

static void read_more(void)
{
    if (input.from > 0 && (input.from == input.to || input.to == input_room)) {
        memmove(input.bytes, input.bytes + input.from, input.to - input.from);
        input.to -= input.from;
        input.from = 0;
    }
    // As a program waits that has more than one thing to wait for.
    struct epoll_event ready;
    while (epoll_wait(input.poller, &ready, 1, -1) < 0) {
        if (errno != EINTR) die("epoll_wait");
    }
    input.to += read_some(input.socket, input.bytes + input.to, input_room - input.to);
}

static const uint8_t *next_frame(void)
{
    const uint8_t *frame;
    while ((frame = whole_frame()) == NULL) read_more();
    return frame;
}

// The payload of a Response; ends the program where it is an error.
static const uint8_t *payload_of(const uint8_t *frame, size_t *count)
{
    struct header header = read_header(frame);
    const uint8_t *at = frame + header_length, *end = at + header.length;
    if (header.type != type_response) fail("an answer of type %d", header.type);
    while (at < end) {
        unsigned field = *at++ >> 3;
        size_t length = 0;
        for (unsigned shift = 0;; shift += 7) {
            length |= (size_t)(*at & 0x7F) << shift;
            if (!(*at++ & 0x80)) break;
        }
        if (field == 1 && length > 0) fail("the server answers an error: %.*s", (int)length, (const char *)at);
        if (field == 2) {
            *count = length;
            return at;
        }
        at += length;
    }
    fail("the answer is empty");
}

static uint32_t next_stream = 1;

static uint32_t new_stream(void)
{
    uint32_t stream = next_stream;
    next_stream += 2;
    return stream;
}

static void call_once(void)
{
    uint8_t request[1024];
    size_t count;
    place(request, get, get_length, new_stream());
    write_all(input.socket, request, get_length);
    payload_of(next_frame(), &count);
}

static void save_answer(const char *path)
{
    uint8_t request[1024];
    size_t count;
    place(request, get, get_length, new_stream());
    write_all(input.socket, request, get_length);
    const uint8_t *payload = payload_of(next_frame(), &count);
    FILE *file = fopen(path, "w");
    if (file == NULL || fwrite(payload, 1, count, file) != count || fclose(file) != 0) die(path);
    printf("answer_bytes=%zu\n", count);
}

static void latency(size_t calls)
{
    uint64_t *samples = calloc(calls, sizeof *samples);
    for (size_t i = 0; i < calls / 10 + 1; i++) call_once();
    for (size_t i = 0; i < calls; i++) {
        uint64_t start = now();
        call_once();
        samples[i] = now() - start;
    }
    print_percentiles("call", samples, calls);
}

// Keeps 64 calls in flight until so many are answered. As many new ones go out in one write as answers came in one read.
static void pump(size_t calls)
{
    static uint8_t requests[in_flight * (header_length + request_data)];
    size_t sent = 0, answered = 0, due = in_flight;
    while (answered < calls) {
        uint8_t *end = requests;
        for (; due > 0 && sent < calls; due--, sent++) end = place(end, get, get_length, new_stream());
        write_all(input.socket, requests, (size_t)(end - requests));
        due = 0;
        read_more();
        for (const uint8_t *frame; (frame = whole_frame()) != NULL;) {
            if (read_header(frame).type != type_response) fail("an answer of type %d", read_header(frame).type);
            due++;
            answered++;
        }
    }
}

static void inflight(size_t calls, pid_t server)
{
    pump(calls / 10 + in_flight);
    uint64_t cpu = cpu_time(server), own = cpu_time(getpid()), start = now();
    pump(calls);
    uint64_t time = now() - start;
    cpu = cpu_time(server) - cpu;
    own = cpu_time(getpid()) - own;
    printf("calls_per_second=%.0f\nserver_cpu_ns=%.1f\nclient_cpu_ns=%.1f\n", 1e9 * (double)calls / (double)time, (double)cpu / (double)calls,
        (double)own / (double)calls);
}

// A Watch ends its initial state with WatchEvent.initial_state_sent; it is closed then, and a new one opened.
// True: the frame was an event.
static int handle_stream(const uint8_t *frame)
{
    struct header header = read_header(frame);
    if (header.type == type_response) {
        size_t count;
        payload_of(frame, &count);
        fail("a Watch ended with an answer");
    }
    if (header.flags & flag_no_data) return 0;
    if (header.length < 8 && frame[header_length] == 0x18) {
        close_watch(input.socket, header.stream);
        open_watch(input.socket, new_stream());
        return 0;
    }
    return 1;
}

static void drain(size_t messages)
{
    for (size_t i = 0; i < messages;) i += (size_t)handle_stream(next_frame());
}

static void stream(size_t messages, pid_t server)
{
    for (int i = 0; i < streams; i++) open_watch(input.socket, new_stream());
    drain(messages / 10 + 1);
    uint64_t cpu = cpu_time(server), start = now();
    drain(messages);
    uint64_t time = now() - start;
    cpu = cpu_time(server) - cpu;
    printf("messages_per_second=%.0f\nserver_cpu_ns=%.1f\n", 1e9 * (double)messages / (double)time, (double)cpu / (double)messages);
}

static void beside(size_t calls)
{
    uint64_t *samples = calloc(calls, sizeof *samples), start = now();
    size_t messages = 0;
    for (int i = 0; i < streams; i++) open_watch(input.socket, new_stream());
    drain(1000);
    for (size_t i = 0; i < calls; i++) {
        uint8_t request[1024];
        uint32_t id = new_stream();
        place(request, get, get_length, id);
        uint64_t sent = now();
        write_all(input.socket, request, get_length);
        while (1) {
            const uint8_t *frame = next_frame();
            if (read_header(frame).stream == id) break;
            messages += (size_t)handle_stream(frame);
        }
        samples[i] = now() - sent;
    }
    print_percentiles("call", samples, calls);
    printf("messages_per_second=%.0f\n", 1e9 * (double)messages / (double)(now() - start));
}

static void open_connection(const char *path)
{
    input = (struct input){.socket = connect_to(path), .poller = epoll_create1(EPOLL_CLOEXEC)};
    struct epoll_event interest = {.events = EPOLLIN};
    if (input.poller < 0 || epoll_ctl(input.poller, EPOLL_CTL_ADD, input.socket, &interest) < 0) die("epoll");
}

static void settle(void)
{
    usleep(500000);
}

static void idle(const char *path, size_t count, pid_t server)
{
    struct rlimit limit = {.rlim_cur = count + 64, .rlim_max = count + 64};
    if (setrlimit(RLIMIT_NOFILE, &limit) < 0) die("setrlimit");
    settle();
    uint64_t before = resident(server);
    for (size_t i = 0; i < count; i++) {
        open_connection(path);
        call_once();
        close(input.poller);
    }
    settle();
    printf("bytes_per_connection=%.0f\n", (double)(resident(server) - before) / (double)count);
}

static void unread(size_t calls, pid_t server)
{
    settle();
    uint64_t before = resident(server), most = before;
    if (fcntl(input.socket, F_SETFL, O_NONBLOCK) < 0) die("fcntl");
    size_t sent = 0;
    for (size_t at = 0; sent < calls;) {
        uint8_t request[1024];
        place(request, get, get_length, next_stream);
        ssize_t written = write(input.socket, request + at, get_length - at);
        if (written < 0 && errno == EAGAIN) {
            // Two seconds without room: the server has stopped reading.
            struct pollfd room = {.fd = input.socket, .events = POLLOUT};
            int ready = poll(&room, 1, 2000);
            uint64_t size = resident(server);
            if (size > most) most = size;
            if (ready == 0) break;
            continue;
        }
        // A server may also cut off a client that doesn't read.
        if (written < 0) break;
        at += (size_t)written;
        if (at < get_length) continue;
        at = 0;
        sent++;
        next_stream += 2;
        if (sent % 1000 == 0) {
            uint64_t size = resident(server);
            if (size > most) most = size;
        }
    }
    settle();
    uint64_t size = resident(server);
    if (size > most) most = size;
    printf("growth_bytes=%llu\nsent=%zu\n", (unsigned long long)(most - before), sent);
}

int main(int count, char **arguments)
{
    if (count < 5) fail("usage: load MODE SOCKET WIDGET NUMBER [PROCESS]");
    const char *mode = arguments[1], *path = arguments[2];
    size_t number = strtoul(arguments[4], NULL, 10);
    pid_t server = count > 5 ? atoi(arguments[5]) : 0;
    widget = arguments[3];
    prepare();
    open_connection(path);
    call_once();
    if (strcmp(mode, "answer") == 0) save_answer(arguments[4]);
    else if (strcmp(mode, "once") == 0) return 0;
    else if (number == 0) fail("%s isn't a number above 0", arguments[4]);
    else if (strcmp(mode, "latency") == 0) latency(number);
    else if (strcmp(mode, "beside") == 0) beside(number);
    else if (server == 0) fail("%s needs the server's process id", mode);
    else if (strcmp(mode, "inflight") == 0) inflight(number, server);
    else if (strcmp(mode, "stream") == 0) stream(number, server);
    else if (strcmp(mode, "idle") == 0) idle(path, number, server);
    else if (strcmp(mode, "unread") == 0) unread(number, server);
    else fail("unknown mode %s", mode);
}
