@_exported import ActivityKit
@_exported import AppIntents
@_exported import RelevanceKit
@_exported import SwiftUI
