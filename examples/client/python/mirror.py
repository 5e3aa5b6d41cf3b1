"""Keeps a copy of some lists of a connection in a SQLite file, with the standard library alone.

`--once` ends when the copy is current, `--print` prints it. runtime-http/guides/keep-a-copy.md explains why each step is needed.
"""

import base64
import hashlib
import hmac
import http.client
import http.server
import json
import os
import signal
import sqlite3
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

# Related records as ids: a change of their own fields does not move the record that shows them.
IDP = "/idp/users?includeIdpGroups=true&includeIdpApplications=true&expandAs=ids /idp/groups /idp/applications"
LISTS = (os.environ.get("MIRROR_LISTS") or IDP).split(" ")
FILE = os.environ.get("MIRROR_FILE") or ".tributary/mirror.sqlite"
EVERY_SECS = float(os.environ.get("MIRROR_EVERY_SECS") or 60)
LIMIT = os.environ.get("MIRROR_LIMIT") or "500"
# The port and the secret of a webhook's receiver, whose messages end the pause between two polls; without them, each pause lasts EVERY_SECS.
PORT = os.environ.get("MIRROR_PORT")
SECRET = os.environ.get("MIRROR_SECRET")

SCHEMA = """
create table if not exists list (
  list     text primary key,
  position text,             -- the least X-As-Of of the last complete walk, from which the next one goes on; null if it
                             -- must read the whole list
  cursor   text,             -- next_cursor of an unfinished walk
  as_of    text,             -- the least X-As-Of of its pages
  leaving  int not null default 0, -- whether the walk is the second one of a poll, through what has left the list
  walk     int not null,     -- counts the walks through the whole list
  counted  text              -- the position at which the copy had as many live records as the list
);
create table if not exists record (
  list text not null,
  id   text not null,
  walk int not null,         -- the last walk through the whole list that found it
  is_deleted int not null,   -- whether the source tool no longer has it
  item text not null,        -- the record's JSON
  primary key (list, id)
) without rowid;
"""


def access():
    """Address, key and connection: from the environment, or else from the file that `npm start` writes."""
    names = ("TRIBUTARY_BASE_URL", "TRIBUTARY_API_KEY", "TRIBUTARY_CONNECTION_ID")
    found = [os.environ.get(name) for name in names]
    if all(found):
        return found
    path = os.path.join(os.environ.get("TRIBUTARY_DATA_DIR") or ".tributary", "demo.json")
    try:
        with open(path, encoding="utf-8") as file:
            demo = json.load(file)
        return [demo["base_url"], demo["api_key"], demo["connections"][0]["id"]]
    except OSError:
        sys.exit(f"Cannot read {path}: run `npm start` in the same folder first, or set {', '.join(names)}.")


def ask(list_, **parameters):
    """Asks until the service answers, waiting as long as `Retry-After` says, otherwise twice as long each time.

    Returns None after a 422 to a cursor or to `isDeleted`.
    """
    base_url, key, connection = ACCESS
    sent = {name: value for name, value in {"strict": "true", **parameters}.items() if value is not None}
    request = urllib.request.Request(
        f"{base_url}{list_}{'&' if '?' in list_ else '?'}{urllib.parse.urlencode(sent)}",
        headers={"X-API-KEY": key, "X-CONNECTION-ID": connection},
    )
    pause = 0.1
    while True:
        wait = pause
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return {**json.load(answer), "as_of": answer.headers["X-As-Of"]}
        except urllib.error.HTTPError as error:
            if error.code == 422 and (parameters.get("cursor") is not None or parameters.get("isDeleted") == "true"):
                return None
            if error.code < 500 and error.code != 429:
                sys.exit(f"{error.code}: {error.read().decode(errors='replace')}")
            retry_after = error.headers.get("Retry-After") or ""
            if retry_after.isdigit():
                wait = int(retry_after)
        except (OSError, http.client.HTTPException, ValueError):
            pass  # No answer, or half of one.
        time.sleep(wait)
        pause = min(2 * pause, 60)


def is_deleted(item):
    return item.get("is_deleted", "DELETED" in (item.get("result"), item.get("status")))


def take_page(list_):
    """Takes one page of the changes since the last walk; says whether it was the last one."""
    position, cursor, as_of, leaving, walk = DB.execute(
        "select position, cursor, as_of, leaving, walk from list where list = ?", (list_,)
    ).fetchone()
    if cursor is None and position is None:
        walk += 1
    since = position if cursor is None else None
    only = "true" if leaving else None
    page = ask(list_, enableCursor="true", limit=LIMIT, cursor=cursor, updatedSince=since, isDeleted=only)
    with DB:  # One transaction: the records, and how far the copy is with them.
        if page is None and cursor is None and leaving:
            # The list does not say what has left it, such as one with a filter: counting finds what has left.
            DB.execute("update list set position = as_of, as_of = null, leaving = 0 where list = ?", (list_,))
            return True
        if page is None:
            # The cursor is no longer valid: the walk begins again where it began before.
            DB.execute("update list set cursor = null where list = ?", (list_,))
            return False
        as_of = page["as_of"] if cursor is None and not leaving else min(as_of, page["as_of"])
        for item in page["items"]:
            if leaving and not is_deleted(item):
                DB.execute("delete from record where list = ? and id = ?", (list_, item["id"]))
                continue
            row = (list_, item["id"], walk, is_deleted(item), json.dumps(item))
            DB.execute("insert or replace into record values (?, ?, ?, ?, ?)", row)
        if page["next_cursor"] is not None:
            state = (page["next_cursor"], as_of, walk, list_)
            DB.execute("update list set cursor = ?, as_of = ?, walk = ? where list = ?", state)
            return False
        if position is not None and not leaving:
            # Whoever has read the whole list knows what it has. Otherwise, what has left it comes second, and may have left during the
            # first walk.
            DB.execute("update list set cursor = null, as_of = ?, leaving = 1 where list = ?", (as_of, list_))
            return False
        DB.execute("delete from record where list = ? and walk < ?", (list_, walk))
        state = (as_of, walk, list_)
        DB.execute("update list set position = ?, cursor = null, as_of = null, leaving = 0, walk = ? where list = ?", state)
        return True


def records_of(list_):
    """How many live and how many deleted records the copy has."""
    counts = dict(DB.execute("select is_deleted, count(*) from record where list = ? group by 1", (list_,)))
    return counts.get(0, 0), counts.get(1, 0)


def position_of(list_):
    return DB.execute("select position, counted from list where list = ?", (list_,)).fetchone()


def count(list_):
    """A copy that has more live records than the list reads all of it again, as after a pause longer than deleted records are kept."""
    position, _ = position_of(list_)
    live, _ = records_of(list_)
    # Asks again before it believes that they differ: the total may include what was written after the instant.
    for _ in range(2):
        answer = ask(list_, limit="1", isDeleted="false", strict=None)
        if answer["as_of"] != position:
            return  # The list has changed since the walk: it is counted after the next one.
        if answer["total"] == live:
            with DB:
                DB.execute("update list set counted = position where list = ?", (list_,))
            return
    with DB:
        DB.execute("update list set position = null where list = ?", (list_,))


def catch_up(list_):
    with DB:
        DB.execute("insert or ignore into list (list, walk) values (?, 0)", (list_,))
    while not take_page(list_):
        pass
    position, counted = position_of(list_)
    if position == counted:
        return
    count(list_)
    while position_of(list_)[0] is None:
        take_page(list_)
    live, deleted = records_of(list_)
    print(f"{list_}: {live} records and {deleted} deleted ones, complete up to {position_of(list_)[0]}", flush=True)


def show():
    """Prints the records of each list."""
    copies = {list_: [] for (list_,) in DB.execute("select list from list")}
    for list_, item in DB.execute("select list, item from record"):
        copies[list_].append(json.loads(item))
    print(json.dumps(copies))


class Receiver(http.server.BaseHTTPRequestHandler):
    """Takes the messages of a webhook as hints to poll now. They may be late, doubled or out of order, so nothing else in them is used."""

    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("content-length") or 0), 65536))
        # How old the message is does not matter: an old hint costs a poll, and the clock of this machine may be wrong.
        signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + body
        key = base64.b64decode(SECRET.removeprefix("whsec_"))
        expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        sent = (self.headers["webhook-signature"] or "").split(" ")
        is_genuine = any(hmac.compare_digest(each.encode(), expected.encode()) for each in sent)
        self.send_response(204 if is_genuine else 401)
        self.end_headers()
        if is_genuine and json.loads(body)["data"]["connection_id"] == ACCESS[2]:
            HINT.set()

    def log_message(self, *_):
        pass


signal.signal(signal.SIGINT, signal.SIG_DFL)
os.makedirs(os.path.dirname(os.path.abspath(FILE)), exist_ok=True)
DB = sqlite3.connect(FILE)
DB.executescript(SCHEMA)
if "--print" in sys.argv:
    show()
    sys.exit()
ACCESS = access()
HINT = threading.Event()
if PORT and SECRET and "--once" not in sys.argv:
    RECEIVER = http.server.ThreadingHTTPServer(("", int(PORT)), Receiver)
    threading.Thread(target=RECEIVER.serve_forever, daemon=True).start()
while True:
    HINT.clear()
    for each in LISTS:
        catch_up(each)
    if "--once" in sys.argv:
        break
    HINT.wait(EVERY_SECS)
