WebCommand.main()
