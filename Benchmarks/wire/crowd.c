// Many clients of one daemon: so many connections, each with one call in flight. One thread reads all of them.
//
//   crowd SOCKET WIDGET CALLS CONNECTIONS PROCESS     calls of Widgets.Get, all together; CPU time of PROCESS, the server
#define _GNU_SOURCE
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "frames.h"

struct client {
    struct input input;
    uint32_t stream;
    uint64_t began;
};

static uint8_t payload[128], *payload_end;

static void call(struct client *client)
{
    client->began = now();
    request(client->input.socket, client->stream, "widgetd.v1.Widgets", "Get", payload, payload_end);
    client->stream += 2;
}

// Makes so many calls, of all clients in turn as their answers come.
static void pump(struct client *clients, size_t count, int readable, size_t calls, uint64_t *delays)
{
    size_t sent = 0, answered = 0;
    while (sent < count && sent < calls) call(&clients[sent++]);
    while (answered < calls) {
        struct epoll_event events[64];
        int ready = epoll_wait(readable, events, 64, 60000);
        if (ready <= 0) fail("no answer for a minute");
        for (int i = 0; i < ready; i++) {
            struct client *client = events[i].data.ptr;
            read_more(&client->input);
            const uint8_t *frame = whole_frame(&client->input);
            if (frame == NULL) continue;
            check_response(frame);
            delays[answered++] = now() - client->began;
            if (sent < calls) {
                sent++;
                call(client);
            }
        }
    }
}

int main(int argc, char **argv)
{
    size_t calls, count;
    if (argc != 6 || (calls = strtoul(argv[3], NULL, 10)) == 0 || (count = strtoul(argv[4], NULL, 10)) == 0) {
        return fprintf(stderr, "usage: crowd SOCKET WIDGET CALLS CONNECTIONS PROCESS\n"), 64;
    }
    pid_t server = atoi(argv[5]);
    payload_end = put_text(payload, 1, argv[2]);
    struct rlimit limit = {.rlim_cur = count + 64, .rlim_max = count + 64};
    if (setrlimit(RLIMIT_NOFILE, &limit) < 0) die("setrlimit");
    struct client *clients = calloc(count, sizeof *clients);
    int readable = epoll_create1(EPOLL_CLOEXEC);
    for (size_t i = 0; i < count; i++) {
        clients[i] = (struct client){.input = open_connection(argv[1]), .stream = 1};
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &clients[i]};
        if (epoll_ctl(readable, EPOLL_CTL_ADD, clients[i].input.socket, &event) < 0) die("epoll_ctl");
    }
    uint64_t *delays = calloc(calls + count, sizeof *delays);
    pump(clients, count, readable, calls / 10 + count, delays);
    uint64_t cpu = cpu_time(server), start = now();
    pump(clients, count, readable, calls, delays);
    uint64_t time = now() - start;
    cpu = cpu_time(server) - cpu;
    printf("calls_per_second=%.0f\nserver_cpu_ns=%.1f\n", 1e9 * (double)calls / (double)time, (double)cpu / (double)calls);
    print_percentiles("call", delays, calls);
}
