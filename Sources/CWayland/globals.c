#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CWayland.h"

static const struct {
    const struct wl_interface *interface;
    uint32_t version;
} globals[] = {
    {&wl_compositor_interface, 4}, {&wl_shm_interface, 1},        {&wl_seat_interface, 5},
    {&wl_output_interface, 4},     {&xdg_wm_base_interface, 6},   {&zwlr_layer_shell_v1_interface, 4},
    {&wp_viewporter_interface, 1}, {&wp_fractional_scale_manager_v1_interface, 1},
    {&zxdg_decoration_manager_v1_interface, 1},
};

void *widgetd_wayland_bind(struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    for (size_t index = 0; index < sizeof globals / sizeof *globals; index++) {
        if (strcmp(interface, globals[index].interface->name) != 0) continue;
        uint32_t known = globals[index].version;
        return wl_registry_bind(registry, name, globals[index].interface, version < known ? version : known);
    }
    return NULL;
}

int widgetd_wayland_memory(size_t bytes) {
    int descriptor = memfd_create("widgetd-wall", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (ftruncate(descriptor, (off_t)bytes) == 0 && fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) == 0) return descriptor;
    close(descriptor);
    return -1;
}

void widgetd_wayland_error(struct wl_display *display, char *text, size_t size) {
    int code = wl_display_get_error(display);
    const struct wl_interface *interface = NULL;
    uint32_t object = 0;
    if (code == EPROTO) {
        uint32_t error = wl_display_get_protocol_error(display, &interface, &object);
        snprintf(text, size, "%s refused a request (error %u)", interface ? interface->name : "the compositor", error);
    } else {
        snprintf(text, size, "%s", strerror(code));
    }
}
