// A user at one device who looks at another: changes Live Activities, or taps a widget, at one daemon, and waits for what follows elsewhere.
//
//     client update A B COUNT ACTIVITY...           an update of each activity in turn at A until B's watch shows it; between two, bare calls
//     client offer  A ACTIVITY RATE SECONDS PROCESS so many updates of one activity a second, whether the ones before are answered or not; memory of PROCESS
//     client tap    B WIDGET ACTION FIFO COUNT      a tap at B until the provider has it, in turn with a reload until the provider has that
//
// A and B are daemons' sockets; FIFO is what `provider` writes into. Prints `name=value` lines.
#define _GNU_SOURCE
#include "../wire/frames.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <unistd.h>

// An update of the same activity follows after 40 ms: the daemon shows one at most every 16 ms by a timer that may be late, and that isn't to be measured.
enum { warm_up = 100, patience = 60000, spacing = 40000000, picture = 16000000, millisecond = 1000000, calm = 70, in_one_write = 64 };
static const char *const activities = "widgetd.v1.Activities", *const widgets = "widgetd.v1.Widgets";

// As many connections as are waited for at once.
static void wait_for(struct input *first, struct input *second, int timeout)
{
    struct pollfd polled[2] = {{.fd = first->socket, .events = POLLIN}, {.fd = second->socket, .events = POLLIN}};
    int ready = poll(polled, 2, timeout);
    if (ready < 0 && errno != EINTR) die("poll");
    if (ready == 0 && timeout == patience) fail("nothing came for a minute");
    if (ready > 0 && polled[0].revents) read_more(first);
    if (ready > 0 && polled[1].revents) read_more(second);
}

// UpdateActivityRequest with a state that says this number.
static uint8_t *put_update(uint8_t *payload, const char *activity, long number)
{
    char state[128];
    uint8_t content[256];
    snprintf(state, sizeof state, "{\"detail\":\"%ld of %d\",\"progress\":0.5}", number, getpid());
    uint8_t *end = put_text(content, 1, state);
    return put_field(put_text(payload, 1, activity), 2, content, (size_t)(end - content));
}

// The number that an event of a watch, or an answer to Get, shows of the activity; -1: it is about something else, or somebody else's.
static long number_in(const uint8_t *snapshot, size_t length, const char *activity)
{
    size_t count;
    const uint8_t *found = snapshot ? find_field(snapshot, length, 1, &length) : NULL;
    const uint8_t *id = found ? find_field(found, length, 1, &count) : NULL;
    if (id == NULL || count != strlen(activity) || memcmp(id, activity, count) != 0) return -1;
    found = find_field(found, length, 6, &length);
    if (found) found = find_field(found, length, 1, &length);
    char state[160] = "";
    if (found == NULL || length >= sizeof state) return -1;
    memcpy(state, found, length);
    long number;
    int process;
    const char *detail = strstr(state, "\"detail\":\"");
    return detail && sscanf(detail + 10, "%ld of %d", &number, &process) == 2 && process == getpid() ? number : -1;
}

static long shown_in(const uint8_t *frame, const char *activity)
{
    if (read_header(frame).type != type_data) {
        check_response(frame);
        fail("the watch ended");
    }
    size_t length = 0;
    const uint8_t *snapshot = find_field(frame + header_length, read_header(frame).length, 1, &length);
    return number_in(snapshot, length, activity);
}

// A bare call; its time.
static uint64_t check(struct input *input, struct input *watcher, uint32_t *stream)
{
    uint64_t begin = now();
    request(input->socket, *stream += 2, "widgetd.v1.Daemon", "Check", NULL, NULL);
    const uint8_t *frame;
    while ((frame = whole_frame(input)) == NULL) wait_for(input, watcher, patience);
    uint64_t time = now() - begin;
    check_response(frame);
    return time;
}

static void update(const char *a, const char *b, int count, char **ids, int among)
{
    struct input writer = open_connection(a), watcher = open_connection(b), other = open_connection(b);
    uint32_t stream = 1, others = 1;
    uint64_t *acknowledged = calloc((size_t)count, sizeof *acknowledged), *visible = calloc((size_t)count, sizeof *visible);
    size_t calls = 0, room = (size_t)count * 64;
    uint64_t *called = calloc(room, sizeof *called);
    open_watch(watcher.socket, activities, NULL, NULL);
    for (int number = -warm_up; number < count; number++) {
        const char *activity = ids[(number + warm_up) % among];
        uint8_t payload[512], *end = put_update(payload, activity, number + warm_up);
        // Events that are no answer to what is measured are read before, not in the middle.
        while (whole_frame(&watcher)) {}
        uint64_t begin = now(), answered = 0, shown = 0;
        request(writer.socket, stream += 2, activities, "Update", payload, end);
        while (!answered || !shown) {
            wait_for(&writer, &watcher, patience);
            for (const uint8_t *frame; (frame = whole_frame(&watcher));) {
                if (shown_in(frame, activity) == number + warm_up) shown = now() - begin;
            }
            const uint8_t *answer = whole_frame(&writer);
            if (answer == NULL) continue;
            check_response(answer);
            answered = now() - begin;
        }
        if (number >= 0) {
            acknowledged[number] = answered;
            visible[number] = shown;
        }
        // Both daemons stay awake until the next activity may be shown anew. What an update leaves to do is in the first call after it, which isn't counted.
        uint64_t next = begin + spacing / (uint64_t)among;
        for (int n = 0; n < 2 || now() < next; n++) {
            uint64_t time = check(&writer, &watcher, &stream);
            if (number >= 0 && n > 0 && calls < room) called[calls++] = time;
            if (strcmp(a, b)) check(&other, &watcher, &others);
        }
    }
    print_percentiles("acknowledged", acknowledged, (size_t)count);
    print_percentiles("visible", visible, (size_t)count);
    print_percentiles("call", called, calls);
    printf("calls=%zu\n", calls);
}

// What has come of an activity that is offered more updates than are drawn.
struct offered {
    struct input writer, watcher;
    const char *activity;
    long sent, taken, refused, answered, shown, events;
    uint64_t first_event, last_event;
};

static void take(struct offered *offered)
{
    for (const uint8_t *frame; (frame = whole_frame(&offered->watcher));) {
        long number = shown_in(frame, offered->activity);
        if (number < 0) continue;
        offered->shown = number;
        offered->last_event = now();
        if (offered->events++ == 0) offered->first_event = offered->last_event;
    }
    for (const uint8_t *frame; (frame = whole_frame(&offered->writer)); offered->answered++) {
        size_t length = 0;
        const uint8_t *status = find_field(frame + header_length, read_header(frame).length, 1, &length);
        if (status && length > 0) offered->refused++;
        else offered->taken++;
    }
}

// As many as are due and the connection takes; a part of a frame waits for the next time.
static void offer_due(struct offered *offered, long due)
{
    static uint8_t frames[in_one_write * 1024];
    static size_t from, to;
    if (from == to) {
        from = to = 0;
        for (int n = 0; n < in_one_write && offered->sent < due; n++, offered->sent++) {
            uint8_t payload[512], *end = put_update(payload, offered->activity, offered->sent);
            size_t length = request_frame(frames + to, activities, "Update", payload, (size_t)(end - payload), NULL, 0);
            struct header header = read_header(frames + to);
            header.stream = (uint32_t)offered->sent * 2 + 1;
            write_header(frames + to, header);
            to += length;
        }
    }
    ssize_t written = from < to ? write(offered->writer.socket, frames + from, to - from) : 0;
    if (written < 0 && errno != EAGAIN && errno != EINTR) die("write");
    if (written > 0) from += (size_t)written;
}

static void offer(const char *a, const char *activity, long rate, int seconds, pid_t process)
{
    struct offered offered = {.writer = open_connection(a), .watcher = open_connection(a), .activity = activity, .shown = -1};
    if (fcntl(offered.writer.socket, F_SETFL, O_NONBLOCK) < 0) die("fcntl");
    open_watch(offered.watcher.socket, activities, NULL, NULL);
    // The first third is for what a daemon needs once.
    uint64_t begin = now(), from = begin + (uint64_t)seconds * 1000000000 / 3, end = begin + (uint64_t)seconds * 1000000000;
    uint64_t sampled = begin, before = 0, most = 0;
    for (uint64_t at; (at = now()) < end;) {
        offer_due(&offered, (long)((double)(at - begin) * (double)rate / 1e9) + 1);
        wait_for(&offered.writer, &offered.watcher, 1);
        take(&offered);
        if (at < from || at < sampled + 250 * millisecond) continue;
        uint64_t memory = resident(process);
        if (before == 0) before = memory;
        if (memory > most) most = memory;
        sampled = at;
    }
    uint64_t after = resident(process);
    double pictures = (double)(offered.last_event - offered.first_event) / picture, time = (double)(now() - begin) / 1e9;
    long events = offered.events, sent = offered.sent;
    while (offered.answered < offered.sent) {
        offer_due(&offered, offered.sent);
        wait_for(&offered.writer, &offered.watcher, patience);
        take(&offered);
    }
    double answered = (double)(now() - begin) / 1e9;
    // The last state was written when it was answered: the next picture shows it.
    for (uint64_t until = now() + 1000 * (uint64_t)millisecond; now() < until && offered.shown < offered.sent - 1;) {
        wait_for(&offered.writer, &offered.watcher, 10);
        take(&offered);
    }
    printf("offered_per_second=%.0f\nanswered_per_second=%.0f\nrefused=%ld\n", (double)sent / time, (double)offered.taken / answered, offered.refused);
    printf("growth_bytes=%lld\nmost_growth_bytes=%lld\n", (long long)after - (long long)before, (long long)most - (long long)before);
    printf("events_a_picture=%.3f\nbehind=%ld\n", pictures > 0 ? (double)(events - 1) / pictures : 0, offered.sent - 1 - offered.shown);
}

// The stamp that `provider` writes when it has read a call: the method's first letter and when.
struct stamp {
    uint64_t letter, time;
};

static uint64_t stamp_of(int fifo, char letter)
{
    struct stamp stamp;
    do {
        struct pollfd polled = {.fd = fifo, .events = POLLIN};
        if (poll(&polled, 1, patience) <= 0) fail("the provider isn't asked for a minute");
        if (read(fifo, &stamp, sizeof stamp) != sizeof stamp) die("the provider's FIFO");
    } while (stamp.letter != (uint64_t)letter);
    return stamp.time;
}

// Until nothing has come of the widget and the provider for longer than the daemon lets what it writes at leisure gather (50 ms).
static void rest(struct input *watcher, int fifo)
{
    while (1) {
        struct pollfd polled[2] = {{.fd = watcher->socket, .events = POLLIN}, {.fd = fifo, .events = POLLIN}};
        int ready = poll(polled, 2, calm);
        if (ready < 0 && errno != EINTR) die("poll");
        if (ready == 0) return;
        struct stamp stamp;
        if (polled[0].revents) read_more(watcher);
        if (polled[1].revents && read(fifo, &stamp, sizeof stamp) != sizeof stamp) die("the provider's FIFO");
        while (whole_frame(watcher)) {}
    }
}

// Whether a ReloadResponse says that the provider is asked for it.
static bool is_accepted(const uint8_t *frame)
{
    size_t length = 0;
    const uint8_t *response = find_field(frame + header_length, read_header(frame).length, 2, &length);
    const uint8_t *receipt = response ? find_field(response, length, 1, &length) : NULL;
    // Outcome 1 in field 2, behind the widget's id.
    size_t id;
    const uint8_t *widget = receipt ? find_field(receipt, length, 1, &id) : NULL;
    return widget && widget + id + 2 <= receipt + length && widget[id] == (2 << 3) && widget[id + 1] == 1;
}

static void tap(const char *b, const char *widget, const char *action, const char *path, int count)
{
    struct input caller = open_connection(b), watcher = open_connection(b);
    uint8_t payload[512];
    uint32_t stream = 1;
    // Both ends, so that neither waits for the other.
    int fifo = open(path, O_RDWR | O_CLOEXEC), early = count / 10 + 1;
    if (fifo < 0) die(path);
    open_watch(watcher.socket, widgets, payload, put_text(payload, 1, widget));
    uint64_t *taps = calloc((size_t)count, sizeof *taps), *reloads = calloc((size_t)count, sizeof *reloads);
    for (int number = -early * 2; number < count * 2; number++) {
        bool is_tap = (number & 1) != ((number & 2) >> 1);
        char key[64];
        snprintf(key, sizeof key, "%d of %d", number, getpid());
        uint8_t *end = put_text(payload, 1, widget);
        if (is_tap) end = put_text(put_text(end, 2, action), 3, key);
        uint64_t begin;
        const uint8_t *answer;
        // A disk may take longer than that for the reload before, and then it serves this one too.
        do {
            rest(&watcher, fifo);
            begin = now();
            request(caller.socket, stream += 2, widgets, is_tap ? "Perform" : "Reload", payload, end);
            check_response(answer = next_frame(&caller));
        } while (!is_tap && !is_accepted(answer));
        uint64_t time = stamp_of(fifo, is_tap ? 'P' : 'T') - begin;
        if (number >= 0) (is_tap ? taps : reloads)[number / 2] = time;
    }
    print_percentiles("tap", taps, (size_t)count);
    print_percentiles("reload", reloads, (size_t)count);
}

int main(int argc, char **argv)
{
    if (argc >= 6 && !strcmp(argv[1], "update")) {
        update(argv[2], argv[3], atoi(argv[4]), argv + 5, argc - 5);
    } else if (argc == 7 && !strcmp(argv[1], "offer")) {
        offer(argv[2], argv[3], atol(argv[4]), atoi(argv[5]), atoi(argv[6]));
    } else if (argc == 7 && !strcmp(argv[1], "tap")) {
        tap(argv[2], argv[3], argv[4], argv[5], atoi(argv[6]));
    } else {
        fprintf(stderr, "usage: client update A B COUNT ACTIVITY... | offer A ACTIVITY RATE SECONDS PROCESS | tap B WIDGET ACTION FIFO COUNT\n");
        return 64;
    }
}
