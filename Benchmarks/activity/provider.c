// A provider that stays and says when it is asked: for each call it writes the method's first letter and the time into a FIFO, as soon as it has read the call.
//
//     provider DIRECTORY FIFO
//
// It answers with the bytes of the file of DIRECTORY that has the method's name, and with none where there is no such file. The FIFO is there already.
#define _GNU_SOURCE
#include "../wire/frames.h"

#include <fcntl.h>
#include <limits.h>

enum { daemon_socket = 3, answer_room = 4096 };

static size_t answer_to(const char *directory, const char *method, size_t length, uint8_t *answer)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%.*s", directory, (int)length, method);
    FILE *file = fopen(path, "r");
    if (file == NULL) return 0;
    size_t count = fread(answer, 1, answer_room, file);
    fclose(file);
    return count;
}

int main(int argc, char **argv)
{
    if (argc != 3) fail("usage: provider DIRECTORY FIFO");
    int fifo = open(argv[2], O_RDWR | O_CLOEXEC);
    if (fifo < 0) die(argv[2]);
    struct input input = {.socket = daemon_socket, .bytes = malloc(input_room)};
    while (1) {
        const uint8_t *request = next_frame(&input);
        uint64_t stamp[2] = {0, now()};
        size_t length = 0;
        const char *method = (const char *)find_field(request + header_length, read_header(request).length, 2, &length);
        if (method == NULL || length == 0) fail("a request names no method");
        stamp[0] = (uint8_t)*method;
        write_all(fifo, stamp, sizeof stamp);
        uint8_t answer[answer_room], frame[answer_room + 64];
        size_t count = answer_to(argv[1], method, length, answer);
        uint8_t *end = put_field(frame + header_length, 2, answer, count);
        write_header(frame, (struct header){.length = (uint32_t)(end - frame - header_length), .stream = read_header(request).stream, .type = type_response});
        write_all(daemon_socket, frame, (size_t)(end - frame));
    }
}
