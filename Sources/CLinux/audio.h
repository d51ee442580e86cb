// What ALSA says of its jacks, of which Swift can't make the requests: their numbers are macros with casts.
#include <sound/asound.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

// Controls of one card that are looked at: large cards have some hundreds.
#define WIDGETD_AUDIO_CONTROLS 1024

// Whether something is plugged into a jack of headphones: 1, 0; -1: this card has none, or can't be asked.
static inline int widgetd_audio_jack(int card) {
    struct snd_ctl_elem_list list;
    memset(&list, 0, sizeof list);
    list.space = WIDGETD_AUDIO_CONTROLS;
    list.pids = calloc(list.space, sizeof *list.pids);
    if (!list.pids) return -1;
    int result = -1;
    if (ioctl(card, SNDRV_CTL_IOCTL_ELEM_LIST, &list) < 0) list.used = 0;
    for (unsigned i = 0; i < list.used && result != 1; i++) {
        struct snd_ctl_elem_value value;
        memset(&value, 0, sizeof value);
        value.id = list.pids[i];
        char name[sizeof value.id.name + 1] = {0};
        memcpy(name, value.id.name, sizeof value.id.name);
        // The kernel's names: "Headphone Jack", "Front Headphone Jack", "Headphone Mic Jack". A phantom jack is one that can't be felt: it says nothing.
        if (value.id.iface != SNDRV_CTL_ELEM_IFACE_CARD || !strstr(name, "Headphone") || !strstr(name, " Jack") || strstr(name, "Phantom")) continue;
        if (ioctl(card, SNDRV_CTL_IOCTL_ELEM_READ, &value) < 0) continue;
        result = value.value.integer.value[0] != 0;
    }
    free(list.pids);
    return result;
}

// Has the card tell of changes, as events to be read; below zero: it can't.
static inline int widgetd_audio_listen(int card) {
    int on = 1;
    return ioctl(card, SNDRV_CTL_IOCTL_SUBSCRIBE_EVENTS, &on);
}
