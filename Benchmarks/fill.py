"""Fills a store that the daemon made, in its own tables, without its help."""
import os
import sqlite3
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from scene import CLIENT, PROVIDER

TOKEN_BYTES = 64
CHUNK = 500_000
COUNT = "WITH RECURSIVE n(i) AS (SELECT :first UNION ALL SELECT i + 1 FROM n WHERE i < :last) "


def subject(number):
    return f"bench.{number:012d}"


def token(number):
    return f"r{number:063x}"


def open_store(state, provider=PROVIDER):
    store = sqlite3.connect(f"{state}/store.db", isolation_level=None)
    store.execute("PRAGMA synchronous = OFF")
    store.execute("PRAGMA cache_size = -200000")
    store.execute("INSERT OR IGNORE INTO providers(id, name) VALUES (1, ?)", (provider,))
    return store


def fill(state, count, due, spread_ms, suspected=False, provider=PROVIDER, client=CLIENT,
         form="bench.%012d", offset=0):
    """Adds `count` confirmed credentials; look k falls due between `due` and `spread_ms` later.

    Their tokens are random bytes that do not open: for stores whose looks are not made. With
    `suspected` negative answers are on record, each with its control, and the next one proves it.
    """
    now = int(time.time() * 1000)
    opened = now - 60_000 if suspected else None
    store = open_store(state, provider)
    for first in range(offset + 1, offset + count + 1, CHUNK):
        facts = {"first": first, "last": min(offset + count, first + CHUNK - 1), "now": now, "due": due,
                 "spread": max(1, spread_ms), "provider": provider, "client": client.encode(),
                 "form": form,
                 "sealed": 1 + 8 + 12 + TOKEN_BYTES + 16, "opened": opened}
        store.execute("BEGIN")
        store.execute(
            "INSERT INTO credentials(id, provider, state, next_look, requested) " + COUNT +
            "SELECT i, 1, 'authorized', :due + i * 7919 % :spread, 0 FROM n", facts)
        store.execute(
            "INSERT INTO credential_details(id, provider, subject, labels, reason, since,"
            " last_confirmed, last_look, last_answer) " + COUNT +
            "SELECT i, :provider, CAST(printf(:form, i) AS BLOB), x'', 'confirmed', :now,"
            " :now, NULL, 'authorized' FROM n", facts)
        store.execute(
            "INSERT INTO grants(epoch, credential, client, status, confirmed, last_look,"
            " looks_after_death, suspicion_state, suspicion_reason, suspicion_opened,"
            " suspicion_confirmable, suspicion_proofs, suspicion_evidence) " +
            COUNT +
            "SELECT i, i, :client, 'live', :now, :now, 0, iif(:opened, 'revoked', NULL),"
            " iif(:opened, 'token_dead', NULL), :opened, :opened,"
            " :opened || '+' || :opened || ' ' || :opened || '+' || :opened,"
            " iif(:opened, '400 invalid_grant', NULL) FROM n",
            facts)
        store.execute("INSERT INTO tokens(epoch, token) " + COUNT +
                      "SELECT i, randomblob(:sealed) FROM n", facts)
        store.execute("INSERT OR REPLACE INTO clients(provider, client, members, awaiting)"
                      " VALUES (1, :client, :last, 0)", facts)
        store.execute("UPDATE meta SET epoch = ?", (facts["last"],))
        store.execute("COMMIT")
    store.close()


def seal_tokens(state, key, count):
    """Seals the tokens of the first `count` credentials as the store does (docs/store.md)."""
    store = open_store(state)
    key_id = store.execute("SELECT seal_key FROM meta").fetchone()[0]

    def sealed(number):
        info = b"".join(b"%d:%s" % (len(text), text)
                        for text in (b"credstate credential", PROVIDER.encode()))
        subkey = HKDF(hashes.SHA256(), 32, None, info + subject(number).encode()).derive(key)
        nonce = os.urandom(12)
        place = f"tokens|token|{number}|".encode() + key_id
        return b"\x01" + key_id + nonce + AESGCM(subkey).encrypt(
            nonce, token(number).encode(), place)
    store.execute("BEGIN")
    store.executemany("UPDATE tokens SET token = ? WHERE epoch = ?",
                      ((sealed(number), number) for number in range(1, count + 1)))
    store.execute("COMMIT")
    store.close()


def key_of(scene):
    with open(f"{scene.dir}/seal.key", "rb") as file:
        return file.read()
