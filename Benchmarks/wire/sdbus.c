// sd-bus without a bus: a server and a client of libsystemd's D-Bus on one Unix socket, with a method that takes 100 bytes and gives the answer's.
//
//     sdbus serve    SOCKET ANSWER
//     sdbus latency  SOCKET CALLS            one call in flight
//     sdbus inflight SOCKET CALLS PROCESS    64 calls in flight; CPU time of PROCESS, the server
#define _GNU_SOURCE
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <systemd/sd-bus.h>

enum { in_flight = 64, request_bytes = 100 };

static uint8_t answer[64 << 10];
static size_t answer_length;

static void check(int result, const char *what)
{
    if (result < 0) fail("%s: %s", what, strerror(-result));
}

static int get(sd_bus_message *message, void *data, sd_bus_error *error)
{
    (void)data;
    (void)error;
    const void *request;
    size_t count;
    sd_bus_message *reply;
    check(sd_bus_message_read_array(message, 'y', &request, &count), "read");
    check(sd_bus_message_new_method_return(message, &reply), "reply");
    check(sd_bus_message_append_array(reply, 'y', answer, answer_length), "append");
    int result = sd_bus_send(NULL, reply, NULL);
    sd_bus_message_unref(reply);
    return result < 0 ? result : 1;
}

static const sd_bus_vtable methods[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Get", "ay", "ay", get, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

// One connection at a time: the benchmark's clients come one after another.
static void serve(const char *path, const char *file_name)
{
    FILE *file = fopen(file_name, "r");
    if (file == NULL) die(file_name);
    answer_length = fread(answer, 1, sizeof answer, file);
    fclose(file);
    int listener = listen_at(path);
    puts("ready");
    fflush(stdout);
    while (1) {
        sd_bus *bus;
        sd_id128_t id;
        int socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0) die("accept");
        check(sd_id128_randomize(&id), "id");
        check(sd_bus_new(&bus), "new");
        check(sd_bus_set_fd(bus, socket, socket), "fd");
        check(sd_bus_set_server(bus, 1, id), "server");
        check(sd_bus_set_anonymous(bus, 1), "anonymous");
        check(sd_bus_add_object_vtable(bus, NULL, "/widgets", "widgetd.bench.Widgets", methods, NULL), "vtable");
        check(sd_bus_start(bus), "start");
        int result;
        while ((result = sd_bus_process(bus, NULL)) >= 0) {
            if (result == 0 && sd_bus_wait(bus, UINT64_MAX) < 0) break;
        }
        sd_bus_close_unref(bus);
    }
}

static sd_bus *bus;

static sd_bus_message *request(void)
{
    static const uint8_t bytes[request_bytes];
    sd_bus_message *message;
    check(sd_bus_message_new_method_call(bus, &message, NULL, "/widgets", "widgetd.bench.Widgets", "Get"), "call");
    check(sd_bus_message_append_array(message, 'y', bytes, sizeof bytes), "append");
    return message;
}

static void call_once(void)
{
    sd_bus_message *message = request(), *reply;
    check(sd_bus_call(bus, message, 0, NULL, &reply), "call");
    sd_bus_message_unref(message);
    sd_bus_message_unref(reply);
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

static size_t answered, unsent;

static void send_one(void);

static int on_answer(sd_bus_message *reply, void *data, sd_bus_error *error)
{
    (void)data;
    (void)error;
    if (sd_bus_message_is_method_error(reply, NULL)) fail("the server answers an error");
    answered++;
    send_one();
    return 1;
}

static void send_one(void)
{
    if (unsent == 0) return;
    unsent--;
    sd_bus_message *message = request();
    check(sd_bus_call_async(bus, NULL, message, on_answer, NULL, 0), "call");
    sd_bus_message_unref(message);
}

static void pump(size_t calls)
{
    answered = 0;
    unsent = calls;
    for (int i = 0; i < in_flight; i++) send_one();
    while (answered < calls) {
        int result = sd_bus_process(bus, NULL);
        check(result, "process");
        if (result == 0) check(sd_bus_wait(bus, UINT64_MAX), "wait");
    }
}

static void inflight(size_t calls, pid_t server)
{
    pump(calls / 10 + in_flight);
    uint64_t cpu = cpu_time(server), start = now();
    pump(calls);
    uint64_t time = now() - start;
    cpu = cpu_time(server) - cpu;
    printf("calls_per_second=%.0f\nserver_cpu_ns=%.1f\n", 1e9 * (double)calls / (double)time, (double)cpu / (double)calls);
}

int main(int count, char **arguments)
{
    if (count < 4) fail("usage: sdbus serve SOCKET ANSWER | latency SOCKET CALLS | inflight SOCKET CALLS PROCESS");
    if (strcmp(arguments[1], "serve") == 0) serve(arguments[2], arguments[3]);
    char address[256];
    snprintf(address, sizeof address, "unix:path=%s", arguments[2]);
    check(sd_bus_new(&bus), "new");
    check(sd_bus_set_address(bus, address), "address");
    check(sd_bus_set_anonymous(bus, 1), "anonymous");
    check(sd_bus_start(bus), arguments[2]);
    size_t calls = strtoul(arguments[3], NULL, 10);
    if (strcmp(arguments[1], "latency") == 0) latency(calls);
    else if (strcmp(arguments[1], "inflight") == 0 && count == 5) inflight(calls, atoi(arguments[4]));
    else fail("unknown mode %s", arguments[1]);
    sd_bus_close_unref(bus);
}
