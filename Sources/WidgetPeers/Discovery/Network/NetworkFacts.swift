import CLinux
import Glibc

/// The interfaces that run, and the addresses and routes. It parses rtnetlink's messages (rtnetlink(7)), and does no I/O.
///
/// The kernel repeats itself: each scan for wireless networks and each router's advertisement is a message that changes nothing. The known state shows which
/// messages are new.
struct NetworkFacts {
    private var running: Set<Int32> = []
    private var addresses: Set<[UInt8]> = []
    private var routes: Set<[UInt8]> = []

    /// Handles the messages that were read from the socket. A message that is cut short or unknown is skipped.
    /// - Returns: whether the network has changed so that a link may work now, or that one may be dead.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var hasChanged = false
        var rest = bytes[...]
        while let header = rest.read(nlmsghdr.self), header.nlmsg_len >= MemoryLayout<nlmsghdr>.size, Int(header.nlmsg_len) <= rest.count {
            let body = rest.prefix(Int(header.nlmsg_len)).dropFirst(MemoryLayout<nlmsghdr>.size)
            if take(Int32(header.nlmsg_type), body) { hasChanged = true }
            rest = rest.dropFirst(Self.aligned(Int(header.nlmsg_len)))
        }
        return hasChanged
    }

    private mutating func take(_ type: Int32, _ body: Slice<UnsafeRawBufferPointer>) -> Bool {
        switch type {
        case Int32(RTM_NEWLINK): link(body, isGone: false)
        case Int32(RTM_DELLINK): link(body, isGone: true)
        case Int32(RTM_NEWADDR): address(body, isGone: false)
        case Int32(RTM_DELADDR): address(body, isGone: true)
        case Int32(RTM_NEWROUTE): route(body, isGone: false)
        case Int32(RTM_DELROUTE): route(body, isGone: true)
        default: false
        }
    }

    /// An interface counts while it has a carrier. The loss of a carrier isn't reported; only a new way to the network is.
    private mutating func link(_ body: Slice<UnsafeRawBufferPointer>, isGone: Bool) -> Bool {
        guard let link = body.read(ifinfomsg.self), link.ifi_flags & UInt32(IFF_LOOPBACK) == 0 else { return false }
        guard !isGone, link.ifi_flags & UInt32(IFF_RUNNING) != 0 else {
            running.remove(link.ifi_index)
            return false
        }
        if running.count >= DiscoveryLimits.networkFacts { running = [] }
        return running.insert(link.ifi_index).inserted
    }

    /// An address counts from when it may be used. IPv6 first asks its neighbours whether the address is taken.
    private mutating func address(_ body: Slice<UnsafeRawBufferPointer>, isGone: Bool) -> Bool {
        guard let message = body.read(ifaddrmsg.self), Int32(message.ifa_scope) != Int32(RT_SCOPE_HOST.rawValue) else { return false }
        var key = withUnsafeBytes(of: message.ifa_index) { Array($0) }
        var flags = UInt32(message.ifa_flags)
        forEachAttribute(after: ifaddrmsg.self, in: body) { type, value in
            switch Int(type) {
            case Int(IFA_ADDRESS), Int(IFA_LOCAL): key += value
            case Int(IFA_FLAGS): flags = value.read(UInt32.self) ?? flags
            default: break
            }
        }
        guard !isGone else {
            addresses.remove(key)
            return true
        }
        guard flags & UInt32(IFA_F_TENTATIVE | IFA_F_DADFAILED) == 0 else { return false }
        if addresses.count >= DiscoveryLimits.networkFacts { addresses = [] }
        return addresses.insert(key).inserted
    }

    /// Routes to other machines count. Routes to the machine's own addresses come with the addresses, and cached routes lead nowhere new.
    private mutating func route(_ body: Slice<UnsafeRawBufferPointer>, isGone: Bool) -> Bool {
        guard let message = body.read(rtmsg.self), message.rtm_type == UInt8(RTN_UNICAST), message.rtm_flags & UInt32(RTM_F_CLONED) == 0 else { return false }
        var key = [message.rtm_family, message.rtm_dst_len, message.rtm_table]
        forEachAttribute(after: rtmsg.self, in: body) { type, value in
            switch Int(type) {
            case Int(RTA_DST.rawValue), Int(RTA_GATEWAY.rawValue), Int(RTA_OIF.rawValue), Int(RTA_PRIORITY.rawValue): key += [UInt8(type)] + value
            default: break
            }
        }
        guard !isGone else {
            routes.remove(key)
            return false
        }
        if routes.count >= DiscoveryLimits.networkFacts { routes = [] }
        return routes.insert(key).inserted
    }

    private func forEachAttribute<Message: BitwiseCopyable>(
        after: Message.Type, in body: Slice<UnsafeRawBufferPointer>, _ take: (UInt16, Slice<UnsafeRawBufferPointer>) -> Void
    ) {
        var rest = body.dropFirst(Self.aligned(MemoryLayout<Message>.size))
        while let header = rest.read(rtattr.self), header.rta_len >= MemoryLayout<rtattr>.size, Int(header.rta_len) <= rest.count {
            take(header.rta_type, rest.prefix(Int(header.rta_len)).dropFirst(MemoryLayout<rtattr>.size))
            rest = rest.dropFirst(Self.aligned(Int(header.rta_len)))
        }
    }

    /// Everything in netlink begins at a multiple of four bytes.
    private static func aligned(_ count: Int) -> Int { (count + 3) & ~3 }
}

extension Slice<UnsafeRawBufferPointer> {
    /// A value of C's at the beginning; nil where there are too few bytes.
    fileprivate func read<Value: BitwiseCopyable>(_ type: Value.Type) -> Value? {
        guard count >= MemoryLayout<Value>.size else { return nil }
        return UnsafeRawBufferPointer(rebasing: self).loadUnaligned(as: Value.self)
    }
}
