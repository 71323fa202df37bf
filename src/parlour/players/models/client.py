"""Asks a model over HTTP, with OpenAI's client: it repeats requests that failed, and waits as long as it is told."""

import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from parlour.extras import need
from parlour.match.record import parse_object
from parlour.players.base import MODEL
from parlour.players.models.settings import ModelSettings, is_in, key_from_environment

NO_KEY = "none"  # for servers that need no key; the client insists on sending one
REASON = 160  # characters of a server's own explanation that are shown
NAME = 100  # characters of the name of a model
EXCERPT = 300  # characters of a reply that are kept
SHORT = 60  # characters of an answer in an error message, or in the text that asks again

Messages: TypeAlias = list[dict[str, str]]
Attempt: TypeAlias = tuple[int | None, float | None]  # status and seconds of a request; None if no response came


class Usage(NamedTuple):
    """The tokens of a request, as far as the server counts them."""

    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int | None = None  # of those that went in


class Exchange(NamedTuple):
    """The result of a request: a reply, or the reason why there is none."""

    attempts: Sequence[Attempt]  # every request; a reply is the response to the last
    reply: str = ""
    problem: str = ""  # why a response has no text that can be read as an answer
    usage: Usage = Usage()
    served: str = ""  # the model that answered, as the server names it
    failure: str = ""  # why there is no reply at all
    refused: bool = False  # whether the server found the request itself at fault


class Client:
    """Asks one model at one address. Any number of threads may use it."""

    def __init__(self, model: str, settings: ModelSettings) -> None:
        openai = need("openai", f"{MODEL}{model} needs", "models")
        self._model, self._settings, self._key = model, settings, key_from_environment(settings)
        self._openai = openai
        self._here = threading.local()  # the attempts of the exchange in this thread
        self._client = openai.OpenAI(
            api_key=self._key or NO_KEY,
            base_url=settings.base_url,
            timeout=settings.timeout,
            max_retries=settings.retries,
            http_client=openai.DefaultHttpxClient(
                timeout=settings.timeout,
                follow_redirects=False,  # each would be one more request
                event_hooks={"request": [self._sent], "response": [self._received]},
            ),
        )
        self.address = address_of(self._client.base_url)

    def ask(self, messages: Messages, schema: Mapping[str, object] | None) -> Exchange:
        """One reply to these messages, as structured output if there is a schema.

        Requests that fail for a while are repeated.
        """
        self._here.attempts = []
        try:
            raw = self._client.chat.completions.with_raw_response.create(**self._body(messages, schema))
            text = raw.http_response.text
        except self._openai.OpenAIError as error:
            refused = getattr(error, "status_code", None) in (400, 422)
            return Exchange(self._here.attempts, failure=self._failure(error), refused=refused)
        self._received(raw.http_response)  # now completely
        return self._exchange(self._here.attempts, text)

    def close(self) -> None:
        self._client.close()

    def _body(self, messages: Messages, schema: Mapping[str, object] | None) -> Any:
        settings, named = self._settings, {"name": "answer", "strict": True, "schema": schema}
        body = {
            "model": self._model,
            "messages": messages,
            "temperature": settings.temperature,
            "max_tokens": settings.max_tokens,
            "response_format": {"type": "json_schema", "json_schema": named} if schema else None,
            "extra_body": dict(settings.extra_body) or None,
        }
        return {name: value for name, value in body.items() if value is not None}

    def _sent(self, request: object) -> None:
        self._here.sent = time.monotonic()
        self._here.attempts.append((None, None))

    def _received(self, response: Any) -> None:
        self._here.attempts[-1] = response.status_code, round(time.monotonic() - self._here.sent, 3)

    def _exchange(self, attempts: list[Attempt], text: str) -> Exchange:
        """Reads a response. It comes from a foreign server, so every part of it may be missing or of another type."""
        content = parse_object(text)
        if content is None or not isinstance(content.get("choices"), list):
            return Exchange(attempts, failure=f"{self.address} answers, but not as a server of models does")
        served = excerpt(self._hide(content["model"]), NAME) if isinstance(content.get("model"), str) else ""
        seen = Exchange(attempts, usage=usage_of(content.get("usage")), served=served)
        choice = content["choices"][0] if content["choices"] else None
        if not isinstance(choice, dict) or not isinstance(choice.get("message"), dict):
            return seen._replace(problem="it was empty")
        message = choice["message"]
        if isinstance(message.get("refusal"), str) and message["refusal"]:
            return seen._replace(reply=self._hide(message["refusal"]), problem="it was a refusal")
        if not isinstance(message.get("content"), str) or not message["content"].strip():
            return seen._replace(problem="it was empty")
        cut = "it was cut off, because it was too long" if choice.get("finish_reason") == "length" else ""
        return seen._replace(reply=self._hide(message["content"]), problem=cut)

    def _failure(self, error: Exception) -> str:
        """Why there is no reply, in one sentence that never contains the key."""
        where, status = self.address, getattr(error, "status_code", None)
        if isinstance(error, self._openai.APITimeoutError):
            return f"{where} did not answer within {self._settings.timeout:g} seconds"
        if status is None:
            return f"{where} cannot be reached"
        if status in (401, 403):
            key = "the key in" if self._key else "a request without a key; set"
            return f"{where} does not accept {key} {self._settings.key_variable} (HTTP {status})"
        if status == 404:
            return f"{where} has no model {self._model!r}, or base_url lacks its path, often /v1 (HTTP 404)"
        if status == 429:
            return f"{where} allows no more requests now: a limit or a quota is used up (HTTP 429)"
        reason = excerpt(self._hide(str(getattr(error, "message", ""))), REASON)
        return f"{where} {'failed' if status >= 500 else 'refused the request'} (HTTP {status}): {reason}"

    def _hide(self, text: str) -> str:
        """A server may repeat the key that it was sent."""
        return text.replace(self._key, "[key]") if is_in(self._key, text) else text


def address_of(url: Any) -> str:
    """An address without a name, a password or a query, which OPENAI_BASE_URL may have."""
    return f"{url.scheme}://{url.netloc.decode('ascii')}{url.path.rstrip('/')}"


def usage_of(content: object) -> Usage:
    if not isinstance(content, dict):
        return Usage()
    details = content.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else None
    return Usage(count(content.get("prompt_tokens")), count(content.get("completion_tokens")), count(cached))


def count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def excerpt(text: str, most: int = EXCERPT) -> str:
    """A text that is safe to print in one line: short, without control characters and directional marks."""
    plain = " ".join("".join(char if char.isprintable() else " " for char in text[: 4 * most]).split())
    return plain if len(plain) <= most and len(text) <= 4 * most else plain[: most - 3] + "..."
