import SwiftUI
import WidgetKit

// Animating data updates in widgets and Live Activities.

enum A1 {
    struct Total: View {
        let totalCaffeine: Measurement<UnitMass>
        var body: some View {
            Text(totalCaffeine.formatCaffeine())
                .font(.title)
                .minimumScaleFactor(0.8)
                .contentTransition(.numericText())
        }
    }
}

enum A2 {
    struct Total: View {
        let totalCaffeine: Measurement<UnitMass>
        var body: some View {
            Text(totalCaffeine.formatCaffeine())
                .font(.title)
                .minimumScaleFactor(0.8)
                .contentTransition(.numericText())
                .animation(.spring(duration: 0.2), value: totalCaffeine)
        }
    }
}

enum A3 {
    struct Total: View {
        let totalCaffeine: Measurement<UnitMass>
        var body: some View {
            Text("Total Caffeine: \(totalCaffeine.formatCaffeine())")
                .animation(.default.speed(0.25).delay(0.5), value: totalCaffeine)
        }
    }
}

enum A4 {
    struct LastDrinkView: View {
        let log: CaffeineLog

        var dateFormatStyle: Date.FormatStyle {
            Date.FormatStyle(date: .omitted, time: .shortened)
        }

        var body: some View {
            VStack(alignment: .leading) {
                Text(log.drink.name)
                    .bold()
                Text("\(log.date, format: .dateformatStyle)")
                    .font(.caption)
            }
            .id(log)
            .transition(.push(from: .bottom))
        }
    }
}
