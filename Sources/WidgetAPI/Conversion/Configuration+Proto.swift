public import WidgetSettings

extension ProtoConfigurationResponse.Value {
    public init(_ value: ConfigurationSettings.Value) {
        self.init()
        text = value.text
        switch value.source {
        case .standard: source = .default
        case .commandLine: source = .commandLine
        case .credential(let name): (source, path) = (.credential, name)
        case .file(let path, let line):
            source = .file
            self.path = path
            self.line = UInt32(clamping: line)
        }
    }
}
