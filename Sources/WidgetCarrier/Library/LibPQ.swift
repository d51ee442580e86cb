import Glibc
import WidgetCore

/// PostgreSQL's client library, loaded when it is first needed. So neither a build nor a daemon without an engine needs it.
struct LibPQ: Sendable {
    typealias Connection = OpaquePointer
    typealias Result = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias NoticeReceiver = @convention(c) (UnsafeMutableRawPointer?, Result?) -> Void

    /// The name of the library, as every distribution has it.
    static let name = "libpq.so.5"
    private static let loaded = Loading.load()

    let parse: @convention(c) (Text, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> UnsafeMutableRawPointer?
    let freeParsed: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let connect: @convention(c) (UnsafePointer<Text?>, UnsafePointer<Text?>, CInt) -> Connection?
    let finish: @convention(c) (Connection) -> Void
    let status: @convention(c) (Connection) -> CInt
    let errorMessage: @convention(c) (Connection) -> Text?
    let socket: @convention(c) (Connection) -> CInt
    let backend: @convention(c) (Connection) -> CInt
    let setNonblocking: @convention(c) (Connection, CInt) -> CInt
    let setNoticeReceiver: @convention(c) (Connection, NoticeReceiver?, UnsafeMutableRawPointer?) -> NoticeReceiver?
    let send:
        @convention(c) (
            Connection, Text, CInt, UnsafePointer<CUnsignedInt>?, UnsafePointer<Text?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt
        ) -> CInt
    let prepare: @convention(c) (Connection, Text, Text, CInt, UnsafePointer<CUnsignedInt>?) -> CInt
    let sendPrepared: @convention(c) (Connection, Text, CInt, UnsafePointer<Text?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt) -> CInt
    let flush: @convention(c) (Connection) -> CInt
    let isBusy: @convention(c) (Connection) -> CInt
    let nextResult: @convention(c) (Connection) -> Result?
    let consumeInput: @convention(c) (Connection) -> CInt
    let notifies: @convention(c) (Connection) -> UnsafeMutableRawPointer?
    let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let resultStatus: @convention(c) (Result?) -> CInt
    let errorField: @convention(c) (Result?, CInt) -> Text?
    let rows: @convention(c) (Result?) -> CInt
    let value: @convention(c) (Result?, CInt, CInt) -> UnsafePointer<UInt8>?
    let length: @convention(c) (Result?, CInt, CInt) -> CInt
    let isNull: @convention(c) (Result?, CInt, CInt) -> CInt
    let clear: @convention(c) (Result?) -> Void
    /// From then on, statements are sent without a wait for the answers to those before them.
    let enterPipeline: @convention(c) (Connection) -> CInt
    /// Ends a series of statements. A failure ends with it, too.
    let syncPipeline: @convention(c) (Connection) -> CInt

    /// - Throws: FAILED_PRECONDITION where the library isn't installed, or is too old.
    static func open() throws(WidgetError) -> LibPQ {
        switch loaded {
        case .success(let library): library
        case .failure(let error): throw error
        }
    }

    /// A namespace for loading, which happens once for a process.
    private enum Loading {
        static func load() -> Swift.Result<LibPQ, WidgetError> {
            guard let handle = dlopen(LibPQ.name, RTLD_NOW | RTLD_LOCAL) else {
                let reason = dlerror().map { String(cString: $0) } ?? ""
                return .failure(
                    WidgetError(
                        .failedPrecondition,
                        "a carrier needs PostgreSQL's client library \(LibPQ.name), which isn't installed; on Debian: apt-get install libpq5",
                        cause: reason))
            }
            do throws(WidgetError) { return .success(try LibPQ(handle)) } catch { return .failure(error) }
        }
    }

    private init(_ handle: UnsafeMutableRawPointer) throws(WidgetError) {
        func symbol(_ name: String) throws(WidgetError) -> UnsafeMutableRawPointer {
            guard let symbol = dlsym(handle, name) else {
                throw WidgetError(.failedPrecondition, "\(LibPQ.name) has no \(name): it is older than PostgreSQL 14; install a newer libpq5")
            }
            return symbol
        }
        parse = unsafeBitCast(
            try symbol("PQconninfoParse"),
            to: (@convention(c) (Text, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> UnsafeMutableRawPointer?).self)
        freeParsed = unsafeBitCast(try symbol("PQconninfoFree"), to: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
        connect = unsafeBitCast(try symbol("PQconnectdbParams"), to: (@convention(c) (UnsafePointer<Text?>, UnsafePointer<Text?>, CInt) -> Connection?).self)
        finish = unsafeBitCast(try symbol("PQfinish"), to: (@convention(c) (Connection) -> Void).self)
        status = unsafeBitCast(try symbol("PQstatus"), to: (@convention(c) (Connection) -> CInt).self)
        errorMessage = unsafeBitCast(try symbol("PQerrorMessage"), to: (@convention(c) (Connection) -> Text?).self)
        socket = unsafeBitCast(try symbol("PQsocket"), to: (@convention(c) (Connection) -> CInt).self)
        backend = unsafeBitCast(try symbol("PQbackendPID"), to: (@convention(c) (Connection) -> CInt).self)
        setNonblocking = unsafeBitCast(try symbol("PQsetnonblocking"), to: (@convention(c) (Connection, CInt) -> CInt).self)
        setNoticeReceiver = unsafeBitCast(
            try symbol("PQsetNoticeReceiver"), to: (@convention(c) (Connection, NoticeReceiver?, UnsafeMutableRawPointer?) -> NoticeReceiver?).self)
        send = unsafeBitCast(
            try symbol("PQsendQueryParams"),
            to: (@convention(c) (
                Connection, Text, CInt, UnsafePointer<CUnsignedInt>?, UnsafePointer<Text?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt
            ) -> CInt).self)
        prepare = unsafeBitCast(
            try symbol("PQsendPrepare"), to: (@convention(c) (Connection, Text, Text, CInt, UnsafePointer<CUnsignedInt>?) -> CInt).self)
        sendPrepared = unsafeBitCast(
            try symbol("PQsendQueryPrepared"),
            to: (@convention(c) (Connection, Text, CInt, UnsafePointer<Text?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt) -> CInt).self)
        flush = unsafeBitCast(try symbol("PQflush"), to: (@convention(c) (Connection) -> CInt).self)
        isBusy = unsafeBitCast(try symbol("PQisBusy"), to: (@convention(c) (Connection) -> CInt).self)
        nextResult = unsafeBitCast(try symbol("PQgetResult"), to: (@convention(c) (Connection) -> Result?).self)
        consumeInput = unsafeBitCast(try symbol("PQconsumeInput"), to: (@convention(c) (Connection) -> CInt).self)
        notifies = unsafeBitCast(try symbol("PQnotifies"), to: (@convention(c) (Connection) -> UnsafeMutableRawPointer?).self)
        freeMemory = unsafeBitCast(try symbol("PQfreemem"), to: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
        resultStatus = unsafeBitCast(try symbol("PQresultStatus"), to: (@convention(c) (Result?) -> CInt).self)
        errorField = unsafeBitCast(try symbol("PQresultErrorField"), to: (@convention(c) (Result?, CInt) -> Text?).self)
        rows = unsafeBitCast(try symbol("PQntuples"), to: (@convention(c) (Result?) -> CInt).self)
        value = unsafeBitCast(try symbol("PQgetvalue"), to: (@convention(c) (Result?, CInt, CInt) -> UnsafePointer<UInt8>?).self)
        length = unsafeBitCast(try symbol("PQgetlength"), to: (@convention(c) (Result?, CInt, CInt) -> CInt).self)
        isNull = unsafeBitCast(try symbol("PQgetisnull"), to: (@convention(c) (Result?, CInt, CInt) -> CInt).self)
        clear = unsafeBitCast(try symbol("PQclear"), to: (@convention(c) (Result?) -> Void).self)
        enterPipeline = unsafeBitCast(try symbol("PQenterPipelineMode"), to: (@convention(c) (Connection) -> CInt).self)
        syncPipeline = unsafeBitCast(try symbol("PQpipelineSync"), to: (@convention(c) (Connection) -> CInt).self)
    }
}
