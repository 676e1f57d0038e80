"""Where the command `companion` begins: Ctrl-C while its modules are imported ends it without a word, too."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    try:
        from companion.cli import main as run

        run()
    except KeyboardInterrupt:
        # No command had begun, or it was done: those that run end by themselves.
        raise SystemExit(128 + 2) from None


if __name__ == "__main__":
    main()
