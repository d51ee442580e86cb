import RenderCommands

WidgetctlRender.main()
