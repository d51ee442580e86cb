// The floor of the animation engine: the formulas of a spring's value and of a Bézier curve's, and one frame of attributes that springs move. Nothing else.
//
//     motion_floor EVALUATIONS
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COUNT = 1024, ATTRIBUTES = 10000 };

// The same numbers as the other program's: each from 0 to 1, one after another.
static double next_number(void)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-53;
}

struct spring { double decay, frequency; };

// A spring of a duration and a bounce of 0 to 1.
static struct spring spring(double duration, double bounce)
{
    double natural = 2 * M_PI / duration, ratio = 1 - bounce;
    return (struct spring){ratio * natural, natural * sqrt(1 - ratio * ratio)};
}

static double spring_value(const struct spring *spring, double target, double velocity, double time)
{
    double c = spring->decay, w = spring->frequency;
    if (w > 0) return target - exp(-c * time) * (target * cos(w * time) + (target * c - velocity) / w * sin(w * time));
    if (w == 0) return target - exp(-c * time) * (target + (target * c - velocity) * time);
    double slow = -c - w, fast = -c + w;
    return target + ((velocity + fast * target) * exp(slow * time) - (velocity + slow * target) * exp(fast * time)) / (-2 * w);
}

struct curve { double x1, y1, x2, y2; };

static double unit(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static double curve_value(const struct curve *curve, double x)
{
    const double precision = 0x1p-20;
    x = unit(x);
    double cx = 3 * unit(curve->x1), bx = 3 * (unit(curve->x2) - unit(curve->x1)) - cx, ax = 1 - cx - bx;
    double cy = 3 * curve->y1, by = 3 * (curve->y2 - curve->y1) - cy, ay = 1 - cy - by;
    double t = x;
    for (int step = 0; step < 8; step++) {
        double error = ((ax * t + bx) * t + cx) * t - x;
        if (fabs(error) < precision) goto found;
        double slope = cx + (2 * bx + 3 * ax * t) * t;
        if (fabs(slope) < precision) break;
        t -= error / slope;
    }
    t = x;
    double low = 0, high = 1;
    for (int step = 0; step < 64; step++) {
        double error = ((ax * t + bx) * t + cx) * t - x;
        if (fabs(error) < precision) break;
        if (error < 0) low = t; else high = t;
        t = (low + high) / 2;
    }
found:
    return round(((ay * t + by) * t + cy) * t / precision) * precision;
}

struct attribute { struct spring spring; double from, to, velocity, start; };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int arguments, char **argument)
{
    size_t evaluations = arguments == 2 ? strtoul(argument[1], NULL, 10) : 0;
    if (evaluations == 0) return fputs("usage: motion_floor EVALUATIONS\n", stderr), 64;
    struct spring *springs = malloc(COUNT * sizeof *springs);
    double *targets = malloc(COUNT * sizeof *targets), *velocities = malloc(COUNT * sizeof *velocities);
    struct curve *curves = malloc(COUNT * sizeof *curves);
    struct attribute *attributes = malloc(ATTRIBUTES * sizeof *attributes);
    if (!springs || !targets || !velocities || !curves || !attributes) return 1;
    for (size_t i = 0; i < COUNT; i++) {
        double duration = 0.2 + next_number(), bounce = next_number();
        springs[i] = spring(duration, i % 4 == 0 ? 0 : 0.5 * bounce);
        targets[i] = 100 * next_number();
        velocities[i] = 10 * next_number();
    }
    for (size_t i = 0; i < COUNT; i++) {
        double x1 = next_number(), y1 = next_number(), x2 = next_number(), y2 = next_number();
        curves[i] = (struct curve){x1, y1, x2, y2};
    }

    double sum = 0, before = now();
    for (size_t i = 0; i < evaluations; i++) sum += spring_value(&springs[i % COUNT], targets[i % COUNT], velocities[i % COUNT], (double)(i % 121) / 60);
    printf("spring_ns %.3f\nspring_sum %.6e\n", (now() - before) / (double)evaluations, sum);

    sum = 0, before = now();
    for (size_t i = 0; i < evaluations; i++) sum += curve_value(&curves[i % COUNT], (double)(i % 121) / 120);
    printf("curve_ns %.3f\ncurve_sum %.6e\n", (now() - before) / (double)evaluations, sum);

    // One attribute after another, as a frame is drawn: from where it was to where it goes, since its change. None has arrived.
    for (size_t i = 0; i < ATTRIBUTES; i++) {
        double duration = 0.6 + next_number(), bounce = next_number();
        double from = 100 * next_number(), to = 100 * next_number(), start = 0.25 * next_number();
        attributes[i] = (struct attribute){spring(duration, i % 4 == 0 ? 0 : 0.5 * bounce), from, to, 0, start};
    }
    size_t frames = evaluations / ATTRIBUTES + 1;
    sum = 0, before = now();
    for (size_t frame = 0; frame < frames; frame++) {
        double time = 0.25 + (double)(frame % 15) / 60;
        for (size_t i = 0; i < ATTRIBUTES; i++) {
            const struct attribute *a = &attributes[i];
            sum += a->from + spring_value(&a->spring, a->to - a->from, a->velocity, time - a->start);
        }
    }
    printf("frame_us %.3f\nframe_sum %.6e\n", (now() - before) / 1e3 / (double)frames, sum);
}
