// What the clients in C share that speak to a daemon's services: requests, watches, the frames of a connection, and the fields of a message.
#pragma once
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { input_room = 1 << 20 };

// Frames come from one connection through this.
struct input {
    int socket;
    size_t from, to;
    uint8_t *bytes;
};

static inline struct input open_connection(const char *path)
{
    return (struct input){.socket = connect_to(path), .bytes = malloc(input_room)};
}

static inline const uint8_t *whole_frame(struct input *input)
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

static inline void read_more(struct input *input)
{
    if (input->from > 0) {
        memmove(input->bytes, input->bytes + input->from, input->to - input->from);
        input->to -= input->from;
        input->from = 0;
    }
    input->to += read_some(input->socket, input->bytes + input->to, input_room - input->to);
}

static inline const uint8_t *next_frame(struct input *input)
{
    const uint8_t *frame;
    while ((frame = whole_frame(input)) == NULL) read_more(input);
    return frame;
}

static inline const uint8_t *get_varint(const uint8_t *at, const uint8_t *end, uint64_t *value)
{
    *value = 0;
    for (int shift = 0; at < end && shift < 64; shift += 7) {
        *value |= (uint64_t)(*at & 0x7F) << shift;
        if (*at++ < 0x80) return at;
    }
    fail("a message ends in the middle of a number");
}

// A field with bytes of a message; NULL where it isn't there.
static inline const uint8_t *find_field(const uint8_t *at, size_t count, unsigned wanted, size_t *length)
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

static inline void check_response(const uint8_t *frame)
{
    size_t length, message_length;
    const uint8_t *status = find_field(frame + header_length, read_header(frame).length, 1, &length);
    if (status == NULL || length == 0) return;
    const uint8_t *message = find_field(status, length, 2, &message_length);
    fail("the daemon refuses: %.*s", message ? (int)message_length : 0, message ? (const char *)message : "");
}

static inline void request(int socket, uint32_t stream, const char *service, const char *method, const uint8_t *payload, const uint8_t *end)
{
    uint8_t frame[1024];
    size_t length = request_frame(frame, service, method, payload, (size_t)(end - payload), NULL, 0);
    struct header header = read_header(frame);
    header.stream = stream;
    write_header(frame, header);
    write_all(socket, frame, length);
}

// A Watch of a service as stream 1, whose first message has these bytes; it is given credit for a million events. Returns its length; at most 2,048 bytes.
static inline size_t watch_frames(uint8_t *frames, const char *service, const uint8_t *first, size_t count)
{
    size_t length = request_frame(frames, service, "Watch", NULL, 0, NULL, flag_remote_open);
    struct header header = read_header(frames);
    header.stream = 1;
    write_header(frames, header);
    uint8_t *message = frames + length, *at = message + header_length;
    if (count > 0) memcpy(at, first, count);
    at = put_varint(put_varint(at + count, 2 << 3), 1000000);
    write_header(message, (struct header){.length = (uint32_t)(at - message - header_length), .stream = 1, .type = type_data});
    return (size_t)(at - frames);
}

static inline void open_watch(int socket, const char *service, const uint8_t *first, const uint8_t *end)
{
    uint8_t frames[2048];
    write_all(socket, frames, watch_frames(frames, service, first, (size_t)(end - first)));
}
