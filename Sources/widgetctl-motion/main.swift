import MotionCommands

WidgetctlMotion.main()
