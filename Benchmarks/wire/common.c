#define _GNU_SOURCE
#include "common.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

void die(const char *what)
{
    perror(what);
    exit(1);
}

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

static uint32_t read_word(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void write_word(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)(value >> 24);
    bytes[1] = (uint8_t)(value >> 16);
    bytes[2] = (uint8_t)(value >> 8);
    bytes[3] = (uint8_t)value;
}

struct header read_header(const uint8_t *bytes)
{
    return (struct header){.length = read_word(bytes), .stream = read_word(bytes + 4), .type = bytes[8], .flags = bytes[9]};
}

void write_header(uint8_t *bytes, struct header header)
{
    write_word(bytes, header.length);
    write_word(bytes + 4, header.stream);
    bytes[8] = header.type;
    bytes[9] = header.flags;
}

uint8_t *put_varint(uint8_t *at, uint64_t value)
{
    for (; value >= 0x80; value >>= 7) *at++ = (uint8_t)value | 0x80;
    *at++ = (uint8_t)value;
    return at;
}

uint8_t *put_field(uint8_t *at, unsigned field, const void *bytes, size_t count)
{
    at = put_varint(at, field << 3 | 2);
    at = put_varint(at, count);
    memcpy(at, bytes, count);
    return at + count;
}

uint8_t *put_text(uint8_t *at, unsigned field, const char *text)
{
    return put_field(at, field, text, strlen(text));
}

size_t request_frame(uint8_t *frame, const char *service, const char *method, const void *payload, size_t count, const char *request_id, uint8_t flags)
{
    uint8_t *at = frame + header_length;
    at = put_text(at, 1, service);
    at = put_text(at, 2, method);
    if (count > 0) at = put_field(at, 3, payload, count);
    if (request_id != NULL) {
        uint8_t pair[128], *end = pair;
        end = put_text(end, 1, "widgetd-request-id");
        end = put_text(end, 2, request_id);
        at = put_field(at, 5, pair, (size_t)(end - pair));
    }
    size_t length = (size_t)(at - frame);
    write_header(frame, (struct header){.length = (uint32_t)(length - header_length), .type = type_request, .flags = flags});
    return length;
}

static struct sockaddr_un address_of(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) fail("%s is too long for a socket's address", path);
    strcpy(address.sun_path, path);
    return address;
}

int connect_to(const char *path)
{
    struct sockaddr_un address = address_of(path);
    int socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket_ < 0) die("socket");
    if (connect(socket_, (struct sockaddr *)&address, sizeof address) < 0) die(path);
    return socket_;
}

int listen_at(const char *path)
{
    struct sockaddr_un address = address_of(path);
    int socket_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket_ < 0) die("socket");
    if (bind(socket_, (struct sockaddr *)&address, sizeof address) < 0) die(path);
    if (listen(socket_, 4096) < 0) die("listen");
    return socket_;
}

void write_all(int socket_, const void *bytes, size_t count)
{
    for (const uint8_t *at = bytes, *end = at + count; at < end;) {
        ssize_t written = write(socket_, at, (size_t)(end - at));
        if (written < 0 && errno != EINTR) die("write");
        if (written > 0) at += written;
    }
}

size_t read_some(int socket_, void *bytes, size_t room)
{
    while (1) {
        ssize_t count = read(socket_, bytes, room);
        if (count > 0) return (size_t)count;
        if (count == 0) fail("the server closed the connection");
        if (errno != EINTR) die("read");
    }
}

uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t cpu_time(pid_t process)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *threads = opendir(path);
    if (threads == NULL) die(path);
    uint64_t total = 0;
    for (struct dirent *thread; (thread = readdir(threads)) != NULL;) {
        if (thread->d_name[0] == '.') continue;
        char file[sizeof path + sizeof thread->d_name + 16];
        snprintf(file, sizeof file, "%s/%s/schedstat", path, thread->d_name);
        FILE *account = fopen(file, "r");
        if (account == NULL) continue;
        unsigned long long ran = 0;
        if (fscanf(account, "%llu", &ran) == 1) total += ran;
        fclose(account);
    }
    closedir(threads);
    return total;
}

uint64_t resident(pid_t process)
{
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
    FILE *file = fopen(path, "r");
    if (file == NULL) die(path);
    unsigned long long kilobytes = 0;
    while (fgets(line, sizeof line, file) != NULL && sscanf(line, "Rss: %llu", &kilobytes) != 1) {}
    fclose(file);
    return kilobytes * 1024;
}

static int compare(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

void print_percentiles(const char *name, uint64_t *samples, size_t count)
{
    qsort(samples, count, sizeof *samples, compare);
    printf("%s_p50_ns=%llu\n%s_p99_ns=%llu\n", name, (unsigned long long)samples[count / 2], name, (unsigned long long)samples[count * 99 / 100]);
}
