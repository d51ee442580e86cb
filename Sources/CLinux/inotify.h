#ifndef WIDGETD_INOTIFY_H
#define WIDGETD_INOTIFY_H

#include <stddef.h>
#include <string.h>
#include <sys/inotify.h>

/// One event of those that a read from an inotify descriptor brought.
struct widgetd_file_event {
    int watch;
    unsigned int mask;
    /// Empty: the event is about the watched directory itself.
    char name[256];
};

/// Copies the event at *offset of a read's bytes and moves *offset behind it; 0: there is none.
static inline int widgetd_next_file_event(const void *bytes, size_t length, size_t *offset, struct widgetd_file_event *event) {
    struct inotify_event head;
    if (*offset > length || length - *offset < sizeof head) return 0;
    memcpy(&head, (const char *)bytes + *offset, sizeof head);
    if (length - *offset - sizeof head < head.len) return 0;
    const char *name = (const char *)bytes + *offset + sizeof head;
    size_t count = head.len < sizeof event->name ? head.len : sizeof event->name - 1;
    event->watch = head.wd;
    event->mask = head.mask;
    memcpy(event->name, name, count);
    // The kernel fills the name up with zeros.
    event->name[count] = 0;
    *offset += sizeof head + head.len;
    return 1;
}

#endif
