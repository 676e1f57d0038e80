"""The subcommands of `companion`, how they speak, and what they read and write."""
