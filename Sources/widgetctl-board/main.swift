import BoardCommands

WidgetctlBoard.main()
