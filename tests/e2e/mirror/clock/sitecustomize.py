"""Loaded by a Python process whose PYTHONPATH has this folder: its clock is three hours ahead, as on a machine that nobody set right."""

import datetime
import time

AHEAD_SECS = 3 * 3600
_time = time.time
time.time = lambda: _time() + AHEAD_SECS
_DateTime = datetime.datetime


class DateTime(_DateTime):
    @classmethod
    def now(cls, tz=None):
        return _DateTime.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)


datetime.datetime = DateTime
