WallCommand.main()
