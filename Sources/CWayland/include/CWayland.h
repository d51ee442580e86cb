#pragma once
// Wayland's client library, and the protocols whose code scripts/wayland has generated.
#include <wayland-client.h>
#include <wayland-cursor.h>

#include "fractional-scale-v1.h"
#include "viewporter.h"
#include "wlr-layer-shell-unstable-v1.h"
#include "xdg-decoration-unstable-v1.h"
#include "xdg-shell.h"

/// Binds a global of the compositor. NULL: it is none that is used here.
/// @param version the highest one that the compositor has; at most the one that this program knows is bound.
void *widgetd_wayland_bind(struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version);

/// Memory for a compositor, which it can't find shorter than it was told.
/// @return a descriptor, or -1.
int widgetd_wayland_memory(size_t bytes);

/// The text of the protocol error that ended a connection, or of its errno.
/// @param size bytes of the buffer, with the zero at the end.
void widgetd_wayland_error(struct wl_display *display, char *text, size_t size);
