import WidgetAPI
import WidgetStore

extension ProtoCheckStoreResponse {
    init(_ check: StoreCheck) {
        self.init()
        pages = UInt64(check.pages)
        read = UInt64(check.read)
        repaired = check.repaired
        damaged = check.damaged
        lost = check.lost
    }
}
