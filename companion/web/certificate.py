"""A certificate of this computer's own, made on first use: browsers give a camera to secure pages only.

Nobody vouches for it, so a browser asks once whether to go on; what is sent is encrypted all the same.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import socket
import ssl
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.rules.errors import BadInput
from companion.whole_files import put_whole

DAYS = 800
RENEW_DAYS = 30


def tls_context(folder: Path, addresses: Sequence[str], now: dt.datetime) -> ssl.SSLContext:
    """The server's side of TLS with the certificate kept in a folder, or a new one where that does not do.

    It has to name each of the addresses and to be good for a while. Raises BadInput where it cannot be kept.
    """
    file = folder / "certificate.pem"
    try:
        if not _good(file, addresses, now):
            _make(file, addresses, now)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(file)
    except (OSError, ssl.SSLError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or error
        raise BadInput(
            f"{file}: the certificate cannot be kept or read ({why}): see that its folder may be written, and remove "
            "the file where there is one."
        ) from error
    return context


def names_of(address: str) -> tuple[str, ...]:
    """What a certificate for a server at an address has to name."""
    own = socket.gethostname().lower()
    return tuple(
        dict.fromkeys(("localhost", "127.0.0.1", "::1", own, f"{own.partition('.')[0]}.local", address))
    )


def _good(file: Path, addresses: Sequence[str], now: dt.datetime) -> bool:
    try:
        found = x509.load_pem_x509_certificate(file.read_bytes())
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    named = {str(name.value) for name in names}
    lasts = found.not_valid_after_utc - now > dt.timedelta(days=RENEW_DAYS)
    return lasts and set(addresses) <= named


def _make(file: Path, addresses: Sequence[str], now: dt.datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tabletop companion")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName([_general(one) for one in addresses]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    put_whole(file, private + made.public_bytes(serialization.Encoding.PEM), mode=0o600)


def _general(address: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(address))
    except ValueError:
        return x509.DNSName(address)
