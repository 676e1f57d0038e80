"""The command `companion`: what each subcommand takes, prints and exits with is in docs/commands.md.

Nothing heavy is imported before a command needs it, so that `companion --help` answers at once.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from companion.commands.saying import DONE, UNUSABLE, complain, shown_where, unexpected
from companion.ending import end
from companion.open_ends import stand_in_for_what_is_closed

COMMANDS = {
    "bench": "companion.commands.bench:bench",
    "calibrate": "companion.commands.calibrate:calibrate",
    "export": "companion.commands.games:export",
    "judge": "companion.commands.judge:judge",
    "photo": "companion.commands.photo:photo",
    "print": "companion.commands.print:print_",
    "replay": "companion.commands.games:replay",
    "see": "companion.commands.see:see",
    "serve": "companion.commands.serve:serve",
    "teach": "companion.commands.teach:teach",
}
"""Where each command is found; its module is imported when it is asked for."""


class _Commands(click.Group):
    """The commands, imported one by one as they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
)
@click.version_option(package_name="tabletop-companion", prog_name="companion")
@click.pass_context
def cli(context: click.Context) -> None:
    """A camera at the table: recognises the cards, judges the claim, shows why.

    Exit status: 0 done, 1 the check said no, 2 unusable input.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; never shows a traceback unless COMPANION_DEBUG is set."""
    if not stand_in_for_what_is_closed():
        complain("standard output is closed: send it to a file or a program, or to /dev/null.")
        end(UNUSABLE)
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        status = _quiet_pipe()
    except OSError as error:
        if error.errno == errno.EPIPE:
            status = _quiet_pipe()
        else:
            of_the_output = error.filename is None and _of_the_output(error)
            complain(_about(error, of_the_output=of_the_output))
            status = UNUSABLE
            if of_the_output:
                _quiet_pipe()
    end(status)


def _about(error: OSError, *, of_the_output: bool) -> str:
    """What the system refused, in one sentence."""
    why = error.strerror or error
    if error.filename is not None:
        return f"{error.filename} cannot be used: {why}; check that it is there and may be used."
    if of_the_output:
        return f"standard output cannot be written: {why}; make room there, or send it elsewhere."
    try:
        os.getcwd()  # noqa: PTH109 - pathlib asks the same
    except FileNotFoundError:
        return "the folder that this was started in is there no more: go to one that is (cd), and try again."
    return f"a file or a device that this needs cannot be used: {shown_where(error, str(why))}"


def _of_the_output(error: OSError) -> bool:
    """Whether it was standard output that failed, and not something else of which the system says no name."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    if frames and frames[-1].f_code is click.echo.__code__:
        return True
    try:
        sys.stdout.flush()  # What could not be written is held back, and fails again.
    except OSError:
        return True
    return False


def _run(arguments: Sequence[str] | None) -> int:
    from companion.rules.errors import BadInput

    try:
        return int(cli.main(arguments, prog_name="companion", standalone_mode=False) or DONE)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 128 + 2
    except click.NoSuchOption as error:
        file = _named_like(error.option_name, sys.argv[1:] if arguments is None else arguments)
        if file is None:
            complain(_with_help(error))
        else:
            complain(f"There is no option {file}: for the file of that name, write ./{file}.")
    except click.UsageError as error:
        complain(_with_help(error))
    except click.ClickException as error:
        complain(error.format_message())
    except BadInput as error:
        complain(str(error))
    except SystemExit:
        return _quiet_pipe()  # Click turns a broken pipe into this, and nothing else
    except OSError:
        raise
    except BaseException as error:
        complain(unexpected(error))
    return UNUSABLE


def _with_help(error: click.UsageError) -> str:
    path = error.ctx.command_path if error.ctx else "companion"
    return f"{error.format_message()} ({path} --help tells more)"


def _named_like(option: str, arguments: Sequence[str]) -> str | None:
    """The file among the arguments whose name begins as an option does, and was taken for one."""
    likely = (word for word in arguments if word.startswith(option))
    # A name that is too long is no file, and pathlib would raise for it.
    return next((word for word in likely if os.path.isfile(word)), None)  # noqa: PTH113


def _quiet_pipe() -> int:
    """Whoever read the output has left: say nothing, and let nothing be written on the way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + 13


if __name__ == "__main__":
    main()
