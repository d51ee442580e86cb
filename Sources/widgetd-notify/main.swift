NotifyCommand.main()
