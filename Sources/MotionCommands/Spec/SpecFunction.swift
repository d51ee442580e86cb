/// A function or a property that may be written in an animation, and what it makes.
struct SpecFunction<Result> {
    let name: String
    /// `spring(duration:bounce:)`; a property's is its name.
    let form: String
    let isProperty: Bool
    /// Makes it of the arguments, all of which it must know.
    let make: (inout SpecArguments) throws -> Result

    init(_ name: String, _ value: Result) {
        self.name = name
        form = name
        isProperty = true
        make = { _ in value }
    }

    init<each Value>(_ name: String, _ parameters: repeat SpecParameter<each Value>, make: @escaping (repeat each Value) -> Result) {
        self.name = name
        var labels = ""
        for parameter in repeat each parameters { labels += parameter.shown + ":" }
        form = "\(name)(\(labels))"
        isProperty = false
        self.make = { arguments in
            let result = try make(repeat arguments.take(each parameters))
            try arguments.finish()
            return result
        }
    }
}
