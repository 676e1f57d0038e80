"""The tabletop companion: rules, printing, the table, its pages and the command."""
