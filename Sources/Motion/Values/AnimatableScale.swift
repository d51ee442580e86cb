/// How the data of small quantities are stretched for animations.
///
/// A spring ends when it is near its target, and near is measured in points: a few hundredths. Radians, fractions of a view and parts of a colour are so small
/// that they would jump there; as data they are 128 times as large, which is exact in binary.
@usableFromInline let animatableScale = 128.0
