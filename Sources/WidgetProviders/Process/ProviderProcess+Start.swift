import CLauncher
import Glibc
import Logging
import WidgetCore

extension ProviderProcess {
    /// Starts a program. It blocks for the millisecond that this takes.
    static func start(_ request: LaunchRequest, logger: Logger) throws(WidgetError) -> ProviderProcess {
        // The child's descriptors are closed here once it has them, whatever happens.
        var given = Descriptors()
        defer { given.closeAll() }
        if request.socket >= 0 { given.add(request.socket) }
        // This side's descriptors are closed when the start fails.
        var kept = Descriptors()
        defer { kept.closeAll() }

        let errors = try pipe(for: request, given: &given, kept: &kept)
        var output: (read: Int32?, write: Int32, limit: Int) = (nil, errors.write, 0)
        var follower: (@Sendable ([UInt8]) -> Void)?
        switch request.output {
        case .collected(let limit):
            let pipe = try pipe(for: request, given: &given, kept: &kept)
            output = (pipe.read, pipe.write, limit)
        case .followed(let take):
            let pipe = try pipe(for: request, given: &given, kept: &kept)
            output = (pipe.read, pipe.write, 0)
            follower = take
        case .logged: break
        }
        let input = request.input.isEmpty ? open("/dev/null", O_RDONLY | O_CLOEXEC) : widgetd_sealed_file(request.input, request.input.count)
        guard input >= 0 else { throw failure(request, "its standard input", errno) }
        given.add(input)

        let entrance = request.group?.entrance() ?? -1
        if entrance >= 0 { given.add(entrance) }
        let killsBefore = request.group?.outOfMemory ?? 0

        var launched = widgetd_launched()
        let code = withCStrings([request.program] + request.arguments) { arguments in
            withCStrings(request.environment.map { "\($0.key)=\($0.value)" }.sorted()) { environment in
                request.program.withCString { path in
                    var program = widgetd_program(
                        path: path, arguments: arguments, environment: environment, input: input, output: output.write, error: errors.write,
                        socket: request.socket, group: entrance, data_limit: UInt64(request.memoryLimit), descriptor_limit: ProviderLimits.descriptors)
                    return widgetd_launch(&program, &launched)
                }
            }
        }
        guard code == 0 else { throw failure(request, launched.failed.map { String(cString: $0) } ?? "start", code) }
        kept.release()
        return ProviderProcess(
            launched, outputPipe: output.read, errorPipe: errors.read, outputLimit: output.limit, follower: follower,
            isOutOfMemory: { (request.group?.outOfMemory ?? 0) > killsBefore }, logger: logger)
    }

    private static func pipe(for request: LaunchRequest, given: inout Descriptors, kept: inout Descriptors) throws(WidgetError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard widgetd_pipe(&ends) == 0 else { throw failure(request, "a pipe", errno) }
        kept.add(ends[0])
        given.add(ends[1])
        return (ends[0], ends[1])
    }

    private static func failure(_ request: LaunchRequest, _ what: String, _ code: Int32) -> WidgetError {
        let hint =
            switch code {
            case ENOENT: "; check that it exists, and that the interpreter in its first line does"
            case EACCES: "; make it executable with chmod +x"
            case ENOEXEC: "; a script needs a first line such as #!/bin/sh"
            case EMFILE, ENFILE: "; too many open files"
            default: ""
            }
        return WidgetError(.unavailable, "\(request.program) can't be started: \(what): \(String(cString: strerror(code)))\(hint)")
    }

    /// Calls `body` with the strings as a null-terminated array of C strings.
    private static func withCStrings<Result>(_ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
        let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
        for (index, string) in strings.enumerated() { pointers.advanced(by: index).initialize(to: strdup(string)) }
        pointers.advanced(by: strings.count).initialize(to: nil)
        defer {
            for index in strings.indices { free(pointers[index]) }
            pointers.deallocate()
        }
        return body(pointers)
    }
}

/// Descriptors that are closed together.
private struct Descriptors {
    private var numbers: [Int32] = []

    mutating func add(_ number: Int32) { numbers.append(number) }

    /// Gives the descriptors up: another owner closes them.
    mutating func release() { numbers = [] }

    func closeAll() {
        for number in numbers { _ = close(number) }
    }
}
