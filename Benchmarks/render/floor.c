// The floor of layout and drawing: a loop over a tree of 100 boxes that shares lengths as a stack does, and a small widget drawn with Cairo and Pango alone.
//
//     render_floor ROUNDS
#include <math.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double nanoseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

// A stack of 14 rows; each row has a symbol, a stack of two texts, a spacer and a text.
enum { ROWS = 14 };
struct box { int kind, parent, first, count; double width, height, x, y, least, most; };
static struct box boxes[1 + ROWS * 7];
static int count;

static double length(const struct box *box, double offered) { return box->kind == 2 ? (offered < 8 ? 8 : offered) : box->width; }

static void lay_out(double width, double height)
{
    double y = 0;
    for (int row = 0; row < ROWS; row++) {
        struct box *line = boxes + 1 + row * 7, *children[4] = {line + 1, line + 2, line + 5, line + 6};
        // Twice, as a stack asks for the least and the most lengths first.
        double held = 0;
        for (int index = 0; index < 4; index++) {
            children[index]->least = length(children[index], 0);
            children[index]->most = length(children[index], INFINITY);
            held += children[index]->least;
        }
        double left = width - held, x = 0, tallest = 0;
        for (int index = 0; index < 4; index++) {
            struct box *child = children[index];
            double own = length(child, child->least + (child->kind == 2 ? left : 0));
            child->x = x;
            child->y = y;
            x += own + 8;
            if (child->height > tallest) tallest = child->height;
        }
        line[3].x = line[4].x = line[2].x;
        line[3].y = y;
        line[4].y = y + line[3].height;
        line->y = y;
        y += tallest + 8;
    }
    boxes[0].height = y < height ? y : height;
}

static cairo_surface_t *surface;
static PangoLayout *texts[3];

static void draw(cairo_t *cairo)
{
    cairo_save(cairo);
    cairo_scale(cairo, 2, 2);
    cairo_new_path(cairo);
    double r = 22, side = 158;
    cairo_arc(cairo, side - r, r, r, -M_PI / 2, 0);
    cairo_arc(cairo, side - r, side - r, r, 0, M_PI / 2);
    cairo_arc(cairo, r, side - r, r, M_PI / 2, M_PI);
    cairo_arc(cairo, r, r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(cairo);
    cairo_clip(cairo);
    cairo_pattern_t *gradient = cairo_pattern_create_linear(0, 0, 0, side);
    cairo_pattern_add_color_stop_rgb(gradient, 0, 0, 0.48, 1);
    cairo_pattern_add_color_stop_rgb(gradient, 1, 0.2, 0.68, 0.9);
    cairo_set_source(cairo, gradient);
    cairo_rectangle(cairo, 0, 0, side, side);
    cairo_fill(cairo);
    cairo_pattern_destroy(gradient);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    cairo_arc(cairo, 26, 26, 5, 0, 2 * M_PI);
    for (int ray = 0; ray < 8; ray++) {
        double angle = ray * M_PI / 4;
        cairo_rectangle(cairo, 26 + 8 * cos(angle) - 0.8, 26 + 8 * sin(angle) - 0.8, 1.6, 1.6);
    }
    cairo_fill(cairo);
    double places[3][2] = {{90, 16}, {16, 75}, {16, 128}};
    for (int index = 0; index < 3; index++) {
        cairo_move_to(cairo, places[index][0], places[index][1]);
        pango_cairo_show_layout(cairo, texts[index]);
    }
    cairo_restore(cairo);
}

int main(int argc, char **argv)
{
    long rounds = argc == 2 ? atol(argv[1]) : 0;
    if (rounds <= 0) {
        puts("usage: render_floor ROUNDS");
        return 64;
    }
    boxes[count++] = (struct box){.kind = 0};
    for (int row = 0; row < ROWS; row++) {
        boxes[count++] = (struct box){.kind = 1, .height = 35};
        boxes[count++] = (struct box){.kind = 3, .width = 20, .height = 20};
        boxes[count++] = (struct box){.kind = 1, .width = 110, .height = 35};
        boxes[count++] = (struct box){.kind = 3, .width = 110, .height = 20.5};
        boxes[count++] = (struct box){.kind = 3, .width = 80, .height = 14.5};
        boxes[count++] = (struct box){.kind = 2, .height = 0};
        boxes[count++] = (struct box){.kind = 3, .width = 35, .height = 20.5};
    }
    double before = nanoseconds(), sum = 0;
    for (long round = 0; round < rounds * 10; round++) {
        lay_out(306 + round % 2, 322);
        sum += boxes[0].height;
    }
    printf("layout_us %g\nlayout_sum %g\n", (nanoseconds() - before) / (rounds * 10) / 1000, sum);

    surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 316, 316);
    PangoFontMap *map = pango_cairo_font_map_new();
    PangoContext *context = pango_font_map_create_context(map);
    const char *words[3] = {"Berlin", "14\u00b0", "Sunny"};
    double sizes[3] = {17, 44, 12};
    for (int index = 0; index < 3; index++) {
        texts[index] = pango_layout_new(context);
        PangoFontDescription *font = pango_font_description_from_string("Inter");
        pango_font_description_set_absolute_size(font, sizes[index] * PANGO_SCALE);
        pango_layout_set_font_description(texts[index], font);
        pango_font_description_free(font);
        pango_layout_set_text(texts[index], words[index], -1);
    }
    cairo_t *cairo = cairo_create(surface);
    draw(cairo);
    before = nanoseconds();
    for (long round = 0; round < rounds; round++) draw(cairo);
    printf("whole_us %g\n", (nanoseconds() - before) / rounds / 1000);
    cairo_destroy(cairo);
    return 0;
}
