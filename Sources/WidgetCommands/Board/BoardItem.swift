/// Something on the board that can be selected, by its id.
enum BoardItem: Hashable {
    case activity(String)
    /// The line of all activities that have ended.
    case ended
    case widget(String)
    case control(String)
}
