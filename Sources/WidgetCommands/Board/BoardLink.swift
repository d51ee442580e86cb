/// An address that a tap on the board opens.
struct BoardLink: Equatable {
    /// What carries it, and its name there.
    var item: BoardItem
    var action: String
    var url: String
}
