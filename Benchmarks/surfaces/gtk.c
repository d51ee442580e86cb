// The same 20 cards in GTK 4, as one would write them there: labels and bars in a grid, a style sheet, a monitor of the file.
//
//     surfaces_gtk LIST [MOVING]     see floor.c
#include <gtk/gtk.h>
#include <stdlib.h>

enum { CARDS = 20, COLUMNS = 5 };

static const char *path;
static int moving;
static GtkLabel *names[CARDS], *numbers[CARDS];
static GtkProgressBar *bars[CARDS];

static void show(void)
{
    char *text;
    if (!g_file_get_contents(path, &text, NULL, NULL)) return;
    char **lines = g_strsplit(text, "\n", CARDS + 1);
    for (int index = 0; index < CARDS && lines[index]; index++) {
        char **fields = g_strsplit(lines[index], "\t", 2);
        if (fields[0] && fields[1]) {
            char *number = g_strdup_printf("%s %%", fields[1]);
            gtk_label_set_text(names[index], fields[0]);
            gtk_label_set_text(numbers[index], number);
            gtk_progress_bar_set_fraction(bars[index], atoi(fields[1]) / 100.0);
            g_free(number);
        }
        g_strfreev(fields);
    }
    g_strfreev(lines);
    g_free(text);
}

static void changed(GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer data)
{
    (void)monitor, (void)file, (void)other, (void)event, (void)data;
    show();
}

static gboolean move(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    (void)widget, (void)data;
    double beat = gdk_frame_clock_get_frame_time(clock) / 2e6, place = beat - 2 * (gint64)(beat / 2) - 1;
    for (int index = 0; index < moving; index++) gtk_progress_bar_set_fraction(bars[index], place < 0 ? -place : place);
    return G_SOURCE_CONTINUE;
}

static void activate(GtkApplication *application)
{
    GtkCssProvider *style = gtk_css_provider_new();
    const char *rules = "window { background: transparent; } .card { background: #1c1c1e; border-radius: 22px; padding: 16px; color: white; }"
                        ".name { font: 600 13px Inter; } .number { font: 28px Inter; } progressbar trough, progressbar progress { min-width: 0; }";
    gtk_css_provider_load_from_data(style, rules, -1);
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(style), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    GtkWidget *grid = gtk_grid_new();
    gtk_grid_set_row_spacing(GTK_GRID(grid), 22);
    gtk_grid_set_column_spacing(GTK_GRID(grid), 22);
    for (int index = 0; index < CARDS; index++) {
        GtkWidget *card = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8), *parts[3] = {gtk_label_new(""), gtk_label_new(""), gtk_progress_bar_new()};
        gtk_widget_set_size_request(card, 158, 158);
        gtk_widget_add_css_class(card, "card");
        gtk_widget_add_css_class(parts[0], "name");
        gtk_widget_add_css_class(parts[1], "number");
        for (int part = 0; part < 3; part++) gtk_box_append(GTK_BOX(card), parts[part]);
        names[index] = GTK_LABEL(parts[0]), numbers[index] = GTK_LABEL(parts[1]), bars[index] = GTK_PROGRESS_BAR(parts[2]);
        gtk_label_set_xalign(names[index], 0);
        gtk_label_set_xalign(numbers[index], 0);
        gtk_grid_attach(GTK_GRID(grid), card, index % COLUMNS, index / COLUMNS, 1, 1);
    }
    show();
    GtkWidget *window = gtk_application_window_new(application);
    gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
    gtk_window_set_child(GTK_WINDOW(window), grid);
    if (moving > 0) gtk_widget_add_tick_callback(grid, move, NULL, NULL);
    GFile *file = g_file_new_for_path(path);
    g_signal_connect(g_file_monitor_file(file, G_FILE_MONITOR_NONE, NULL, NULL), "changed", G_CALLBACK(changed), NULL);
    g_object_unref(file);
    gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        puts("usage: surfaces_gtk LIST [MOVING]");
        return 64;
    }
    path = argv[1];
    moving = argc > 2 ? MIN(atoi(argv[2]), CARDS) : 0;
    GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
    return g_application_run(G_APPLICATION(application), 1, argv);
}
