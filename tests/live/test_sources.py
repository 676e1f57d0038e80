"""Sources that are there, that are not, that break: each refusal is one sentence that says what to do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.errors import BadPhoto
from vision.live import sources
from vision.live.decoding import checked
from vision.live.source_name import BadSource, Kind, named
from vision.live.sources import Offered, open_source
from vision.live.video_file import frames

Pixels = NDArray[np.uint8]


def picture(level: int, size: tuple[int, int] = (240, 320)) -> Pixels:
    out = np.full((*size, 3), 40, np.uint8)
    out[20 : 20 + level, 30:200] = 200
    return out


def write_video(path: Path, count: int = 6, fps: int = 12) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (320, 240))
    for number in range(count):
        writer.write(picture(20 * number + 5))
    writer.release()
    return path


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("0", Kind.DEVICE),
        (" 12 ", Kind.DEVICE),
        ("http://user:secret@10.0.0.2/video", Kind.STREAM),
        ("rtsp://10.0.0.2/stream", Kind.STREAM),
        ("phone", Kind.PHONE),
    ],
)
def test_names_are_told_apart(text: str, kind: Kind) -> None:
    name = named(text)
    assert name.kind is kind
    assert "secret" not in name.shown


def test_files_and_folders_are_told_apart(tmp_path: Path) -> None:
    film = write_video(tmp_path / "film.avi")
    cv2.imwrite(str(tmp_path / "one.png"), picture(9))
    assert named(str(film)).kind is Kind.VIDEO
    assert named(str(tmp_path)).kind is Kind.FOLDER
    with pytest.raises(BadSource, match="is one photo"):
        named(str(tmp_path / "one.png"))


@pytest.mark.parametrize(
    "text", ["", "gone.mp4", "/no/such/folder", "ftp://x/y", "webcam", "-1", "x" * 5000, "a\0b"]
)
def test_what_is_no_source_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadSource) as refused:
        named(text)
    assert str(refused.value).count("\n") == 0
    assert len(str(refused.value)) < 500


def test_a_video_gives_all_its_frames_in_order(tmp_path: Path) -> None:
    found = list(frames(write_video(tmp_path / "film.avi", 6, 12)))
    assert [number for number, _, _ in found] == list(range(6))
    assert [round(at_s * 12) for _, at_s, _ in found] == list(range(6))
    lit = [int((pixels > 120).sum()) for _, _, pixels in found]
    assert lit == sorted(lit)


def test_a_video_begins_anew_at_its_end_or_says_so(tmp_path: Path) -> None:
    name = named(str(write_video(tmp_path / "film.avi", 3)))
    once = open_source(name, loop=False)
    assert [once.read() is not None for _ in range(3)] == [True] * 3
    with pytest.raises(BadSource, match="at its end"):
        once.read()
    once.close()
    over = open_source(name, loop=True)
    got = [over.read() for _ in range(8)]
    assert sum(one is not None for one in got) == 6  # two plays, and a pause after each
    over.close()


def test_a_video_that_disappears_is_missed_at_the_next_beginning(tmp_path: Path) -> None:
    path = write_video(tmp_path / "film.avi", 2)
    film = open_source(named(str(path)))
    assert film.read() is not None
    path.unlink()
    assert film.read() is not None
    with pytest.raises(BadSource, match="no such file"):
        film.read()
    film.close()


@pytest.mark.parametrize("content", [b"", b"not a film", b"\x00\x00\x00\x18ftypmp42" + bytes(40)])
def test_damaged_videos_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    with pytest.raises(BadSource, match=r"film\.mp4"):
        list(frames(path))


def test_a_folder_is_shown_photo_by_photo_and_looked_at_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "PHOTO_S", sources.PHOTO_PACE_S)
    for number, level in enumerate((10, 60)):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(level))
    (tmp_path / "5.jpg").write_bytes(b"no picture")
    folder = open_source(named(str(tmp_path)))

    def shown() -> int:
        pixels = folder.read()
        assert pixels is not None
        return round(int((pixels > 120).all(axis=2).sum()) / 170)

    assert [shown() for _ in range(3)] == [10, 60, 10]
    cv2.imwrite(str(tmp_path / "00.png"), picture(120))
    assert sorted(shown() for _ in range(3)) == [10, 60, 120]
    for path in tmp_path.iterdir():
        path.unlink()
    with pytest.raises(BadSource, match="no photo"):
        folder.read()


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSource, match="no photo"):
        open_source(named(str(tmp_path)))


def test_a_camera_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadSource, match="Camera 873 is not there"):
        open_source(named("873"))


@pytest.mark.parametrize(
    ("frame", "good"),
    [
        (picture(10), True),
        (picture(10)[..., 0], True),
        (np.dstack([picture(10), picture(10)[..., :1]]), True),
        (None, False),
        ("text", False),
        (picture(10).astype(float), False),
        (np.zeros((4, 4, 3), np.uint8), False),
        (np.zeros((240, 320, 7), np.uint8), False),
        (np.zeros(0, np.uint8), False),
    ],
)
def test_garbage_is_no_frame(frame: object, good: bool) -> None:
    found = checked(frame)
    assert (found is not None) is good
    assert found is None or (found.ndim == 3 and found.shape[2] == 3)


def test_a_phone_hands_in_pictures_and_the_newest_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "OFFER_WAIT_S", 0.01)
    phone = Offered()
    assert phone.read() is None
    for level in (10, 90):
        phone.offer(cv2.imencode(".jpg", picture(level))[1].tobytes())
    found = phone.read()
    assert found is not None
    assert abs(int((found > 120).all(axis=2).sum()) / 170 - 90) < 3
    assert phone.read() is None


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"no picture", "not a picture"),
        (cv2.imencode(".jpg", picture(90))[1].tobytes()[:300], "cut short"),
        (cv2.imencode(".png", np.zeros((8, 8, 3), np.uint8))[1].tobytes(), "only 8 x 8"),
        (cv2.imencode(".png", np.zeros((4001, 4000), np.uint8))[1].tobytes(), "more than 16 megapixels"),
    ],
    ids=["empty", "text", "half", "tiny", "unfolding"],
)
def test_what_a_phone_sends_that_is_no_photo_is_refused_and_the_last_one_stays(
    data: bytes, says: str
) -> None:
    phone = Offered()
    phone.offer(cv2.imencode(".jpg", picture(90))[1].tobytes())
    with pytest.raises(BadPhoto, match=says):
        phone.offer(data)
    assert phone.read() is not None


class _Stream(BaseHTTPRequestHandler):
    """A camera that sends eight pictures and hangs up."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        for number in range(8):
            data = cv2.imencode(".jpg", picture(10 * number + 10))[1].tobytes()
            head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            self.wfile.write(head.encode() + data + b"\r\n")

    def log_message(self, *_words: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Stream)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/video"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_stream_over_http_is_read_and_its_end_is_told(address: str) -> None:
    stream = open_source(named(address))
    seen: list[object] = []

    def read_on() -> None:
        while len(seen) < 20:
            seen.append(stream.read())

    with pytest.raises(BadSource, match="sends no more"):
        read_on()
    stream.close()
    assert sum(one is not None for one in seen) >= 5


def test_a_dead_address_is_refused() -> None:
    with pytest.raises(BadSource, match="does not answer"):
        open_source(named("http://127.0.0.1:9/video"))
