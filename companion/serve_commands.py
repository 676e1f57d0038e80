"""The command `companion serve`: the table, its pages and whatever looks at it."""

from __future__ import annotations

import ipaddress
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from companion.table.store import Store
    from companion.web.keys import Keys

DONE = 0
GAMES = ("zangle",)


@click.command(short_help="Serve the table: big screen, phones, set-up.")
@click.option("--camera", metavar="SOURCE", help="A folder of photos to offer beside the samples.")
@click.option("--game", type=click.Choice(GAMES), default="zangle", show_default=True, help="What is played.")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets your network in.")
@click.option("--port", type=click.IntRange(0, 65535), help="Default: 8000, or the next free one.")
@click.option("--log", metavar="LOG", help="Where games are kept: an SQLite file or a postgresql:// URL.")
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def serve(
    *,
    camera: str | None,
    game: str,
    host: str,
    port: int | None,
    log: str | None,
    open_browser: bool,
    as_json: bool,
) -> int:
    """Serve the table until interrupted.

    Games are kept as they are played; the one that was played last goes on. On an address that others
    can reach, the host and every seat need a key, which comes with their links and QR codes.
    """
    from companion.rules.errors import BadInput
    from companion.web.app import create_app
    from companion.web.hall import Hall
    from companion.web.screen import host_link
    from companion.web.server import CannotServe, open_when_there_is_a_screen, start

    if camera is not None and not Path(camera).is_dir():
        raise BadInput(f"--camera {camera}: no such folder; photos are read, live cameras not yet.")
    with ExitStack() as stack:
        store = _store(log)
        if store is not None:
            stack.enter_context(store)
        keys = _keys(host)
        photos = None if camera is None else Path(camera)
        app = create_app(game=game, photos=photos, hall=Hall(store), keys=keys)
        try:
            server = stack.enter_context(start(app, host=host, port=port))
        except CannotServe as error:
            raise BadInput(str(error)) from error
        app.extensions["address"] = server.url
        link = host_link(server.url, keys.host)
        if as_json:
            _emit({"url": server.url, "host_url": link})
        else:
            click.echo(f"The table is at {link} (Ctrl-C ends it).")
            if keys.needed:
                click.echo("This link is the host's; phones join by the codes that the page shows.")
        sys.stdout.flush()
        if open_browser:
            open_when_there_is_a_screen(link)
        server.run()
    return DONE


def _store(log: str | None) -> Store | None:
    """Where games are kept. Where a user's own folder cannot be written to, photos are judged all the same."""
    from companion.rules.errors import BadInput
    from companion.table.store import Store
    from companion.web.places import own_log

    if log is not None:
        return Store.open(log)
    try:
        return Store.open(own_log())
    except (OSError, BadInput) as error:
        click.echo(f"companion: no games can be kept ({error}); name a file by --log.", err=True)
        return None


def _keys(host: str) -> Keys:
    """On the loopback address everybody is the host; elsewhere the host and the seats have keys."""
    from companion.web.keys import Keys, kept_secret
    from companion.web.places import data_dir

    return Keys(None if _loopback(host) else kept_secret(data_dir() / "key"))


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _emit(value: dict[str, Any]) -> None:
    click.echo(json.dumps(value, separators=(", ", ": ")))
