"""Photos sent to the server without a browser, and the sentence with which it refuses one."""

from __future__ import annotations

import cv2
import numpy as np
from flask.testing import FlaskClient
from werkzeug.test import TestResponse


def upload(client: FlaskClient, data: bytes, name: str = "photo.jpg", **fields: str) -> TestResponse:
    """What the server answers to a photo, and to fields beside it."""
    # Put together here, since the test client would leave a temporary file open for a large form.
    parts = [b'name="%s"\r\n\r\n%s' % (key.encode(), value.encode()) for key, value in fields.items()]
    parts.append(b'name="photo"; filename="%s"\r\n\r\n%s' % (name.encode(), data))
    body = b"".join(b"--cut\r\nContent-Disposition: form-data; %s\r\n" % part for part in parts)
    return client.post(
        "/api/photo", data=body + b"--cut--\r\n", content_type="multipart/form-data; boundary=cut"
    )


def refusal(response: TestResponse) -> str:
    """The sentence of an answer that is nothing but a refusal."""
    answer = response.get_json()
    assert set(answer) == {"error"}
    sentence = answer["error"]
    assert isinstance(sentence, str)
    assert "\n" not in sentence
    assert sentence
    return sentence


def empty_table() -> bytes:
    """A photo with no card in it."""
    grain = np.random.default_rng(3).normal(120, 4, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", grain)[1].tobytes()
