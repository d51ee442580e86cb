// A file that imports SwiftUI sees what it sees on Apple's platforms: Foundation, and the types of animations.
@_exported import AppIntents
@_exported import FoundationAdditions
@_exported import Motion
@_exported import Observation
