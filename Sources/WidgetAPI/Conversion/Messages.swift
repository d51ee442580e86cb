// A message is of no use without its conversions, so both come with one import.
@_exported public import ArchiveMessages
@_exported public import DeviceMessages
@_exported public import ProviderMessages
@_exported public import WidgetMessages
