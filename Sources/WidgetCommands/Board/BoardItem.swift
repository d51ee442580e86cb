/// Something on the board that can be selected, by its id.
enum BoardItem: Hashable {
    case activity(String)
    case widget(String)
    case control(String)
}
