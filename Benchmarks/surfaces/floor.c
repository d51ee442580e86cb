// The floor of a wall: 20 cards on a layer of a Wayland desktop, with Cairo, Pango and shared memory alone.
//
//     surfaces_floor LIST [MOVING]
//
// LIST is a file with a line for each card: a name, a tab, a number of percent. When another file is put in its place, the cards that differ are drawn anew.
// The bars of the first MOVING cards run to and fro with the display's frames.
#define _GNU_SOURCE
#include <errno.h>
#include <libgen.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "wlr-layer-shell-unstable-v1.h"
#include <wayland-client.h>

enum { CARDS = 20, COLUMNS = 5, SIDE = 158, GAP = 22, WIDTH = COLUMNS * (SIDE + GAP) - GAP, HEIGHT = CARDS / COLUMNS * (SIDE + GAP) - GAP };
enum { BAR_X = 16, BAR_Y = 120, BAR_WIDTH = SIDE - 32, BAR_HEIGHT = 6 };

struct card { char name[64]; int percent; };
struct buffer {
    struct wl_buffer *pointer;
    cairo_surface_t *surface;
    int busy;
    // What the pixels show.
    struct card cards[CARDS];
};

static struct card cards[CARDS];
static struct buffer buffers[2];
static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct zwlr_layer_shell_v1 *shell;
static struct wl_surface *surface;
static PangoFontDescription *fonts[2];
static int configured, waiting, moving;

static double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *what)
{
    fprintf(stderr, "surfaces_floor: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void read_list(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) fail(path);
    for (int index = 0; index < CARDS; index++)
        if (fscanf(file, " %63[^\t]\t%d", cards[index].name, &cards[index].percent) != 2) break;
    fclose(file);
}

static void rounded(cairo_t *cairo, double x, double y, double width, double height, double r)
{
    cairo_new_path(cairo);
    cairo_arc(cairo, x + width - r, y + r, r, -M_PI / 2, 0);
    cairo_arc(cairo, x + width - r, y + height - r, r, 0, M_PI / 2);
    cairo_arc(cairo, x + r, y + height - r, r, M_PI / 2, M_PI);
    cairo_arc(cairo, x + r, y + r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(cairo);
}

static void write_text(cairo_t *cairo, double y, PangoFontDescription *font, const char *text)
{
    PangoLayout *layout = pango_cairo_create_layout(cairo);
    pango_layout_set_font_description(layout, font);
    pango_layout_set_text(layout, text, -1);
    cairo_move_to(cairo, 16, y);
    pango_cairo_show_layout(cairo, layout);
    g_object_unref(layout);
}

static void draw_bar(cairo_t *cairo, double part)
{
    cairo_set_source_rgb(cairo, 0.11, 0.11, 0.12);
    cairo_rectangle(cairo, BAR_X, BAR_Y, BAR_WIDTH, BAR_HEIGHT);
    cairo_fill(cairo);
    cairo_set_source_rgb(cairo, 0.3, 0.3, 0.32);
    rounded(cairo, BAR_X, BAR_Y, BAR_WIDTH, BAR_HEIGHT, BAR_HEIGHT / 2.0);
    cairo_fill(cairo);
    cairo_set_source_rgb(cairo, 0.04, 0.52, 1);
    rounded(cairo, BAR_X, BAR_Y, fmax(BAR_HEIGHT, BAR_WIDTH * part), BAR_HEIGHT, BAR_HEIGHT / 2.0);
    cairo_fill(cairo);
}

static void draw_card(cairo_t *cairo, const struct card *card)
{
    char number[16];
    snprintf(number, sizeof number, "%d %%", card->percent);
    cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR);
    cairo_paint(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
    cairo_set_source_rgb(cairo, 0.11, 0.11, 0.12);
    rounded(cairo, 0, 0, SIDE, SIDE, 22);
    cairo_fill(cairo);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    write_text(cairo, 16, fonts[0], card->name);
    write_text(cairo, 48, fonts[1], number);
    draw_bar(cairo, card->percent / 100.0);
}

static void released(void *data, struct wl_buffer *pointer)
{
    (void)pointer;
    ((struct buffer *)data)->busy = 0;
}
static const struct wl_buffer_listener buffer_listener = {released};

static void make(struct buffer *buffer)
{
    int bytes = WIDTH * HEIGHT * 4, descriptor = memfd_create("cards", MFD_CLOEXEC);
    if (descriptor < 0 || ftruncate(descriptor, bytes) != 0) fail("memory");
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) fail("memory");
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, descriptor, bytes);
    buffer->pointer = wl_shm_pool_create_buffer(pool, 0, WIDTH, HEIGHT, WIDTH * 4, WL_SHM_FORMAT_ARGB8888);
    wl_shm_pool_destroy(pool);
    close(descriptor);
    buffer->surface = cairo_image_surface_create_for_data(memory, CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT, WIDTH * 4);
    memset(buffer->cards, 0xff, sizeof buffer->cards);
    wl_buffer_add_listener(buffer->pointer, &buffer_listener, buffer);
}

static void shown(void *data, struct wl_callback *callback, uint32_t time)
{
    (void)data, (void)time;
    wl_callback_destroy(callback);
    waiting = 0;
}
static const struct wl_callback_listener callback_listener = {shown};

// Draws what differs, if the compositor has shown the last frame.
static void draw(void)
{
    static struct card last[CARDS];
    struct buffer *buffer = buffers[0].busy ? &buffers[1] : &buffers[0];
    if (!configured || waiting || buffer->busy) return;
    if (!buffer->pointer) make(buffer);
    double now = seconds();
    int changed = 0;
    for (int index = 0; index < CARDS; index++) {
        int left = index % COLUMNS * (SIDE + GAP), top = index / COLUMNS * (SIDE + GAP);
        if (memcmp(&last[index], &cards[index], sizeof cards[index]) != 0) {
            wl_surface_damage_buffer(surface, left, top, SIDE, SIDE);
            changed = 1;
        }
        int stale = memcmp(&buffer->cards[index], &cards[index], sizeof cards[index]) != 0;
        if (!stale && index >= moving) continue;
        cairo_t *cairo = cairo_create(buffer->surface);
        cairo_translate(cairo, left, top);
        cairo_rectangle(cairo, 0, 0, SIDE, SIDE);
        cairo_clip(cairo);
        if (stale) draw_card(cairo, &cards[index]);
        if (index < moving) {
            draw_bar(cairo, fabs(fmod(now / 2, 2) - 1));
            wl_surface_damage_buffer(surface, left + BAR_X, top + BAR_Y, BAR_WIDTH, BAR_HEIGHT);
            changed = 1;
        }
        cairo_destroy(cairo);
        buffer->cards[index] = cards[index];
    }
    if (!changed) return;
    memcpy(last, cards, sizeof cards);
    wl_surface_attach(surface, buffer->pointer, 0, 0);
    wl_callback_add_listener(wl_surface_frame(surface), &callback_listener, NULL);
    wl_surface_commit(surface);
    waiting = buffer->busy = 1;
}

static void configure(void *data, struct zwlr_layer_surface_v1 *layer, uint32_t serial, uint32_t width, uint32_t height)
{
    (void)data, (void)width, (void)height;
    zwlr_layer_surface_v1_ack_configure(layer, serial);
    configured = 1;
}
static void closed(void *data, struct zwlr_layer_surface_v1 *layer)
{
    (void)data, (void)layer;
    exit(0);
}
static const struct zwlr_layer_surface_v1_listener layer_listener = {configure, closed};

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
    (void)data, (void)version;
    if (!strcmp(interface, "wl_compositor")) compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    if (!strcmp(interface, "wl_shm")) shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    if (!strcmp(interface, "zwlr_layer_shell_v1")) shell = wl_registry_bind(registry, name, &zwlr_layer_shell_v1_interface, 1);
}
static void gone(void *data, struct wl_registry *registry, uint32_t name) { (void)data, (void)registry, (void)name; }
static const struct wl_registry_listener registry_listener = {global, gone};

int main(int argc, char **argv)
{
    if (argc < 2) {
        puts("usage: surfaces_floor LIST [MOVING]");
        return 64;
    }
    moving = argc > 2 ? atoi(argv[2]) : 0;
    read_list(argv[1]);
    fonts[0] = pango_font_description_from_string("Inter Semi-Bold 13px");
    fonts[1] = pango_font_description_from_string("Inter 28px");
    struct wl_display *display = wl_display_connect(NULL);
    if (!display) fail("no compositor");
    struct wl_registry *registry = wl_display_get_registry(display);
    wl_registry_add_listener(registry, &registry_listener, NULL);
    wl_display_roundtrip(display);
    if (!compositor || !shm || !shell) fail("the compositor has no layers");
    surface = wl_compositor_create_surface(compositor);
    struct zwlr_layer_surface_v1 *layer = zwlr_layer_shell_v1_get_layer_surface(shell, surface, NULL, ZWLR_LAYER_SHELL_V1_LAYER_TOP, "floor");
    zwlr_layer_surface_v1_add_listener(layer, &layer_listener, NULL);
    zwlr_layer_surface_v1_set_size(layer, WIDTH, HEIGHT);
    zwlr_layer_surface_v1_set_anchor(layer, ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP | ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT);
    wl_surface_commit(surface);

    char *copy = strdup(argv[1]), *directory = dirname(copy), event[4096] __attribute__((aligned(8)));
    int changes = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (inotify_add_watch(changes, directory, IN_MOVED_TO) < 0) fail(directory);
    struct pollfd waits[2] = {{wl_display_get_fd(display), POLLIN, 0}, {changes, POLLIN, 0}};
    for (;;) {
        while (wl_display_prepare_read(display) != 0) wl_display_dispatch_pending(display);
        wl_display_flush(display);
        if (poll(waits, 2, -1) < 0) fail("poll");
        if (waits[0].revents) {
            if (wl_display_read_events(display) < 0) return 0;
        } else {
            wl_display_cancel_read(display);
        }
        wl_display_dispatch_pending(display);
        if (waits[1].revents) {
            while (read(changes, event, sizeof event) > 0) {}
            read_list(argv[1]);
        }
        draw();
    }
}
