"""The command `companion serve`: the table, its pages and whatever looks at it."""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
import socket
import sys
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.begun import BY_MAKE, with_phones
from companion.commands.saying import DONE, Unusable, complain, emit
from companion.rules.errors import quoted
from companion.rules.game import games

if TYPE_CHECKING:
    import ssl

    from companion.rules.errors import BadInput
    from companion.table.store import Store
    from companion.table.teaching.eye import TaughtEye
    from companion.web.hall import Hall
    from companion.web.keys import Keys
    from vision.live.mount import Mount

GAME = "zangle"
LAST_PORT = 65535
SWITCH_S = 0.001
"""How long one thread may keep the others waiting, a fifth of Python's own."""
GAMES = (GAME, *(game for game in games() if game != GAME))
"""All that there are by their data, so that a game that is added is offered; the one with a table of its own first."""


def _port(_context: click.Context, _option: click.Parameter, given: str | None) -> int | None:
    """The number of a port. Raises Unusable."""
    if given is None:
        return None
    number = int(given) if given.isascii() and given.isdigit() and len(given.lstrip("0")) <= 5 else -1
    if not 0 <= number <= LAST_PORT:
        raise Unusable(
            f"--port {quoted(given)} is no port: give a number up to {LAST_PORT}, or leave it out."
        )
    return number


@click.command(short_help="Serve the table: big screen, phones, set-up.")
@click.option(
    "--camera",
    metavar="SOURCE",
    help="A device number, a video file, a folder of photos, an http or rtsp address, phone, recording, or none.",
)
@click.option("--lens", "lens_file", metavar="FILE", help="A lens file of the camera; most need none.")
@click.option("--table", "table_file", metavar="FILE", help="A table file of the camera, with its zones.")
@click.option(
    "--deck",
    "deck_file",
    metavar="FILE",
    help="A deck that was taught: its cards are recognised in its game.",
)
@click.option(
    "--game",
    type=click.Choice(GAMES),
    default="zangle",
    show_default=True,
    help="What the set-up page offers first.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets your network in.")
@click.option("--port", metavar="P", callback=_port, help="Default: 8000, or the next free one.")
@click.option("--log", metavar="LOG", help="Where games are kept: an SQLite file or a postgresql:// URL.")
@click.option(
    "--https", is_flag=True, help="Encrypted, with a certificate of its own; phones' cameras need it."
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def serve(
    *,
    camera: str | None,
    lens_file: str | None,
    table_file: str | None,
    deck_file: str | None,
    game: str,
    host: str,
    port: int | None,
    log: str | None,
    https: bool,
    open_browser: bool,
    as_json: bool,
) -> int:
    """Serve the table until interrupted.

    Games are kept as they are played; the one that was played last goes on. On an address that others
    can reach, the host and every seat need a key, which comes with their links and QR codes.
    """
    from companion.ending import expect_threads
    from companion.eyes.table_eye import TableEye
    from companion.web.app import create_app
    from companion.web.camera_api import keep_areas, kept_areas
    from companion.web.hall import Hall
    from companion.web.places import data_dir
    from companion.web.screen import host_link
    from companion.web.server import check_free, open_when_there_is_a_screen, start

    _own(host)
    if port:
        check_free(host, port)
    expect_threads()
    deck = _deck(deck_file)
    # Requests wait for the lock of whoever has it: soon, so that a verdict does not wait for a picture.
    sys.setswitchinterval(SWITCH_S)
    with ExitStack() as stack:
        store = _store(log)
        if store is not None:
            stack.enter_context(store)
        keys, hall, zones = _keys(host), stack.enter_context(closing(Hall(store))), data_dir() / "zones.json"
        _say_what_is_passed_over(hall)
        source = _source(hall, camera, game)
        mount = _mount(lens_file, table_file, source)
        table_eye = TableEye(hall, source, mount=mount, game=game, deck=deck, keep=partial(keep_areas, zones))
        eye = stack.enter_context(closing(table_eye))
        if areas := kept_areas(zones):
            eye.draw(areas)
        photos = Path(camera) if camera is not None and Path(camera).is_dir() else None
        app = create_app(game=game, photos=photos, hall=hall, keys=keys, eye=eye, zones=zones, deck=deck)
        server = stack.enter_context(start(app, host=host, port=port, tls=_tls(host) if https else None))
        app.extensions["address"] = server.url
        app.extensions["with_phones"] = with_phones(sys.argv, by_make=BY_MAKE in os.environ)
        link = host_link(server.url, keys.host)
        if as_json:
            emit({"url": server.url, "host_url": link})
        else:
            _invite(link, keys)
        sys.stdout.flush()
        if open_browser:
            open_when_there_is_a_screen(link)
        server.run()
    return DONE


def _invite(link: str, keys: Keys) -> None:
    """Say where the table is."""
    click.echo(f"The table is at {link} (Ctrl-C ends it).")
    if keys.needed:
        click.echo("This link is the host's; phones join by the codes that the page shows.")


def _own(host: str) -> None:
    """Raises BadInput where a host is no address of this computer: another port would not help."""
    from companion.rules.errors import BadInput

    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.bind(address)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no name of a computer"
        raise BadInput(
            f"--host {host} cannot be served at ({why or error}): leave it out for this computer alone, or say "
            "0.0.0.0 for its network."
        ) from error


def _store(log: str | None) -> Store | None:
    """Where games are kept. Where a user's own folder cannot be written to, photos are judged all the same."""
    from companion.rules.errors import BadInput
    from companion.table.store import Store
    from companion.web.places import own_log

    if log is not None:
        return _said_if_only_read(Store.open(log))
    try:
        return _said_if_only_read(Store.open(own_log()))
    except (OSError, BadInput) as error:
        complain(f"no games can be kept ({_why(error)}): name a file by --log.")
        return None


def _said_if_only_read(store: Store) -> Store:
    """The store; where nothing can be written to it, games can be looked at all the same."""
    from companion.table.store import NoStore

    try:
        store.try_writing()
    except NoStore as error:
        complain(f"the games can be looked at, and nothing can be entered: {error}")
    return store


def _say_what_is_passed_over(hall: Hall) -> None:
    """Nobody is to take an older game for the one that was played last, without a word."""
    if not hall.passed_over:
        return
    (game_id, last), *more = hall.passed_over
    others = f", nor can the {len(more)} before it" if more else ""
    goes_on = f"{hall.current_id} goes on instead" if hall.current_id else "no other one goes on"
    complain(
        f"the game {game_id}, which was played last, cannot be read ({last.says.rstrip('.')}){others}: it stays in the "
        f"log as it is, and {goes_on}."
    )


def _why(error: OSError | BadInput) -> str:
    """Why a file or a database cannot be used, to stand in a sentence."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error).rstrip(".")


def _deck(file: str | None) -> TaughtEye | None:
    """The taught deck that is named. Raises BadInput where it cannot be played with."""
    from calibration.taught import BadDeck
    from companion.rules.errors import BadInput
    from companion.table.teaching.eye import load_eye

    try:
        return None if file is None else load_eye(file)
    except BadDeck as wrong:
        raise BadInput(str(wrong)) from wrong


def _mount(lens_file: str | None, table_file: str | None, source: str | None) -> Mount:
    """What was measured of the camera that is the source; the recording's is its own."""
    from calibration.lens import BadLens, load_lens
    from calibration.table import BadTable, load_table
    from companion.rules.errors import BadInput
    from companion.web.eye import RECORDING
    from vision.live.mount import Mount

    try:
        return Mount(
            None if lens_file is None else load_lens(lens_file),
            None if table_file is None else load_table(table_file),
            None if source == RECORDING else source,
        )
    except (BadLens, BadTable) as wrong:
        raise BadInput(f"{wrong}.") from wrong


def _source(hall: Hall, camera: str | None, game: str) -> str | None:
    """The camera that is named, or the first there is; without any, and with no game to go on with, the recording."""
    from companion.web.eye import RECORDING
    from vision.live.source_name import devices

    if camera is None:
        found = [str(number) for number in devices()]
        shows = hall.at is None and game == GAME
        camera = found[0] if found else (RECORDING if shows else None)
    return None if camera == "none" else camera


def _keys(host: str) -> Keys:
    """On the loopback address everybody is the host; elsewhere the host and the seats have keys."""
    from companion.web.keys import Keys, kept_secret
    from companion.web.places import data_dir

    return Keys(None if _loopback(host) else kept_secret(data_dir() / "key"))


def _tls(host: str) -> ssl.SSLContext:
    from companion.web.certificate import names_of, tls_context
    from companion.web.places import data_dir
    from companion.web.server import shown_address

    return tls_context(data_dir(), names_of(shown_address(host)), dt.datetime.now(dt.UTC))


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
