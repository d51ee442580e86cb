import WidgetCommands

Widgetctl.main()
