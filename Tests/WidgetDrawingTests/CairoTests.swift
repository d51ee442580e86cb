import Testing

/// The suites that draw, one test after the other: Cairo 1.16 may crash where two threads draw letters of one font, and the product draws on one.
@Suite(.serialized) enum CairoTests {}
