"""A passkey made of software, which signs what the site asks as a phone or a security key does."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from allauth.account.utils import user_pk_to_url_str
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.contrib.auth.models import User
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

ADD, SIGN_IN, SECOND = (
    "/accounts/2fa/webauthn/add/",
    "/accounts/2fa/webauthn/login/",
    "/accounts/2fa/authenticate/",
)
HOST = "testserver"
FLAG = AuthenticatorData.FLAG


class Passkey:
    """One key with its owner. `number` makes the key, so that two with different numbers differ."""

    def __init__(self, user: User, number: int = 1) -> None:
        self.user = user
        self.id = f"passkey {number}".encode()
        self._key = ec.derive_private_key(2**200 + number, ec.SECP256R1())

    def add(self, client: Client) -> None:
        """Add it to the account that is signed in there, by the page for it."""
        options = client.get(ADD).context["js_data"]["creation_options"]["publicKey"]
        public = ES256.from_cryptography_key(self._key.public_key())
        credential = AttestedCredentialData.create(bytes(16), self.id, public)
        data = self._data(FLAG.AT, credential)
        response = {"attestationObject": websafe_encode(AttestationObject.create("none", data, {}))}
        answer = self._credential("webauthn.create", options["challenge"], response)
        form = {"name": "Phone", "passwordless": "on", "credential": json.dumps(answer)}
        assert client.post(ADD, form).status_code == 302

    def answer(self, options: Any) -> str:
        """The credential that answers the options of a page, as its form sends it."""
        challenge, data = options["publicKey"]["challenge"], self._data(FLAG(0))
        told = CollectedClientData.create("webauthn.get", challenge, f"https://{HOST}")
        response = {
            "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(self._key.sign(data + told.hash, ec.ECDSA(SHA256()))),
            "userHandle": websafe_encode(user_pk_to_url_str(self.user).encode()),
        }
        return json.dumps(self._credential("webauthn.get", challenge, response))

    def second_step(self, client: Client) -> Any:
        """The answer to this key as the second step of the sign-in that waits in that browser."""
        options = client.get(SECOND).context["js_data"]["request_options"]
        return client.post(SECOND, {"credential": self.answer(options)})

    def sign_in(self, client: Client) -> Any:
        """The answer to a sign-in by this key alone, without a password."""
        options = client.get(SIGN_IN, headers={"X-Requested-With": "XMLHttpRequest"}).json()[
            "request_options"
        ]
        return client.post(SIGN_IN, {"credential": self.answer(options)})

    def _data(self, flags: AuthenticatorData.FLAG, credential: bytes = b"") -> AuthenticatorData:
        flags |= FLAG.UP | FLAG.UV
        return AuthenticatorData.create(sha256(HOST.encode()).digest(), flags, 0, credential)

    def _credential(self, kind: str, challenge: str, response: dict[str, str]) -> dict[str, object]:
        told = CollectedClientData.create(kind, challenge, f"https://{HOST}")
        return {
            "id": websafe_encode(self.id),
            "rawId": websafe_encode(self.id),
            "type": "public-key",
            "response": {"clientDataJSON": websafe_encode(told), **response},
            "clientExtensionResults": {"credProps": {"rk": True}},
        }
