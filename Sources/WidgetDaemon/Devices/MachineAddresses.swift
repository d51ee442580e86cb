import Glibc

/// The addresses of this machine at which others may reach it.
enum MachineAddresses {
    /// The addresses of interfaces that are up. Loopback addresses are used only if there are no others, so that two daemons on one machine find each other.
    static func all(withIPv6: Bool) -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var (found, loopback): ([String], [String]) = ([], [])
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0 else { continue }
            let family = Int32(address.pointee.sa_family)
            guard family == AF_INET || (family == AF_INET6 && withIPv6) else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size)
            guard getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { continue }
            let host = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            // For a link-local address the other machine would need its own interface's name.
            if host.hasPrefix("fe80:") { continue }
            if entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0 { loopback.append(host) } else { found.append(host) }
        }
        // IPv4 comes first: nearly every home network has it.
        return (found.isEmpty ? loopback : found).sorted { !$0.contains(":") && $1.contains(":") }
    }
}
