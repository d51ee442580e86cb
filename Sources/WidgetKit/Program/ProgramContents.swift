/// Everything that a program gives to the daemon.
public struct _ProgramContents {
    var widgets: [WidgetDefinition] = []
    var activities: [ActivityDefinition] = []
    var controls: [ControlDefinition] = []
}
