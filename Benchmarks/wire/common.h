// What the C programs of the wire benchmarks share: ttrpc frames as bytes, clocks, and the kernel's accounts of a process.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { header_length = 10 };
enum { type_request = 1, type_response = 2, type_data = 3 };
enum { flag_remote_closed = 1, flag_remote_open = 2, flag_no_data = 4 };

struct header {
    uint32_t length, stream;
    uint8_t type, flags;
};

// Ends the program with a message and errno's text.
_Noreturn void die(const char *what);
// Ends the program with a message.
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

struct header read_header(const uint8_t *bytes);
void write_header(uint8_t *bytes, struct header header);

// Protobuf's pieces; each returns the end of what it wrote.
uint8_t *put_varint(uint8_t *at, uint64_t value);
uint8_t *put_field(uint8_t *at, unsigned field, const void *bytes, size_t count);
uint8_t *put_text(uint8_t *at, unsigned field, const char *text);

// A whole Request frame without its stream id. Returns its length; at most 1,024 bytes.
size_t request_frame(uint8_t *frame, const char *service, const char *method, const void *payload, size_t count, const char *request_id, uint8_t flags);

int connect_to(const char *path);
int listen_at(const char *path);
void write_all(int socket, const void *bytes, size_t count);
// At least one byte; ends the program when the other side closes.
size_t read_some(int socket, void *bytes, size_t room);

// Nanoseconds of a clock that only rises.
uint64_t now(void);
// Nanoseconds on a CPU, of all threads of a process.
uint64_t cpu_time(pid_t process);
// Bytes in memory of a process, shared pages included.
uint64_t resident(pid_t process);

// Sorts; prints `NAME_p50_ns=` and `NAME_p99_ns=`.
void print_percentiles(const char *name, uint64_t *samples, size_t count);
