"""TLS with a certificate of one's own, and a phone that is the table's camera."""

from __future__ import annotations

import datetime as dt
import json
import socket
import ssl
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import Playwright, expect

from companion.rules.errors import BadInput
from companion.web.certificate import DAYS, names_of, tls_context
from tests.web.conftest import QUIET, Serving, chromium_path
from vision.live.video_file import frames

FILM = Path(__file__).resolve().parents[2] / "static" / "samples" / "round.mp4"
NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def test_a_certificate_is_made_once_and_renewed_in_time(tmp_path: Path) -> None:
    file = tmp_path / "certificate.pem"
    tls_context(tmp_path, ("localhost", "192.168.1.7"), NOW)
    made = file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    tls_context(tmp_path, ("192.168.1.7",), NOW + dt.timedelta(days=100))
    assert file.read_bytes() == made
    tls_context(tmp_path, ("192.168.1.8",), NOW)
    other = file.read_bytes()
    assert other != made
    tls_context(tmp_path, ("192.168.1.8",), NOW + dt.timedelta(days=DAYS - 10))
    assert file.read_bytes() != other
    file.write_bytes(b"damaged")
    tls_context(tmp_path, names_of("10.0.0.1"), NOW)
    assert b"BEGIN CERTIFICATE" in file.read_bytes()


def test_a_certificate_that_names_no_address_is_replaced(tmp_path: Path) -> None:
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    foreign = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    foreign = foreign.serial_number(1).not_valid_before(NOW).not_valid_after(NOW + dt.timedelta(days=DAYS))
    pem = foreign.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    (tmp_path / "certificate.pem").write_bytes(pem)
    tls_context(tmp_path, ("localhost",), NOW)
    assert pem not in (tmp_path / "certificate.pem").read_bytes()


def test_a_folder_that_takes_no_certificate_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"certificate\.pem"):
        tls_context(tmp_path / "file", ("localhost",), NOW)


def test_who_says_nothing_keeps_nobody_waiting(serve: Callable[..., Serving], tmp_path: Path) -> None:
    serving = serve("--https")
    address = urlsplit(serving.url)
    assert address.scheme == "https"
    trusting = ssl.create_default_context(
        cafile=str(tmp_path / "data" / "tabletop-companion" / "certificate.pem")
    )
    with (
        socket.create_connection((str(address.hostname), address.port or 0), timeout=30),
        urllib.request.urlopen(f"{serving.url}api/health", context=trusting, timeout=30) as answer,
    ):
        assert json.load(answer)["status"] == "ok"


def test_a_phone_is_the_camera(playwright: Playwright, serve: Callable[..., Serving], tmp_path: Path) -> None:
    """Chromium's own fake camera films the table; its pictures are read like any camera's."""
    film = tmp_path / "table.mjpeg"
    pictures = [pixels for number, _, pixels in frames(FILM) if number == 75]
    # No two pictures of a camera are alike: one that comes again and again is of one that has frozen.
    noise = np.random.default_rng(1).normal(0, 2, (7, *pictures[0].shape))
    noisy = (pictures[0] + noise).clip(0, 255).astype(np.uint8)
    film.write_bytes(b"".join(cv2.imencode(".jpg", one)[1].tobytes() for one in noisy))
    serving = serve("--host", "0.0.0.0", "--https", "--camera", "phone")
    fake = (
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )
    chromium = playwright.chromium.launch(executable_path=chromium_path(), args=[*QUIET, *fake])
    host = chromium.new_context(ignore_https_errors=True).new_page()
    host.goto(serving.host_url.replace("/#", "/set-up#"))
    host.wait_for_selector("body[data-ready]")
    expect(host.locator("#phone-code")).to_be_visible()
    link = host.locator("#phone-link").get_attribute("href")
    assert link is not None
    phone = chromium.new_context(ignore_https_errors=True).new_page()
    phone.goto(link)
    phone.wait_for_selector("body[data-ready]")
    assert "key" not in phone.url
    phone.locator("#start").click()
    expect(phone.locator("body")).to_have_attribute("data-state", "sending", timeout=30_000)
    expect(phone.locator("#told")).to_have_text("The table sees this picture", timeout=30_000)
    expect(host.locator("#picture")).to_be_visible(timeout=60_000)
    expect(host.locator("#checks")).to_contain_text("large enough", timeout=120_000)
    big = chromium.new_context(
        ignore_https_errors=True, storage_state=host.context.storage_state()
    ).new_page()
    big.goto(serving.url)
    big.wait_for_selector("body[data-ready]")
    look = big.evaluate(
        """async () => {
            const read = (look) => look.cards.filter((card) => card.face.triangles !== null).length;
            let look = await (await fetch("/api/camera")).json();
            while (read(look) < 8) look = await (await fetch(`/api/camera?after=${look.number}`)).json();
            return look;
        }"""
    )
    assert look["size_px"] == [pictures[0].shape[1], pictures[0].shape[0]]
    assert look["source"] == "phone"
    chromium.close()
