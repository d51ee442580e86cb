// The floor: the least that a server in C on epoll does for the same frames. It knows no rights, no widgets and no protobuf beyond a stream's id and
// the name of the method: every Get is answered with the same bytes, every Watch with the same number of messages.
//
//     floor SOCKET ANSWER COUNT     ANSWER: a file with an encoded WidgetSnapshot; COUNT: messages of a Watch
#define _GNU_SOURCE
#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { input_room = 64 << 10, output_room = 256 << 10, most_streams = 16, turn = 16 << 10 };

struct stream {
    uint32_t id, sent;
};

struct connection {
    int socket;
    size_t in, out, out_taken;
    unsigned streams;
    struct stream stream[most_streams];
    uint32_t waits_for;
    uint8_t input[input_room], output[output_room];
};

static uint8_t answer[output_room / 4], event[output_room / 4];
static size_t answer_length, event_length;
static uint32_t watch_count;
static int poller;

static void load_answer(const char *path)
{
    static uint8_t snapshot[32 << 10];
    FILE *file = fopen(path, "r");
    if (file == NULL) die(path);
    size_t length = fread(snapshot, 1, sizeof snapshot, file);
    fclose(file);
    uint8_t *end = put_field(answer + header_length, 2, snapshot, length);
    answer_length = (size_t)(end - answer);
    write_header(answer, (struct header){.length = (uint32_t)(answer_length - header_length), .type = type_response});
    end = put_field(event + header_length, 1, snapshot, length);
    event_length = (size_t)(end - event);
    write_header(event, (struct header){.length = (uint32_t)(event_length - header_length), .type = type_data});
}

static void append(struct connection *c, const uint8_t *frame, size_t length, uint32_t stream)
{
    if (c->out + length > output_room) fail("more calls in flight than there is room for");
    memcpy(c->output + c->out, frame, length);
    struct header header = read_header(frame);
    header.stream = stream;
    write_header(c->output + c->out, header);
    c->out += length;
}

static void end_stream(struct connection *c, uint32_t id)
{
    for (unsigned i = 0; i < c->streams; i++) {
        if (c->stream[i].id != id) continue;
        c->stream[i] = c->stream[--c->streams];
        uint8_t last[header_length];
        write_header(last, (struct header){.type = type_data, .flags = flag_remote_closed | flag_no_data});
        append(c, last, sizeof last, id);
        return;
    }
}

// Takes whole frames from the input, as long as there is room for their answers. False: it takes no more for now.
static int take(struct connection *c)
{
    size_t at = 0;
    int room = 1;
    while (c->in - at >= header_length) {
        struct header header = read_header(c->input + at);
        size_t length = header_length + header.length;
        if (length > input_room) fail("a frame of %u bytes is more than this server takes", header.length);
        if (c->in - at < length) break;
        if (!(room = c->out + answer_length <= output_room)) break;
        if (header.type == type_request && header.flags == 0) {
            append(c, answer, answer_length, header.stream);
        } else if (header.type == type_request) {
            if (c->streams == most_streams) fail("more streams than this server takes");
            c->stream[c->streams++] = (struct stream){.id = header.stream};
        } else if (header.flags & flag_remote_closed) {
            end_stream(c, header.stream);
        }
        at += length;
    }
    memmove(c->input, c->input + at, c->in - at);
    c->in -= at;
    return room;
}

// One turn of each stream: at most `turn` bytes of unsent output.
static int fill(struct connection *c)
{
    static const uint8_t initial_state_sent[] = {0x18, 1};
    int more = 0;
    for (unsigned i = 0; i < c->streams; i++) {
        struct stream *stream = &c->stream[i];
        while (stream->sent <= watch_count && c->out - c->out_taken < turn) {
            if (stream->sent++ < watch_count) {
                append(c, event, event_length, stream->id);
                continue;
            }
            uint8_t last[header_length + sizeof initial_state_sent];
            write_header(last, (struct header){.length = sizeof initial_state_sent, .type = type_data});
            memcpy(last + header_length, initial_state_sent, sizeof initial_state_sent);
            append(c, last, sizeof last, stream->id);
        }
        more |= stream->sent <= watch_count;
    }
    return more;
}

// Says what this connection waits for.
static void wait_for(struct connection *c, uint32_t events)
{
    if (c->waits_for == events) return;
    c->waits_for = events;
    struct epoll_event interest = {.events = events, .data.ptr = c};
    epoll_ctl(poller, EPOLL_CTL_MOD, c->socket, &interest);
}

// Writes what there is. False: the connection is gone.
static int flush(struct connection *c)
{
    while (c->out > c->out_taken) {
        ssize_t written = write(c->socket, c->output + c->out_taken, c->out - c->out_taken);
        if (written < 0 && errno == EAGAIN) break;
        if (written < 0) return 0;
        c->out_taken += (size_t)written;
    }
    memmove(c->output, c->output + c->out_taken, c->out - c->out_taken);
    c->out -= c->out_taken;
    c->out_taken = 0;
    return 1;
}

// One event: one read, the answers, one turn of the streams. False: the connection is gone.
static int serve(struct connection *c, uint32_t events)
{
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR) && c->in < input_room) {
        ssize_t count = read(c->socket, c->input + c->in, input_room - c->in);
        if (count == 0 || (count < 0 && errno != EAGAIN)) return 0;
        if (count > 0) c->in += (size_t)count;
    }
    int room = take(c), more = fill(c);
    if (!flush(c)) return 0;
    // A client that doesn't read isn't read from either.
    int stuck = !room && c->out > 0;
    wait_for(c, (stuck ? 0 : EPOLLIN) | (more || !room || c->out > 0 ? EPOLLOUT : 0));
    return 1;
}

int main(int count, char **arguments)
{
    if (count != 4) fail("usage: floor SOCKET ANSWER COUNT");
    load_answer(arguments[2]);
    watch_count = (uint32_t)atoi(arguments[3]);
    int listener = listen_at(arguments[1]);
    poller = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event interest = {.events = EPOLLIN};
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &interest);
    puts("ready");
    fflush(stdout);
    while (1) {
        struct epoll_event events[64];
        int ready = epoll_wait(poller, events, 64, -1);
        for (int i = 0; i < ready; i++) {
            if (events[i].data.ptr != NULL) {
                struct connection *ready_one = events[i].data.ptr;
                if (serve(ready_one, events[i].events)) continue;
                close(ready_one->socket);
                free(ready_one);
                continue;
            }
            struct connection *c = malloc(sizeof *c);
            if (c == NULL) die("malloc");
            memset(c, 0, offsetof(struct connection, input));
            c->waits_for = EPOLLIN;
            c->socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
            interest = (struct epoll_event){.events = EPOLLIN, .data.ptr = c};
            epoll_ctl(poller, EPOLL_CTL_ADD, c->socket, &interest);
        }
    }
}
