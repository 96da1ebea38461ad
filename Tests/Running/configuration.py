"""The configuration of a daemon under test: credstate.toml from values."""
import json

HEAD = """\
mode = "enforce"

[store]
sealing_key_file = "{folder}/seal.key"
"""


def table(name, keys):
    """A table of TOML; text, numbers, booleans and lists of these are written as JSON writes them."""
    return f"\n[{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())


def provider(name, kind, clients, at, **keys):
    """A [provider.NAME] that asks the service `at`, as credstate-sandbox describes itself."""
    return table(f"provider.{name}", {
        "kind": kind, "endpoint": at["url"], "ca_file": at["ca"], "team_id": at["team"],
        "key_id": at["key_id"], "key_file": at["key"], "clients": list(clients), **keys})


def configuration(folder, *providers, hooks="", **keys):
    """A whole file: tables of providers, [[hook]] entries, and further keys of [hooks]."""
    return (HEAD.format(folder=folder) + "".join(providers)
            + table("hooks", {"directories": [], **keys}) + hooks)
