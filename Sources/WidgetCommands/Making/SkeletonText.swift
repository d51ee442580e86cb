import WidgetCore

/// The texts of a provider to begin with, by language. Each shows the time at which it was asked, and asks to be asked again after half an hour.
enum SkeletonText {
    static func sh(_ title: String) -> String {
        """
        #!/bin/sh
        # Says what the widget shows: docs/providers.md, "Protocol json", and docs/script-form.md. widgetd runs it with a request in JSON on standard input.
        request=$(cat)

        case $request in
        # Shown until there is something to show: nothing that looks real.
        *'"call":"placeholder"'*) text="--:--" ;;
        *) text=$(date +%H:%M) ;;
        esac

        # When to ask again: a widget has a budget of 64 times a day.
        after=$(date -u -d "@$(($(date +%s) + 1800))" +%FT%TZ)

        printf '{"view": {"vstack": [{"text": "\(title)", "font": "caption"}, {"text": "%s", "font": "title", "bold": true}]},
        "policy": {"after": "%s"}}\\n' "$text" "$after"

        """
    }

    static func python(_ title: String) -> String {
        """
        #!/usr/bin/env python3
        \"""Says what the widget shows: docs/providers.md, "Protocol json", and docs/script-form.md. widgetd runs it with a request in JSON on standard input.\"""

        import datetime
        import json
        import sys

        request = json.load(sys.stdin)
        now = datetime.datetime.now(datetime.timezone.utc)

        if request["call"] == "placeholder":
            # Shown until there is something to show: nothing that looks real.
            text = "--:--"
        else:
            text = now.astimezone().strftime("%H:%M")

        # When to ask again: a widget has a budget of 64 times a day.
        after = now + datetime.timedelta(minutes=30)

        view = {"vstack": [{"text": "\(title)", "font": "caption"}, {"text": text, "font": "title", "bold": True}]}
        json.dump({"view": view, "policy": {"after": after.strftime("%Y-%m-%dT%H:%M:%SZ")}}, sys.stdout)

        """
    }

    static func go(_ title: String) -> String {
        """
        // Says what the widget shows: docs/providers.md, "Protocol json", and docs/script-form.md. widgetd runs it with a request in JSON on standard input.
        package main

        import (
        \t"encoding/json"
        \t"fmt"
        \t"os"
        \t"time"
        )

        // The request; docs/providers.md has all of it.
        type request struct {
        \tCall   string `json:"call"`
        \tKind   string `json:"kind"`
        \tFamily string `json:"family"`
        }

        type object map[string]interface{}

        func main() {
        \tvar asked request
        \tif err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
        \t\tfail(err)
        \t}

        \ttext := time.Now().Format("15:04")
        \tif asked.Call == "placeholder" {
        \t\t// Shown until there is something to show: nothing that looks real.
        \t\ttext = "--:--"
        \t}

        \tanswer := object{
        \t\t"view": object{"vstack": []object{
        \t\t\t{"text": "\(title)", "font": "caption"},
        \t\t\t{"text": text, "font": "title", "bold": true},
        \t\t}},
        \t\t// When to ask again: a widget has a budget of 64 times a day.
        \t\t"policy": object{"after": time.Now().Add(30 * time.Minute).UTC().Format(time.RFC3339)},
        \t}
        \tif err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
        \t\tfail(err)
        \t}
        }

        // The last line on standard error is what a user sees as the reason.
        func fail(err error) {
        \tfmt.Fprintln(os.Stderr, err)
        \tos.Exit(1)
        }

        """
    }

    static func goModule(_ name: String) -> String { "module \(name)\n\ngo 1.19\n" }

    static func goBuild(_ name: String) -> String { build("go build -o .\(name).new .", "mv .\(name).new \(name)") }

    static func swiftPackage(_ name: String, _ package: SwiftPackageLocation?) -> String {
        let products = ["SwiftUI", "WidgetKit", "AppIntents"].map { ".product(name: \"\($0)\", package: \"\(package?.identity ?? "widgetd")\")" }
        return """
            // swift-tools-version:6.2
            import PackageDescription

            let package = Package(
                name: "\(name)",
                dependencies: [\(package?.dependency ?? "")],
                targets: [
                    .executableTarget(
                        name: "\(name)",
                        dependencies: [
                            \(products.joined(separator: ",\n                "))
                        ],
                        // Xcode's own mode for a new app; and a release build keeps the intents that no view uses.
                        swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-enable-testing"])])
                ]
            )

            """
    }

    static func swift(_ name: String, _ title: String) -> String {
        """
        import SwiftUI
        import WidgetKit

        // The content that is shown from a date on.
        struct Entry: TimelineEntry {
            var date: Date
        }

        struct Provider: TimelineProvider {
            // Shown until there is something to show: nothing that looks real.
            func placeholder(in context: Context) -> Entry { Entry(date: .now) }

            func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void) { completion(Entry(date: .now)) }

            // When to ask again: a widget has a budget of 64 times a day.
            func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
                completion(Timeline(entries: [Entry(date: .now)], policy: .after(.now + 30 * 60)))
            }
        }

        struct EntryView: View {
            var entry: Entry

            var body: some View {
                VStack {
                    Text("\(title)").font(.caption)
                    Text(entry.date, style: .time).font(.title).bold()
                }
                .containerBackground(.fill.tertiary, for: .widget)
            }
        }

        @main
        struct MyWidget: Widget {
            var body: some WidgetConfiguration {
                StaticConfiguration(kind: "\(name)", provider: Provider()) { entry in
                    EntryView(entry: entry)
                }
                .configurationDisplayName("\(title)")
                .description("What it shows, in a sentence")
                .supportedFamilies([.systemSmall, .systemMedium])
            }
        }

        #Preview(as: .systemSmall) {
            MyWidget()
        } timeline: {
            Entry(date: .now)
        }

        """
    }

    static func swiftBuild(_ name: String) -> String {
        build(
            "swift build -c release", "# The resources first: the program reads them where it lies.",
            "rm -rf *.resources && for folder in .build/release/\(name)_*.resources; do if [ -d \"$folder\" ]; then cp -R \"$folder\" .; fi; done",
            "cp .build/release/\(name) .\(name).new && mv .\(name).new \(name)")
    }

    private static func build(_ commands: String...) -> String {
        """
        #!/bin/sh
        # Builds the program and puts it where the manifest says; widgetd sees it at once. The modes are those that it accepts: nobody else may write what it runs.
        set -eu
        cd "$(dirname "$0")"
        umask 022
        \(commands.joined(separator: "\n"))

        """
    }
}
