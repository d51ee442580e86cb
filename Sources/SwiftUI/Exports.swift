// A file that imports SwiftUI sees the same as on Apple's platforms: Foundation, AppIntents, Observation, and the types of animations.
@_exported import AppIntents
@_exported import FoundationAdditions
@_exported import Motion
@_exported import Observation
