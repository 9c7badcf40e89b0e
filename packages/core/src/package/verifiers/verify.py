#!/usr/bin/env python3
"""Checks a sealed package of Assay without the service, with Python's standard library alone.

    python3 -I verify.py package.zip [--keys keys.json] [--require-signed] [--require-keys]

A certificate of deletion, which no package holds, is checked likewise: acme-deletion.json in place of package.zip.
Several packages, or folders that one was unpacked into, may be named; `-` reads their paths from standard input,
a line each. Of each it prints a line with tabs: exit code, word, the checks that failed, path, and what a single one
ends with. With `--self-test` it checks its own arithmetic. Exit codes: 0 valid, 1 content, 2 usage, 6 signature,
7 incomplete, or required and absent; of several packages the first of 1, 6, 7, 2 that occurs.
"""
import sys

if __name__ == "__main__":
    # What lies beside this file, or where it is started, may be a forged package's: nothing is loaded from there.
    if not sys.flags.isolated and not getattr(sys.flags, "safe_path", False):
        del sys.path[:1]
    sys.path[:] = [each for each in sys.path if each.startswith(("/", "\\\\")) or each[1:3] in (":\\", ":/")]
    _beside = __file__.replace("\\", "/").rpartition("/")[0]
    sys.path[:] = [each for each in sys.path if each.replace("\\", "/").rstrip("/") != _beside]
    import os
    _away = {os.path.realpath(each) for each in (os.path.dirname(os.path.abspath(__file__)), os.curdir)}
    sys.path[:] = [each for each in sys.path if os.path.realpath(each) not in _away]

import base64
import functools
import hashlib
import json
import os
import re
import struct
import zlib

CODES = {"valid": 0, "content": 1, "usage": 2, "signature": 6, "incomplete": 7}
# The earlier one decides where a package has several faults.
WEIGHT = ["content", "signature", "incomplete"]
DEPTH_MAX = 64
FILE_MAX = 256 << 20
LINE_MAX = 16 << 20
ENTRIES_MAX = 100_000
PROBLEMS_MAX = 20
SNAPSHOT_FORMATS = ["assay-snapshot/%d" % number for number in range(1, 8)]
VERDICT = "https://assay.example/verdict/v1"
STATEMENT = "https://in-toto.io/Statement/v1"
PAYLOAD_TYPE = "application/vnd.in-toto+json"

FILES = [
    "assessment-plan.json", "assessment-results.json", "audit.jsonl", "checkpoint.txt", "chunks.jsonl",
    "documents.csv", "exceptions.json", "manifests.jsonl", "poam.json", "report.html", "reviews.json",
    "sign-offs.json", "snapshot.json", "statements.jsonl", "verify.html", "verify.py",
]
# Names under which Python loads what lies beside this file.
PROGRAMS = (".py", ".pyc", ".so", ".pyd", ".pth")

CHECKS = {
    "archive": "the archive holds its entries and nothing else",
    "manifest": "every file is there, with its size and SHA-256, and none more",
    "signed": "a key of the service signed the manifest",
    "form": "each JSON text is the RFC 8785 form of what it holds",
    "snapshot": "the snapshot is the one that the manifest names, with the fields of its format",
    "counts": "the counts are those of the assessments and files",
    "statuses": "each status follows from confidence and thresholds",
    "citations": "each cited text has the digest that was taken of it",
    "exceptions": "what is marked as covered has an exception in force",
    "meaning": "what the check for meaning did to each quote follows from its scores and thresholds",
    "chunks": "each cited chunk's text has the digest taken of it",
    "quotes": "each quote lies in the chunk that it names",
    "documents": "each document has the digest that the snapshot names, and so has each original",
    "sources": "each source's manifests lead from its first to the one that the run pins, signed",
    "egress": "each place that the text went to is in the snapshot, with the counts that the audit log has the digest of",
    "audit": "the audit chain of the run is whole, and says this snapshot and these acts",
    "checkpoint": "a key of the service signed the end of the chain, with its counter",
    "sign-offs": "each act is signed, in its turn and by the right person, over these verdicts and reviews",
    "statements": "each verdict has its signed statement, which says what the snapshot says",
}

CERTIFICATE_CHECKS = {
    "form": "the statement is the RFC 8785 form of what it says",
    "fields": "certificate and statement have the fields of their format, and no others",
    "counts": "the rows of its tables add up to the total",
    "signed": "a key of the service signed the statement",
}

NOT_PROVED = [
    "that the evidence is true, or complete: only that these bytes were judged",
    "that the verdicts are right: a machine wrote them, and people reviewed what reviews.json says",
    "what OSCAL files and report.html say: only their digests; read the snapshot where it matters",
    "what happened after the checkpoint, and what other entries of the audit log say: only that they are linked",
    "when the checkpoint left the service: compare it with one that was kept elsewhere",
]


# --- JSON as RFC 8785 writes it ---------------------------------------------------------------------------------

class Fault(Exception):
    """What is wrong with the part that is being looked at."""


def to_double(text):
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return value


def to_number(text):
    if len(text) > 400:
        raise ValueError("a number is too long")
    value = int(text)
    return value if abs(value) <= 1 << 53 else to_double(text)


def no_constant(text):
    raise ValueError("%s is no number" % text)


def depth_of(text):
    depth = deepest = 0
    for mark in re.finditer(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', text, re.S):
        first = mark.group()[0]
        if first in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in "]}":
            depth -= 1
    return deepest


def write_number(value):
    """As ECMAScript writes it."""
    if isinstance(value, int):
        return str(value)
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    power = point - 1
    tail = "e%s%d" % ("+" if power > 0 else "-", abs(power))
    return sign + digits[0] + ("." + digits[1:] if count > 1 else "") + tail


def write_text(value):
    return json.dumps(value, ensure_ascii=False)


def canonical(value):
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return write_text(value)
    if isinstance(value, (int, float)):
        return write_number(value)
    if isinstance(value, list):
        return "[" + ",".join(canonical(each) for each in value) + "]"
    keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(write_text(key) + ":" + canonical(value[key]) for key in keys) + "}"


def read_json(data, name):
    """The value of canonical JSON; Fault for everything else."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("%s is not UTF-8" % name)
    if depth_of(text) > DEPTH_MAX:
        raise Fault("%s is nested deeper than %d" % (name, DEPTH_MAX))
    try:
        value = json.loads(text, parse_float=to_double, parse_int=to_number, parse_constant=no_constant)
        again = canonical(value).encode("utf-8")
    except (ValueError, RecursionError):
        raise Fault("%s is not JSON" % name)
    if again != data:
        raise Fault("%s is not in canonical form: it was written again, or has a key twice" % name)
    return value


def sha256(data):
    return hashlib.sha256(data.encode("utf-8") if isinstance(data, str) else data).hexdigest()


def units(text):
    """UTF-16 code units, by which places are counted."""
    return text.encode("utf-16-le", "surrogatepass")


# --- The fields that are read, and their types ------------------------------------------------------------------

S, N, I, B, ANY = "text", "number", "whole number", "true or false", "anything"
NULL_S = (None, S)
SCORES = {"supports": N, "contradicts": N, "unrelated": N, "partly": N}
PAIR = {"scores": (None, SCORES), "kind?": S}
WAY = {"provider": S, "host": S, "purpose": S}
LIMITS = {"related": N, "supports": N, "contradicts": N}
SNAPSHOT = {
    "format": S,
    "run": {
        "id": S, "tenantId": S, "startedAt": S, "completedAt": S, "totalRequirements": I, "assessedCount": I,
        "completeCount": I, "partialCount": I, "missingCount": I, "notJudgedCount?": I,
    },
    "configuration": {
        "confidenceThresholds": {"complete": N, "partial": N},
        "evidenceRules?": (None, {"*": S}),
        "meaning?": (None, {"thresholds": {**LIMITS, "kinds?": {"*": LIMITS}}}),
        "manifests?": [{"source": S, "manifestId": S, "sha256": S, "closedAt": S}],
        "egress?": {"run": [WAY], "documents": [WAY], "olderDocuments": I},
    },
    "requirements": [{"requirementId": S}],
    "assessments": [{
        "requirementId": S, "status": S, "confidence": N,
        "citations": [{"documentId": S, "chunkId": S, "text": S}],
        "flags?": [S],
        "citationNotes?": [{"index": I, "weak?": ANY, "meaning?": [PAIR]}],
        "setAside?": [{"meaning": [PAIR]}],
    }],
    "exceptions?": [{"id": S, "requirementId": S, "validFrom": S, "validUntil": S}],
    "documents": [{"id": S, "originalFilename": S, "sha256Hash": S}],
    "chunks": [{"id": S, "documentId": S, "startOffset": I, "endOffset": I, "sha256Hash": S}],
    "citationDigests": [{"requirementId": S, "sha256": [S]}],
}
MANIFEST = {
    "origin": S, "release": S, "asOf": S,
    "run": {"id": S, "tenantId": S, "snapshotHash": S, "format": S},
    "auditHead": {"sequence": I, "hash": S},
    "files": [{"name": S, "size": I, "sha256": S}],
    "counts": {"*": I},
    "leftOut": [{"what": S, "why": S}],
    "breaks?": [{
        "statement": {"tenantId": S, "sequence": I, "broken": {"sequence": I}}, "reason": S, "keyId": S, "signature": S,
    }],
}
ENTRY = {
    "id": S, "tenantId": S, "runId": NULL_S, "action": S, "object_type": S, "object_id": S, "actor": S,
    "created_at": S, "sequence": I, "previousHash": S, "version": I, "details": (None, {"*": ANY}), "hash": S,
}
EGRESS = {
    "run": [{**WAY, "requests": I, "bytes": I}], "documents": [{**WAY, "documents": I, "bytes": I}], "olderDocuments": I,
}
SIGNED = {"payload": S, "signature": S, "keyId": S}
REVIEW = {
    "id": S, "runId": S, "requirementId": S, "sequence": I, "decision": S, "status": NULL_S, "reasonCode": NULL_S,
    "reason": NULL_S, "reasonHash": NULL_S, "reviewerId": S, "openedCount": I, "citedCount": I,
    "confirmsReviewId": NULL_S, "rejectedCitations": [I], "createdAt": S,
}
SIGN_OFF = {
    "id": S, "runId": S, "sequence": I, "act": S, "role": S, "statement": S, "signerId": S, "signerName": S,
    "nameSalt?": NULL_S, "signerRole": S, "valid": B, "standing": B, "withdrawnById": NULL_S, "createdAt": S, **SIGNED,
}
SIGN_OFF_PAYLOAD = {
    "origin": S, "signOffId": S, "sequence": I, "act": S, "role": S, "withdraws": [S], "runId": S, "tenantId": S,
    "snapshotHash": S, "reviewsHash": S, "exceptionsHash": S, "signerId": S, "signerName?": S, "signerRole": S,
    "version?": I, "nameDigest?": S,
    "statement": S, "signedAt": S,
}
SOURCE_MANIFEST = {
    "origin": S, "manifestId": S, "tenantId": S, "source": S, "sequence": I, "previousHash": NULL_S, "closedAt": S,
}

DELETION = {
    "origin": S, "deploymentId": S, "erasureId": S, "requestedBy": S, "requestedAt": S, "reasonHash": S,
    "finishedAt": S, "tenant": {"id": S, "name": S, "createdAt": S},
    "deleted": {
        "rows": {"*": I}, "rowsTotal": I, "files": I, "uploadParts": I, "fileKeys": [S],
        "documents": {"count": I, "bytes": I, "sha256": S},
    },
    "hashes": {"auditHead": {"sequence": I, "hash": S}, "snapshots": [{"runId": S, "sha256": S}]},
    "notCovered": {"backups": [{"takenAt": S, "manifestHash": S}], "other": [S]},
}


def fits(value, want, at):
    """Why a value has not the fields that it must have; None where it has. Other fields are left alone."""
    if want == ANY:
        return None
    if isinstance(want, tuple):
        return None if value is None else fits(value, want[1], at)
    if isinstance(want, list):
        if not isinstance(value, list):
            return "%s is no list" % at
        for number, each in enumerate(value):
            wrong = fits(each, want[0], "%s[%d]" % (at, number))
            if wrong:
                return wrong
        return None
    if isinstance(want, dict):
        if not isinstance(value, dict):
            return "%s is no object" % at
        for name, inner in want.items():
            if name == "*":
                for key, each in value.items():
                    wrong = fits(each, inner, "%s.%s" % (at, key))
                    if wrong:
                        return wrong
                continue
            key = name.rstrip("?")
            if key not in value:
                if key == name:
                    return "%s has no %s" % (at, key)
                continue
            wrong = fits(value[key], inner, "%s.%s" % (at, key))
            if wrong:
                return wrong
        return None
    kinds = {S: str, B: bool, N: (int, float), I: int}
    good = isinstance(value, kinds[want]) and (want == B or not isinstance(value, bool))
    return None if good else "%s is no %s" % (at, want)


def must_fit(value, want, at):
    wrong = fits(value, want, at)
    if wrong:
        raise Fault(wrong)
    return value


# --- Ed25519, RFC 8032 ------------------------------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def point_of(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * ROOT % P
    if (v * x * x - u) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def add(first, second):
    x1, y1, z1, t1 = first
    x2, y2, z2, t2 = second
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def double(point):
    x, y, z, _ = point
    a, b = x * x % P, y * y % P
    h = a + b
    e, g = h - (x + y) * (x + y), a - b
    f = 2 * z * z + g
    return e * f % P, g * h % P, f * g % P, e * h % P


NEUTRAL = (0, 1, 1, 0)
BASE = point_of(bytes.fromhex("58" + "66" * 31))


def is_signed(key, signature, message):
    return _is_signed(key, signature, hashlib.sha512(signature[:32] + key + message).digest())


@functools.lru_cache(maxsize=20000)
def _is_signed(key, signature, digest):
    point, scalar = point_of(key), int.from_bytes(signature[32:], "little")
    if point is None or len(signature) != 64 or scalar >= L:
        return False
    k = int.from_bytes(digest, "little") % L
    negative = (P - point[0], point[1], point[2], P - point[3])
    both, found = add(BASE, negative), NEUTRAL
    for bit in range(252, -1, -1):
        found = double(found)
        pick = (scalar >> bit & 1) + 2 * (k >> bit & 1)
        if pick:
            found = add(found, (None, BASE, negative, both)[pick])
    inverse = pow(found[2], P - 2, P)
    x, y = found[0] * inverse % P, found[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


def decode64(text, url):
    """The bytes of base64: padded, or of its URL form without padding; None where it is written otherwise."""
    try:
        data = (base64.urlsafe_b64decode if url else base64.b64decode)(text + "=" * (-len(text) % 4))
    except ValueError:
        return None
    again = (base64.urlsafe_b64encode if url else base64.b64encode)(data).decode()
    return data if (again.rstrip("=") if url else again) == text else None


# --- Where the files are ----------------------------------------------------------------------------------------

NAME = re.compile(r"(?:originals/[0-9a-f]{64}(?:\.[A-Za-z0-9]{1,16})?|[a-z][a-z0-9-]*\.[a-z]{1,8})\Z")


class Folder:
    def __init__(self, path):
        self.path, self.sizes = path, {}
        for folder in ("", "originals/"):
            if not os.path.isdir(os.path.join(path, folder)):
                continue
            for entry in os.scandir(os.path.join(path, folder)):
                if entry.name == "originals" and not folder and entry.is_dir(follow_symlinks=False):
                    continue
                if not entry.is_file(follow_symlinks=False):
                    raise Fault("%r is no plain file" % (folder + entry.name))
                self.sizes[folder + entry.name] = entry.stat().st_size

    def parts(self, name):
        with open(os.path.join(self.path, name), "rb") as file:
            while part := file.read(1 << 20):
                yield part

    def close(self):
        pass


class Archive:
    """A ZIP whose entries are stored one after another, and that holds nothing else."""

    def __init__(self, path):
        self.file = open(path, "rb")
        self.length = os.fstat(self.file.fileno()).st_size
        self.sizes, self.places, self.sums = {}, {}, {}
        end = self.at(max(0, self.length - 22), 22)
        if len(end) < 22 or end[:4] != b"PK\5\6":
            raise Fault("the archive has no end: it was cut off, or is no ZIP")
        disk, first, here, total, size, start, comment = struct.unpack("<4H2LH", end[4:])
        stop, tail = self.length - 22, 22
        if total == 0xFFFF or size == 0xFFFFFFFF or start == 0xFFFFFFFF:
            locator = self.at(self.length - 42, 20)
            if locator[:4] != b"PK\6\7":
                raise Fault("the archive's ZIP64 end is absent")
            stop = struct.unpack("<Q", locator[8:16])[0]
            large = self.at(stop, 56)
            if stop != self.length - 98 or large[:4] != b"PK\6\6":
                raise Fault("the archive's ZIP64 end is not where it must be")
            total, size, start = struct.unpack("<3Q", large[32:56])
            tail = 98
        if total > ENTRIES_MAX or size > FILE_MAX or start + size != stop:
            raise Fault("the archive's directory does not lie where its end says")
        directory = self.at(start, size)
        offset = place = 0
        rebuilt = []
        last = ""
        for _ in range(total):
            head = directory[offset:offset + 46]
            if len(head) < 46 or head[:4] != b"PK\1\2":
                raise Fault("the archive's directory is damaged")
            method = struct.unpack("<H", head[10:12])[0]
            crc, packed, length, name_length, extra_length = struct.unpack("<3L2H", head[16:32])
            raw = directory[offset + 46:offset + 46 + name_length]
            extra = directory[offset + 46 + name_length:offset + 46 + name_length + extra_length]
            name = raw.decode("latin-1")
            if method != 0:
                raise Fault("%r is compressed: every entry is stored" % name)
            if not NAME.match(name):
                raise Fault("%r is no name of a package's file" % name)
            if name in self.sizes:
                raise Fault("%r is in the archive twice" % name)
            if name < last:
                raise Fault("the archive's entries are not in the order of their names")
            if length == 0xFFFFFFFF:
                if len(extra) < 20:
                    raise Fault("the archive's directory is damaged")
                length = struct.unpack("<Q", extra[4:12])[0]
            local, central = headers(raw, crc, length, place)
            if directory[offset:offset + len(central)] != central or self.at(place, len(local)) != local:
                raise Fault("%r has a header other than the format's" % name)
            offset += len(central)
            self.sizes[name], self.places[name], self.sums[name] = length, place + len(local), crc
            place += len(local) + length
            last = name
        if offset != size or place != start or self.at(stop, tail) != ending(total, size, start):
            raise Fault("the archive holds bytes that belong to no entry")

    def at(self, offset, count):
        self.file.seek(offset)
        return self.file.read(count)

    def parts(self, name):
        place, left, crc = self.places[name], self.sizes[name], 0
        while left:
            part = self.at(place, min(left, 1 << 20))
            if not part:
                raise Fault("%s was cut off" % name)
            crc = zlib.crc32(part, crc)
            place, left = place + len(part), left - len(part)
            yield part
        if crc != self.sums[name]:
            raise Fault("%s has not the CRC-32 of its entry" % name)

    def close(self):
        self.file.close()


def headers(name, crc, size, place):
    """The local and the central header of an entry: nothing in them is free."""
    large, far = size >= 0xFFFFFFFF, place >= 0xFFFFFFFF
    short = 0xFFFFFFFF if large else size
    both = struct.pack("<HQQ", 16, size, size) if large else b""
    local_extra = b"\1\0" + both if large else b""
    more = (struct.pack("<QQ", size, size) if large else b"") + (struct.pack("<Q", place) if far else b"")
    central_extra = b"\1\0" + struct.pack("<H", len(more)) + more if more else b""
    local = struct.pack(
        "<4s5H3L2H", b"PK\3\4", 45 if large else 20, 0, 0, 0, 33, crc, short, short, len(name), len(local_extra)
    )
    central = struct.pack(
        "<4s6H3L5H2L", b"PK\1\2", 45 if more else 20, 45 if more else 20, 0, 0, 0, 33, crc, short, short, len(name),
        len(central_extra), 0, 0, 0, 0, 0xFFFFFFFF if far else place
    )
    return local + name + local_extra, central + name + central_extra


def ending(total, size, start):
    large = total >= 0xFFFF or size >= 0xFFFFFFFF or start >= 0xFFFFFFFF
    wide = b""
    if large:
        wide = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, total, total, size, start)
        wide += struct.pack("<4sLQL", b"PK\6\7", 0, start + size, 1)
    short = min(total, 0xFFFF)
    return wide + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, short, short, min(size, 0xFFFFFFFF), min(start, 0xFFFFFFFF), 0)


# --- What is found ----------------------------------------------------------------------------------------------

class Report:
    def __init__(self, checks=CHECKS):
        self.checks = checks
        self.problems = {name: [] for name in checks}
        self.open = {name: [] for name in checks}
        self.done = set()
        self.kinds = set()
        self.notes = []
        self.limits = NOT_PROVED
        self.title = ""

    def fail(self, check, text, kind="content"):
        self.problems[check].append(text)
        self.kinds.add(kind)

    def leave(self, check, text):
        self.open[check].append(text)

    @property
    def word(self):
        return next((kind for kind in WEIGHT if kind in self.kinds), "valid")

    def result(self, check):
        if self.problems[check]:
            return "FAILED"
        return "PROVED" if check in self.done and not self.open[check] else "NOT PROVED"


def guard(report, check, act):
    """Whatever a damaged file does to a check is a problem of that check."""
    try:
        act()
        report.done.add(check)
    except Fault as fault:
        report.fail(check, str(fault))
    except Exception as error:
        report.fail(check, "it cannot be read (%s)" % type(error).__name__)


class Package:
    """The files of one package, and what is known of them on the way."""

    def __init__(self, source, keys, report):
        self.source, self.keys, self.report = source, keys, report
        self.manifest = self.snapshot = None
        self.values = {}
        self.places = {}
        self.newest = {}

    def bytes(self, name):
        if self.source.sizes[name] > FILE_MAX:
            raise Fault("%s is larger than this verifier reads" % name)
        return b"".join(self.source.parts(name))

    def lines(self, name):
        rest = b""
        for part in self.source.parts(name):
            *whole, rest = (rest + part).split(b"\n")
            yield from whole
            if len(rest) > LINE_MAX:
                raise Fault("a line of %s is longer than this verifier reads" % name)
        if rest:
            raise Fault("%s ends within a line" % name)

    def records(self, name):
        for number, line in enumerate(self.lines(name), 1):
            yield read_json(line, "%s, line %d" % (name, number))

    def is_left_out(self, check, kind, name):
        """Whether the manifest says so; then the check stays open."""
        what = "%s %s" % (kind, name)
        is_so = any(each["what"] == what for each in self.manifest["leftOut"])
        if is_so:
            self.report.leave(check, "%s was left out" % what)
        return is_so

    def has_left_out(self, check, kind):
        """Whether the manifest says so of any of a kind; then what rests on all of them stays open."""
        named = [each["what"] for each in self.manifest["leftOut"] if each["what"].startswith(kind + " ")]
        if named:
            self.report.leave(check, "%s was left out" % named[0])
        return bool(named)

    def check_signature(self, check, what, key_id, signature, message):
        key = (self.keys or {}).get(key_id)
        if signature is None or len(signature) != 64:
            self.report.fail(check, "%s: its signature is none" % what, "signature")
        elif self.keys is None:
            self.report.leave(check, "no keys were given: signatures were not checked")
        elif key is None:
            self.report.fail(check, "%s: the key %r is not among those given" % (what, key_id), "signature")
        elif not is_signed(key, signature, message):
            self.report.fail(check, "%s: the signature is not that of its text" % what, "signature")


def check_manifest(package):
    report, sizes = package.report, package.source.sizes
    manifest = must_fit(read_json(package.bytes("manifest.json"), "manifest.json"), MANIFEST, "manifest")
    if manifest["origin"] != "assay/package/v1":
        raise Fault("its origin is %r: a later verifier may know it" % manifest["origin"])
    names = [each["name"] for each in manifest["files"]]
    if names != sorted(set(names)):
        report.fail("manifest", "its files are not in the order of their names, each once")
    listed = set(names)
    if listed & {"manifest.json", "manifest.sig"}:
        report.fail("manifest", "it lists itself")
    for name in names:
        if name.endswith(PROGRAMS) and name != "verify.py":
            report.fail("manifest", "%s is a program: verify.py is the only one of a package" % name)
    for name in sorted(set(FILES) - listed):
        report.fail("manifest", "%s is not listed" % name, "incomplete")
    for name in sorted(listed - set(sizes)):
        report.fail("manifest", "%s is absent" % name, "incomplete")
    for name in sorted(set(sizes) - listed - {"manifest.json", "manifest.sig"}):
        report.fail("manifest", "%s is there and not listed" % name)
    for each in manifest["files"]:
        name = each["name"]
        if name not in sizes:
            continue
        digest = hashlib.sha256()
        for part in package.source.parts(name):
            digest.update(part)
        if each["size"] != sizes[name]:
            report.fail("manifest", "%s has %d bytes, listed are %d" % (name, sizes[name], each["size"]))
        if each["sha256"] != digest.hexdigest():
            report.fail("manifest", "%s has not the SHA-256 that is listed" % name)
        if name.startswith("originals/") and name[10:74] != digest.hexdigest():
            report.fail("documents", "%s has not the SHA-256 that it is named for" % name)
    package.manifest = manifest


def check_signed(package):
    if "manifest.sig" not in package.source.sizes:
        package.report.fail("signed", "manifest.sig is absent", "incomplete")
        return
    text = package.bytes("manifest.sig")
    if len(text) > 1 << 16:
        raise Fault("manifest.sig is too long")
    signed = must_fit(read_json(text, "manifest.sig"), {"keyId": S, "signature": S}, "manifest.sig")
    signature = decode64(signed["signature"], True)
    package.check_signature("signed", "manifest.sig", signed["keyId"], signature, package.bytes("manifest.json"))


def check_form(package):
    for name in package.source.sizes:
        if not name.endswith(".json") or name == "manifest.json":
            continue
        try:
            package.values[name] = read_json(package.bytes(name), name)
        except Fault as fault:
            package.report.fail("form", str(fault))
    if package.report.problems["form"]:
        return
    must_fit(package.values.get("reviews.json"), {"reviews": [REVIEW]}, "reviews.json")
    must_fit(package.values.get("sign-offs.json"), {"signOffs": [SIGN_OFF]}, "sign-offs.json")
    must_fit(package.values.get("exceptions.json"), {"exceptions": [{"id": S}]}, "exceptions.json")


def check_snapshot(package):
    snapshot = package.values.get("snapshot.json")
    if snapshot is None:
        raise Fault("there is none to look at")
    if not isinstance(snapshot, dict) or snapshot.get("format") not in SNAPSHOT_FORMATS:
        raise Fault("its format is not known: a later verifier may know it")
    must_fit(snapshot, SNAPSHOT, "snapshot")
    package.snapshot = snapshot
    package.hash = sha256(package.bytes("snapshot.json"))
    said, run = package.manifest["run"], snapshot["run"]
    for name, value in (("snapshotHash", package.hash), ("id", run["id"]), ("tenantId", run["tenantId"]),
                        ("format", snapshot["format"])):
        if said[name] != value:
            package.report.fail("snapshot", "the manifest's run.%s is %s, the snapshot's %s" % (name, said[name], value))


def is_flagged(assessment, flag):
    return flag in assessment.get("flags", [])


def check_counts(package):
    snapshot, report = package.snapshot, package.report
    assessments = snapshot["assessments"]
    status = lambda name: sum(each["status"] == name for each in assessments)
    found = {
        "totalRequirements": len(snapshot["requirements"]), "assessedCount": len(assessments),
        "completeCount": status("COMPLETE"), "partialCount": status("PARTIAL"), "missingCount": status("MISSING"),
    }
    not_judged = sum(is_flagged(each, "NOT_JUDGED") for each in assessments)
    if "notJudgedCount" in snapshot["run"]:
        found["notJudgedCount"] = not_judged
    for name, value in found.items():
        if snapshot["run"][name] != value:
            report.fail("counts", "run.%s is %s, counted are %d" % (name, snapshot["run"][name], value))
    known = {each["requirementId"] for each in snapshot["requirements"]}
    seen = set()
    for each in assessments:
        if each["requirementId"] not in known:
            report.fail("counts", "%s is assessed and not in the requirements" % each["requirementId"])
        if each["requirementId"] in seen:
            report.fail("counts", "%s is assessed twice" % each["requirementId"])
        seen.add(each["requirementId"])
    reviews, acts = package.values["reviews.json"]["reviews"], package.values["sign-offs.json"]["signOffs"]
    counted = {
        "requirements": found["totalRequirements"], "complete": found["completeCount"],
        "partial": found["partialCount"], "missing": found["missingCount"], "failed": status("FAILED"),
        "notJudged": not_judged, "citations": sum(len(each["citations"]) for each in assessments),
        "reviews": len(reviews), "reviewed": len({each["requirementId"] for each in reviews}),
        "exceptions": len(package.values["exceptions.json"]["exceptions"]),
        "signOffs": len(acts), "standingSignOffs": sum(each["standing"] for each in acts),
    }
    for name in ("chunks", "auditEntries", "manifests", "statements"):
        file = "audit.jsonl" if name == "auditEntries" else name + ".jsonl"
        counted[name] = sum(1 for _ in package.lines(file))
    counts = package.manifest["counts"]
    for name, value in counted.items():
        if counts.get(name) != value:
            report.fail("counts", "the manifest counts %s %s, found are %d" % (counts.get(name), name, value))
    for what, listed in (("review", reviews), ("exception", package.values["exceptions.json"]["exceptions"])):
        if len({each["id"] for each in listed}) < len(listed):
            report.fail("counts", "a %s is listed twice" % what)


CAPS = {
    "expired": "EXPIRED_EVIDENCE", "outOfPeriod": "OUT_OF_PERIOD", "designOnly": "DESIGN_ONLY",
    "cadenceGap": "CADENCE_GAP", "weakSupport": "WEAK_SUPPORT",
}


def check_statuses(package):
    limits = package.snapshot["configuration"]["confidenceThresholds"]
    rules = package.snapshot["configuration"].get("evidenceRules") or {}
    capped = [flag for rule, flag in CAPS.items() if rules.get(rule) == "CAP" and limits["complete"] > 0.01]
    for each in package.snapshot["assessments"]:
        name, status, confidence = each["requirementId"], each["status"], each["confidence"]
        if status == "FAILED" or is_flagged(each, "NOT_JUDGED"):
            if confidence != 0 or each["citations"] or status not in ("FAILED", "MISSING"):
                package.report.fail("statuses", "%s was not judged, and has a verdict all the same" % name)
            continue
        meant = "MISSING"
        if confidence >= limits["partial"]:
            meant = "PARTIAL"
        if confidence >= limits["complete"]:
            meant = "COMPLETE"
        if status != meant:
            package.report.fail("statuses", "%s is %s, its confidence means %s" % (name, status, meant))
        elif status != "MISSING" and not each["citations"]:
            package.report.fail("statuses", "%s is %s without a citation" % (name, status))
        for flag in capped:
            if status == "COMPLETE" and is_flagged(each, flag):
                package.report.fail("statuses", "%s is COMPLETE, and %s caps it below" % (name, flag))


def each_citation(snapshot):
    for each in snapshot["assessments"]:
        for index, citation in enumerate(each["citations"]):
            yield each["requirementId"], index, citation


def check_citations(package):
    snapshot = package.snapshot
    package.digests = {each["requirementId"]: each["sha256"] for each in snapshot["citationDigests"]}
    package.documents = {each["id"]: each for each in snapshot["documents"]}
    package.chunks = {each["id"]: each for each in snapshot["chunks"]}
    for each in snapshot["assessments"]:
        if len(package.digests.get(each["requirementId"], [])) != len(each["citations"]):
            package.report.fail("citations", "%s has not one digest for each citation" % each["requirementId"])
    for requirement, index, citation in each_citation(snapshot):
        name = "%s, citation %d" % (requirement, index + 1)
        taken = package.digests.get(requirement, [])
        if index >= len(taken) or sha256(citation["text"]) != taken[index]:
            package.report.fail("citations", "%s: the text is not that of its digest" % name)
        if citation["documentId"] not in package.documents:
            package.report.fail("citations", "%s: its document is not in the snapshot" % name)
        chunk = package.chunks.get(citation["chunkId"])
        if chunk and chunk["documentId"] != citation["documentId"]:
            package.report.fail("citations", "%s: its chunk is of another document" % name)


def check_exceptions(package):
    snapshot, report = package.snapshot, package.report
    day = snapshot["run"]["startedAt"][:10]
    known = {each["requirementId"] for each in snapshot["requirements"]}
    fixed = snapshot.get("exceptions", [])
    for each in fixed:
        if each["requirementId"] not in known:
            report.fail("exceptions", "exception %s is of a requirement that is not there" % each["id"])
        if not each["validFrom"] <= day <= each["validUntil"]:
            report.fail("exceptions", "exception %s was not in force on %s" % (each["id"], day))
    covered = {each["requirementId"] for each in fixed}
    for each in snapshot["assessments"]:
        if is_flagged(each, "COVERED_BY_EXCEPTION") != (each["requirementId"] in covered):
            report.fail("exceptions", "%s is marked as covered, or is covered, and not both" % each["requirementId"])
    listed = {each["id"]: each for each in package.values["exceptions.json"]["exceptions"]}
    for each in fixed:
        found = listed.get(each["id"])
        if found is None:
            if not package.is_left_out("exceptions", "exception", each["id"]):
                report.fail("exceptions", "exception %s of the snapshot is not in exceptions.json" % each["id"])
            continue
        for name in each:
            if canonical_or_none(found, name) != canonical(each[name]):
                report.fail("exceptions", "exception %s has another %s than in the snapshot" % (each["id"], name))


def judge_pair(pair, limits):
    """0 sound, 1 weak, 2 about something else."""
    scores = pair["scores"]
    if scores is None:
        return 0
    limits = limits.get("kinds", {}).get(pair.get("kind"), limits)
    if scores["unrelated"] > 1 - limits["related"]:
        return 2
    contrary = scores["contradicts"] >= limits["contradicts"] and scores["contradicts"] > scores["supports"]
    return 1 if contrary or scores["supports"] < limits["supports"] else 0


def check_meaning(package):
    meaning = package.snapshot["configuration"].get("meaning")
    if meaning is None:
        return
    limits = meaning["thresholds"]
    best = lambda pairs: min((judge_pair(pair, limits) for pair in pairs), default=0)
    for each in package.snapshot["assessments"]:
        name, notes = each["requirementId"], each.get("citationNotes", [])
        unchecked = any(pair["scores"] is None for note in notes for pair in note.get("meaning", []))
        if unchecked and not is_flagged(each, "NOT_CHECKED_FOR_MEANING"):
            package.report.fail("meaning", "%s: a quote was not checked, and the verdict does not say so" % name)
        for note in notes:
            if "meaning" not in note:
                continue
            found = best(note["meaning"])
            if found == 2 or (found == 1 and "weak" not in note):
                package.report.fail("meaning", "%s, citation %d: its scores say less" % (name, note["index"] + 1))
        for aside in each.get("setAside", []):
            if best(aside["meaning"]) != 2:
                package.report.fail("meaning", "%s: a quote was set aside, and its scores do not say so" % name)


def check_chunks(package):
    """The texts are read once, one at a time: quotes are looked for on the way."""
    report = package.report
    wanted = {}
    for requirement, index, citation in each_citation(package.snapshot):
        wanted.setdefault(citation["chunkId"], []).append((requirement, index, citation["text"]))
    order, last, seen = {each["id"]: at for at, each in enumerate(package.snapshot["chunks"])}, -1, set()
    for record in package.records("chunks.jsonl"):
        must_fit(record, {"id": S, "documentId": S, "content": S}, "a chunk")
        name, chunk = record["id"], package.chunks.get(record["id"])
        if chunk is None:
            raise Fault("chunk %s is not in the snapshot" % name)
        if order[name] <= last:
            raise Fault("its lines are not in the order of the snapshot, each once")
        last = order[name]
        seen.add(name)
        content = units(record["content"])
        length = chunk["endOffset"] - chunk["startOffset"]
        if record["documentId"] != chunk["documentId"] or len(content) != 2 * length or \
                sha256(record["content"]) != chunk["sha256Hash"]:
            report.fail("chunks", "chunk %s: its text is not that of its digest" % name)
        for requirement, index, text in wanted.get(name, []):
            at = record["content"].find(text)
            if at < 0:
                report.fail("quotes", "%s, citation %d: the quote does not lie in its chunk" % (requirement, index + 1))
            else:
                start = chunk["startOffset"] + len(units(record["content"][:at])) // 2
                package.places[requirement, index] = (start, start + len(units(text)) // 2)
    for name in wanted:
        if name in seen:
            continue
        if package.is_left_out("chunks", "chunk", name):
            report.leave("quotes", "quotes of chunk %s were not looked for" % name)
        else:
            report.fail("chunks", "chunk %s: its text is not there" % name)


CELL = re.compile(r'(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\Z)')


def read_csv(text):
    """The rows of RFC 4180: each ends with CRLF, which the last may lack."""
    rows, row, at = [], [], 0
    while at < len(text):
        found = CELL.match(text, at)
        if found is None:
            raise Fault("documents.csv is no CSV")
        quoted, bare, end = found.groups()
        row.append(bare if quoted is None else quoted.replace('""', '"'))
        at = found.end()
        if end == "," and at < len(text):
            continue
        if end == ",":
            row.append("")
        rows.append(row)
        row = []
    return rows


def check_documents(package):
    rows = read_csv(package.bytes("documents.csv").decode("utf-8"))
    head = "id,filename,sha256,kind,effective_from,effective_to,coverage,judged".split(",")
    if not rows or rows[0] != head or any(len(row) != len(head) for row in rows):
        raise Fault("documents.csv has not the columns %s" % ",".join(head))
    listed = {row[0]: row for row in rows[1:]}
    if len(listed) != len(rows) - 1:
        raise Fault("documents.csv names a document twice")
    counted = package.manifest["counts"].get("documents")
    if counted != len(listed):
        package.report.fail("counts", "the manifest counts %s documents, found are %d" % (counted, len(listed)))
    for name, document in package.documents.items():
        if name not in listed:
            if not package.is_left_out("documents", "document", name):
                package.report.fail("documents", "document %s is not in documents.csv" % name)
        elif listed[name][2] != document["sha256Hash"]:
            package.report.fail("documents", "document %s has another SHA-256 in documents.csv" % name)
    originals = [name[10:74] for name in package.source.sizes if name.startswith("originals/")]
    cited = {each["sha256Hash"] for each in package.documents.values()}
    for digest in originals:
        if digest not in cited:
            package.report.fail("documents", "original %s is of no document of the snapshot" % digest)


def check_sources(package):
    report, run = package.report, package.snapshot["run"]
    pinned = package.snapshot["configuration"].get("manifests", [])
    read = {}
    for record in package.records("manifests.jsonl"):
        must_fit(record, SIGNED, "a manifest")
        said = must_fit(read_json(record["payload"].encode("utf-8"), "a manifest"), SOURCE_MANIFEST, "a manifest")
        if said["origin"] != "assay/source-manifest/v1":
            raise Fault("a manifest's origin is not known")
        read[sha256(record["payload"])] = said
        name = "%s, manifest %d" % (said["source"], said["sequence"])
        signature = decode64(record["signature"], True)
        package.check_signature("sources", name, record["keyId"], signature, record["payload"].encode("utf-8"))
    used = set()
    for pin in pinned:
        if sum(each["source"] == pin["source"] for each in pinned) > 1:
            report.fail("sources", "%s is pinned twice" % pin["source"])
        if pin["closedAt"] > run["completedAt"]:
            report.fail("sources", "%s: its manifest is later than the run" % pin["source"])
        digest, said, after = pin["sha256"], read.get(pin["sha256"]), None
        if said is None:
            if not package.is_left_out("sources", "manifest", pin["manifestId"]):
                report.fail("sources", "%s: the manifest that the run pins is not there" % pin["source"])
            continue
        for name, value in (("manifestId", pin["manifestId"]), ("closedAt", pin["closedAt"])):
            if said[name] != value:
                report.fail("sources", "%s: %s of its manifest is not that of the run" % (pin["source"], name))
        while said is not None:
            used.add(digest)
            name = "%s, manifest %d" % (said["source"], said["sequence"])
            if said["tenantId"] != run["tenantId"] or said["source"] != pin["source"]:
                report.fail("sources", "%s: it is of another source than %s" % (name, pin["source"]))
            if (said["previousHash"] is None) != (said["sequence"] == 1):
                report.fail("sources", "%s: its number is not that of its place" % name)
            if after and (after["sequence"] != said["sequence"] + 1 or after["closedAt"] < said["closedAt"]):
                report.fail("sources", "%s: the next one does not follow it" % name)
            digest, after = said["previousHash"], said
            if digest is not None and digest not in read:
                report.fail("sources", "%s: the one before it is not there" % name)
            said = read.get(digest)
    if set(read) - used:
        report.fail("sources", "a manifest is there that no pinned one rests on")


def destinations(egress):
    """Where it says that text went, without counts and without probes, which hold none."""
    ways = lambda rows: [{name: row[name] for name in WAY} for row in rows if row["purpose"] != "PROBE"]
    return [ways(egress["run"]), ways(egress["documents"]), egress["olderDocuments"]]


def check_egress(package):
    sealed = package.snapshot["configuration"].get("egress")
    if sealed is None:
        return
    if "egress.json" not in package.source.sizes:
        if not package.is_left_out("egress", "egress", package.snapshot["run"]["id"]):
            package.report.fail("egress", "egress.json is absent", "incomplete")
        return
    counted = must_fit(package.values["egress.json"], EGRESS, "egress.json")
    if destinations(counted) != destinations(sealed):
        package.report.fail("egress", "egress.json names other places than the snapshot")


def check_audit(package):
    report, run = package.report, package.snapshot["run"]
    before, first, captured, completed, acts, reviews = None, True, set(), [], [], set()
    breaks = package.manifest.get("breaks", [])
    for each in breaks:
        said = each["statement"]
        package.check_signature("audit", "the break at entry %d" % said["broken"]["sequence"], each["keyId"],
                                decode64(each["signature"], False), canonical(said).encode("utf-8"))
        if said["tenantId"] != run["tenantId"]:
            report.fail("audit", "a break is of another tenant")

    def broken(sequence, text):
        """At a break that an operator signed the chain is named, not proved."""
        if any(each["statement"]["broken"]["sequence"] <= sequence <= each["statement"]["sequence"] for each in breaks):
            report.leave("audit", "the chain has a break that an operator continued: %s" % text)
        else:
            report.fail("audit", text)

    for entry in package.records("audit.jsonl"):
        whole = isinstance(entry, dict) and "id" in entry
        must_fit(entry, ENTRY if whole else {"sequence": I, "previousHash": S, "hash": S}, "an entry")
        if set(entry) != (set(ENTRY) if whole else {"sequence", "previousHash", "hash"}):
            raise Fault("entry %d has other fields than the format's" % entry["sequence"])
        name = "entry %d" % entry["sequence"]
        if before and (entry["sequence"] != before["sequence"] + 1 or entry["previousHash"] != before["hash"]):
            broken(entry["sequence"], "%s does not follow the one before it" % name)
        if first and not whole:
            report.fail("audit", "%s is the first, and not of the run" % name)
        before, first = entry, False
        if not whole:
            continue
        if entry["runId"] != run["id"] or entry["tenantId"] != run["tenantId"]:
            report.fail("audit", "%s is whole, and of another run" % name)
        if entry["version"] not in (1, 2):
            report.fail("audit", "%s has a version that is not known" % name)
        hashed = {key: value for key, value in entry.items() if key != "hash"}
        if entry["version"] == 1 and entry["details"] is None:
            del hashed["version"], hashed["details"]
        if sha256(canonical(hashed)) != entry["hash"]:
            broken(entry["sequence"], "%s has not the hash of what it says" % name)
        details = entry["details"] or {}
        if entry["action"] == "snapshot.captured":
            captured.add(details.get("snapshotHash"))
        if entry["action"] == "run.completed":
            completed.append(details.get("egressHash"))
        if entry["action"] in ("run.signed", "sign_off.declined", "sign_off.withdrawn"):
            acts.append((entry["object_id"], details.get("signOffHash")))
        if entry["action"] == "review.added":
            reviews.add(entry["object_id"])
    if before is None:
        raise Fault("audit.jsonl is empty")
    head = package.manifest["auditHead"]
    if (before["sequence"], before["hash"]) != (head["sequence"], head["hash"]):
        report.fail("audit", "it does not end where the manifest says")
    if captured != {package.hash}:
        report.fail("audit", "it does not say that this snapshot was captured")
    if package.snapshot["configuration"].get("egress") is not None and "egress.json" in package.source.sizes:
        if completed != [sha256(package.bytes("egress.json"))]:
            report.fail("audit", "it has not the digest of egress.json")
    signed = [(each["id"], sha256(each["payload"])) for each in package.values["sign-offs.json"]["signOffs"]]
    acts = [each for each in acts if not package.is_left_out("audit", "sign-off", each[0])]
    if acts != signed:
        report.fail("audit", "it names other acts of a sign-off than sign-offs.json")
    held = {each["id"] for each in package.values["reviews.json"]["reviews"]}
    if held != {each for each in reviews if each in held or not package.is_left_out("audit", "review", each)}:
        report.fail("audit", "it names other reviews than reviews.json")


def check_checkpoint(package):
    data = package.bytes("checkpoint.txt")
    if not data.endswith(b"\n"):
        raise Fault("checkpoint.txt is not one line")
    kept = read_json(data[:-1], "checkpoint.txt")
    statement = {"origin": S, "tenantId": S, "sequence": I, "hash": S, "createdAt": S, "counter?": I}
    must_fit(kept, {"statement": statement, "keyId": S, "signature": S}, "checkpoint.txt")
    said, head = kept["statement"], package.manifest["auditHead"]
    origin = "assay/audit-checkpoint/v2" if "counter" in said else "assay/audit-checkpoint/v1"
    if said["origin"] != origin or said.get("counter", 1) < 1:
        raise Fault("its origin does not go with its counter")
    if said["tenantId"] != package.snapshot["run"]["tenantId"]:
        package.report.fail("checkpoint", "it is of another tenant")
    if (said["sequence"], said["hash"]) != (head["sequence"], head["hash"]):
        package.report.fail("checkpoint", "it is of another entry than the last of audit.jsonl")
    signature = decode64(kept["signature"], False)
    message = canonical(said).encode("utf-8")
    package.check_signature("checkpoint", "checkpoint.txt", kept["keyId"], signature, message)
    counter = "number %d" % said["counter"] if "counter" in said else "without a number"
    package.report.notes.append("Checkpoint %s, of entry %d, made %s" % (counter, said["sequence"], said["createdAt"]))


ROLES = ["PREPARED", "REVIEWED", "APPROVED"]


def find_turn_problems(standing, said):
    """Why an act could not follow the ones before it. Leaves `standing` as it is after the act."""
    problems, act, role = [], said["act"], said["role"]
    if act not in ("SIGNED", "DECLINED", "WITHDRAWN") or role not in ROLES:
        return ["its act or role is not known"]
    if said["signerRole"] not in ("MEMBER", "ADMIN", "SUPER_ADMIN"):
        problems.append("a %s cannot sign" % said["signerRole"])
    order = list(standing)
    if act == "WITHDRAWN":
        signed = standing.get(role)
        if signed is None:
            problems.append("no signature as %s stands" % role)
        elif signed["signerId"] != said["signerId"] and said["signerRole"] == "MEMBER":
            problems.append("it was withdrawn by somebody who is neither its signer nor an ADMIN")
        ends = order[order.index(role):] if role in standing else []
    else:
        if act == "DECLINED" and role != "REVIEWED":
            problems.append("nobody declines as %s" % role)
        if role in standing:
            problems.append("a signature as %s stands already" % role)
        if any(each not in standing for each in ROLES[:ROLES.index(role)]):
            problems.append("it comes before an earlier signature")
        if role != "PREPARED" and standing.get("PREPARED", {}).get("signerId") == said["signerId"]:
            problems.append("it is by the person who signed as PREPARED")
        ends = order if act == "DECLINED" else []
    if said["withdraws"] != [standing[each]["signOffId"] for each in ends]:
        problems.append("it does not end the signatures that it must end")
    for each in ends:
        del standing[each]
    if act == "SIGNED":
        standing[role] = said
    return problems


def reviews_hash(package):
    newest = {}
    for review in sorted(package.values["reviews.json"]["reviews"], key=lambda each: each["sequence"]):
        newest[review["requirementId"]] = review
    package.newest = newest
    fields = ["requirementId", "sequence", "decision", "status", "reasonCode", "reasonHash", "reviewerId",
              "openedCount", "citedCount", "confirmsReviewId", "createdAt"]
    counting = []
    for each in package.snapshot["assessments"]:
        review = newest.get(each["requirementId"])
        if review:
            signed = {field: review[field] for field in fields}
            if review["rejectedCitations"]:
                signed["rejectedCitations"] = review["rejectedCitations"]
            counting.append(signed)
    return sha256(canonical(counting))


def check_sign_offs(package, require_signed):
    report, snapshot = package.report, package.snapshot
    for review in package.values["reviews.json"]["reviews"]:
        if review["runId"] != snapshot["run"]["id"]:
            report.fail("sign-offs", "review %s is of another run" % review["id"])
        if review["reason"] is not None and sha256(review["reason"]) != review["reasonHash"]:
            report.fail("sign-offs", "review %s has not the reason of its digest" % review["id"])
    exceptions = sha256(canonical(sorted(snapshot.get("exceptions", []), key=lambda each: units_key(each["id"]))))
    reviews = reviews_hash(package)
    # What rests on a record that the service left out is not proved, and not wrong.
    acts_lack = package.has_left_out("sign-offs", "sign-off")
    reviews_lack = package.has_left_out("sign-offs", "review")
    may_be_invalid = acts_lack or reviews_lack or package.has_left_out("sign-offs", "exception")
    acts, standing, ended, problems = package.values["sign-offs.json"]["signOffs"], {}, {}, []
    payloads, names = [], []
    for at, act in enumerate(acts, 1):
        wrong = []
        problems.append(wrong)
        said = read_json(act["payload"].encode("utf-8"), "the payload of act %d" % at)
        must_fit(said, SIGN_OFF_PAYLOAD, "the payload of act %d" % at)
        payloads.append(said)
        if said["origin"] not in ("assay/sign-off/v1", "assay/sign-off/v2"):
            raise Fault("act %d has an origin that is not known" % at)
        if said.get("version", 2) != 2:
            raise Fault("act %d has a version that is not known" % at)
        if ("signerName" in said, "nameDigest" in said) != ("version" not in said, "version" in said):
            raise Fault("act %d has not the name or the digest of its version" % at)
        same = ["runId", "sequence", "act", "role", "statement", "signerId", "signerRole"]
        shown = [(name, name) for name in same] + [("id", "signOffId"), ("createdAt", "signedAt")]
        wrong += ["%s is not what was signed" % name for name, signed in shown if act[name] != said[signed]]
        name = check_name(act, said)
        wrong += [] if name else ["signerName is not what was signed"]
        names.append(name)
        package.check_signature("sign-offs", "act %d" % at, act["keyId"], decode64(act["signature"], True),
                                act["payload"].encode("utf-8"))
        if not acts_lack and said["sequence"] != at:
            wrong.append("it has the number %d" % said["sequence"])
        if said["runId"] != snapshot["run"]["id"] or said["tenantId"] != snapshot["run"]["tenantId"]:
            wrong.append("it is of another run")
        if said["snapshotHash"] != package.hash:
            wrong.append("it signs another snapshot")
        if said["exceptionsHash"] != exceptions:
            wrong.append("it signs other exceptions")
        turn = find_turn_problems(standing, said)
        wrong += [] if acts_lack else turn
        if not act["valid"] and not may_be_invalid:
            wrong.append("the package itself says that it is not valid")
        for name in said["withdraws"]:
            ended[name] = said["signOffId"]
    for act, said, wrong, name in zip(acts, payloads, problems, names):
        stands = said["act"] == "SIGNED" and said["signOffId"] not in ended
        if stands and not reviews_lack and said["reviewsHash"] != reviews:
            wrong.append("it signs other reviews")
        if not acts_lack and (act["standing"] != stands or act["withdrawnById"] != ended.get(act["id"])):
            wrong.append("whether it stands is not what the later acts say")
        for each in wrong:
            report.fail("sign-offs", "act %d: %s" % (said["sequence"], each), "signature")
        report.notes.append(describe_act(act, said, name))
    if standing and not acts_lack:
        known = "The run is signed as %s" if package.keys else "It says that the run is signed as %s: no key checks that"
        report.notes.append(known % list(standing)[-1])
    else:
        report.notes.append("What stands is not known: an act was left out" if acts_lack else "No signature stands")
        if require_signed:
            report.fail("sign-offs", "no signature stands, and one is required", "incomplete")


def units_key(text):
    return text.encode("utf-16-be", "surrogatepass")


def check_name(act, said):
    """How the name next to a payload is known to be the signed one; None where it is not."""
    if "version" not in said:
        return "signed" if act["signerName"] == said["signerName"] else None
    if act.get("nameSalt") is None:
        # Without its salt no name can be checked: then none may be shown, but the token that it becomes.
        return "erased" if act["signerName"] == "erased-" + said["signerId"][-12:] else None
    return "proved" if sha256(act["nameSalt"] + "\n" + act["signerName"]) == said["nameDigest"] else None


NAMES = {
    "proved": "; name proved by the salted digest that was signed",
    "erased": "; the name was erased: nobody can check it any more, and the signature still holds",
}


def describe_act(act, said, name):
    verb = {"SIGNED": "signed as", "DECLINED": "declined as", "WITHDRAWN": "withdrew"}.get(said["act"], said["act"])
    proof = "proved by %s at %s" % (said["assurance"], said.get("assuredAt")) if said.get("assurance") else \
        "how the signer had signed in is not recorded"
    return "%s (%s) %s %s at %s; %s%s" % (
        act["signerName"], said["signerRole"], verb, said["role"], said["signedAt"], proof, NAMES.get(name, ""))


def check_statements(package):
    snapshot, report = package.snapshot, package.report
    may_lack_review = package.has_left_out("statements", "review")
    assessments = snapshot["assessments"]
    configuration = sha256(canonical(snapshot["configuration"]))
    count = 0
    for number, envelope in enumerate(package.records("statements.jsonl")):
        count += 1
        if number >= len(assessments):
            raise Fault("there are more statements than verdicts")
        each = assessments[number]
        name = each["requirementId"]
        shape = {"payloadType": S, "payload": S, "signatures": [{"keyid": S, "sig": S}]}
        must_fit(envelope, shape, "a statement")
        payload = decode64(envelope["payload"], False)
        if envelope["payloadType"] != PAYLOAD_TYPE or payload is None or len(envelope["signatures"]) != 1:
            raise Fault("the statement on %s is no envelope with one signature" % name)
        signature = envelope["signatures"][0]
        message = b"DSSEv1 %d %s %d %s" % (len(PAYLOAD_TYPE), PAYLOAD_TYPE.encode(), len(payload), payload)
        package.check_signature("statements", "the statement on %s" % name, signature["keyid"],
                                decode64(signature["sig"], False), message)
        said = read_json(payload, "the statement on %s" % name)
        must_fit(said, {"subject": [{"digest": {"sha256": S}}], "predicate": {"scores": [ANY]}}, "a statement")
        documents = []
        citations = []
        for index, citation in enumerate(each["citations"]):
            digest = package.documents[citation["documentId"]]["sha256Hash"]
            if digest not in documents:
                documents.append(digest)
            start, end = package.places.get((name, index), (None, None))
            taken = package.digests[name][index]
            citations.append({"documentSha256": digest, "start": start, "end": end, "textSha256": taken})
        review = package.newest.get(name)
        meant = {
            "runId": snapshot["run"]["id"], "requirementId": name, "status": each["status"],
            "judged": not is_flagged(each, "NOT_JUDGED"), "confidence": each["confidence"], "citations": citations,
            "configurationSha256": configuration,
            "review": review and {
                "decision": review["decision"], "status": review["status"], "reviewerId": review["reviewerId"],
                "at": review["createdAt"],
            },
        }
        if may_lack_review and said["predicate"].get("review", ANY) is None:
            meant["review"] = None
        scores = said["predicate"].pop("scores")
        wrong = [key for key in sorted(set(meant) | set(said["predicate"]))
                 if canonical_or_none(said["predicate"], key) != canonical_or_none(meant, key)]
        if said.get("_type") != STATEMENT or said.get("predicateType") != VERDICT:
            wrong.append("type")
        if [subject["digest"] for subject in said["subject"]] != [{"sha256": x} for x in [package.hash] + documents]:
            wrong.append("subject")
        if not are_scores(scores, each):
            wrong.append("scores")
        if wrong:
            report.fail("statements", "the statement on %s says otherwise than the snapshot: %s" % (name, ", ".join(wrong)))
    if count != len(assessments):
        raise Fault("there are fewer statements than verdicts")


def canonical_or_none(value, key):
    return canonical(value[key]) if key in value else None


def are_scores(scores, assessment):
    """For each citation those of a checked pair that supports it most, in a fixed order; null where none has any."""
    if len(scores) != len(assessment["citations"]):
        return False
    pairs = {}
    for note in assessment.get("citationNotes", []):
        pairs.setdefault(note["index"], []).extend(note.get("meaning", []))
    for index, given in enumerate(scores):
        scored = [pair["scores"] for pair in pairs.get(index, []) if pair["scores"] is not None]
        most = max((each["supports"] for each in scored), default=None)
        meant = [[each["supports"], each["partly"], each["contradicts"], each["unrelated"]]
                 for each in scored if each["supports"] == most]
        if given not in (meant or [None]):
            return False
    return True


# --- A certificate of deletion ------------------------------------------------------------------------------------

def read_certificate(path):
    """The fields of a file that may be a certificate; OSError for any other."""
    with open(path, "rb") as file:
        data = file.read(FILE_MAX + 1)
    try:
        text = data.decode("utf-8")
        if len(data) <= FILE_MAX and depth_of(text) <= DEPTH_MAX:
            value = json.loads(text, parse_float=float, parse_int=float, parse_constant=no_constant)
            if fits(value, SIGNED, "it") is None:
                return value
    except (ValueError, RecursionError):
        pass
    raise OSError("it is no package, and no certificate of deletion")


def has_more(value, want):
    """Whether a value that fits has fields that are not named."""
    if isinstance(want, list):
        return any(has_more(each, want[0]) for each in value)
    if not isinstance(want, dict) or "*" in want:
        return False
    return len(value) > len(want) or any(has_more(value[key], inner) for key, inner in want.items())


def verify_certificate(file, keys, require_keys):
    report, said = Report(CERTIFICATE_CHECKS), []

    def check_form():
        said.append(read_json(file["payload"].encode("utf-8"), "the statement"))

    def check_fields():
        statement = must_fit(said[0], DELETION, "the statement")
        if has_more(file, SIGNED) or has_more(statement, DELETION):
            raise Fault("it has other fields than the format's")
        if statement["origin"] != "assay/deletion/v1":
            raise Fault("the statement is not of the format assay/deletion/v1")

    def check_counts():
        rows, total = said[0]["deleted"]["rows"].values(), said[0]["deleted"]["rowsTotal"]
        if any(each < 0 for each in rows):
            raise Fault("a table has fewer than no rows")
        if sum(rows) != total:
            raise Fault("they are %d, and the total says %d" % (sum(rows), total))

    guard(report, "form", check_form)
    if said:
        guard(report, "fields", check_fields)
    if "fields" in report.done:
        guard(report, "counts", check_counts)
        report.title, report.notes, report.limits = describe_deletion(said[0])
    guard(report, "signed", lambda: check_signed_text(report, keys, file))
    if require_keys and keys is None and not report.kinds:
        report.kinds.add("incomplete")
    return report


def check_signed_text(report, keys, file):
    message = units(file["payload"]).decode("utf-16-le", "replace").encode("utf-8")
    signature = decode64(file["signature"], True)
    Package(None, keys, report).check_signature("signed", "the statement", file["keyId"], signature, message)


def describe_deletion(said):
    tenant, deleted, hashes = said["tenant"], said["deleted"], said["hashes"]
    documents, head = deleted["documents"], hashes["auditHead"]
    title = "Tenant '%s' (%s) was erased from %s to %s" % (
        tenant["name"], tenant["id"], said["requestedAt"], said["finishedAt"])
    notes = [
        "%d rows, %d files, %d parts of uploads, %d keys" % (
            deleted["rowsTotal"], deleted["files"], deleted["uploadParts"], len(deleted["fileKeys"])),
        "%d documents of %d bytes, SHA-256 %s" % (documents["count"], documents["bytes"], documents["sha256"]),
        "Its audit log ended at entry %d, SHA-256 %s" % (head["sequence"], head["hash"]),
    ] + ["Snapshot of run %s: SHA-256 %s" % (each["runId"], each["sha256"]) for each in hashes["snapshots"]]
    backups = ["the backup of %s, manifest SHA-256 %s" % (each["takenAt"], each["manifestHash"])
               for each in said["notCovered"]["backups"]]
    return title, notes, said["notCovered"]["other"] + backups


def verify(path, keys=None, require_signed=False, require_keys=False):
    """The report on one package or certificate. Raises OSError where it cannot be opened, or is neither."""
    report = Report()
    if os.path.isfile(path):
        with open(path, "rb") as file:
            is_archive = file.read(2) == b"PK"
        if not is_archive:
            return verify_certificate(read_certificate(path), keys, require_keys)
    try:
        source = Folder(path) if os.path.isdir(path) else Archive(path)
    except (Fault, struct.error, IndexError) as fault:
        report.fail("archive", str(fault))
        return report
    try:
        report.done.add("archive")
        package = Package(source, keys, report)
        if "manifest.json" not in source.sizes:
            report.fail("manifest", "manifest.json is absent", "incomplete")
            return report
        guard(report, "manifest", lambda: check_manifest(package))
        guard(report, "signed", lambda: check_signed(package))
        if package.manifest is None or any(name not in source.sizes for name in FILES):
            return report
        run = package.manifest["run"]
        report.title = "Run %s, package of Assay %s, as of %s" % (run["id"], package.manifest["release"],
                                                                    package.manifest["asOf"])
        guard(report, "form", lambda: check_form(package))
        if report.problems["form"]:
            return report
        guard(report, "snapshot", lambda: check_snapshot(package))
        if package.snapshot is None:
            return report
        for name, check in (
            ("counts", check_counts), ("statuses", check_statuses), ("citations", check_citations),
            ("exceptions", check_exceptions), ("meaning", check_meaning), ("chunks", check_chunks),
            ("documents", check_documents), ("sources", check_sources), ("egress", check_egress),
            ("audit", check_audit), ("checkpoint", check_checkpoint), ("sign-offs", lambda p: check_sign_offs(p, require_signed)),
            ("statements", check_statements),
        ):
            guard(report, name, lambda: check(package))
        if "chunks" in report.done:
            report.done.add("quotes")
        if require_keys and keys is None:
            report.fail("signed", "keys are required, and none were given", "incomplete")
    finally:
        source.close()
    return report


# --- The command ------------------------------------------------------------------------------------------------

def read_keys(path):
    try:
        with open(path, "rb") as file:
            value = json.loads(file.read(1 << 20).decode("utf-8"))
        listed = value["keys"] if isinstance(value, dict) else value
        keys = {each["kid"]: decode64(each["x"], True) for each in listed}
        if len(keys) == len(listed) and all(isinstance(each, str) for each in keys):
            if all(key is not None and len(key) == 32 for key in keys.values()):
                return keys
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    return None


def plain(text):
    """On one line, without what a terminal would obey."""
    return "".join(each if each.isprintable() else "\\u%04x" % ord(each) for each in text)


def show(report, keys):
    if report.title:
        print(plain(report.title))
    for name, text in report.checks.items():
        print("%-10s  %-10s  %s" % (report.result(name).lower() if not report.problems[name] else "FAILED", name, text))
        told = report.problems[name] or list(dict.fromkeys(report.open[name]))
        for each in told[:PROBLEMS_MAX]:
            print("            %s" % plain(each))
        if len(told) > PROBLEMS_MAX:
            print("            and %d more" % (len(told) - PROBLEMS_MAX))
    for note in report.notes:
        print(plain(note))
    print("This does not prove:" if report.limits is NOT_PROVED else "It does not cover:")
    for text in report.limits:
        print("- %s" % plain(text))
    print(last_line(report.word, keys))


def last_line(word, keys):
    if word != "valid":
        return "NOT VALID: %s" % word
    return "self-consistent, signer unknown" if keys is None else "VALID: signed by a key that you gave"


VECTORS = [
    ("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
     "655141438e7a100b"),
    ("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
     "b00d291612bb0c00"),
    ("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
     "c027beceea1ec40a"),
    ("ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e"
     "2a9ac94fa54ca49f",
     "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17a"
     "d9bef1177331a704"),
]
NUMBERS = [
    ("0", "0"), ("-0", "0"), ("1e21", "1e+21"), ("1e20", "100000000000000000000"), ("1E-7", "1e-7"),
    ("0.000001", "0.000001"), ("9007199254740993", "9007199254740992"), ("333333333.33333329", "333333333.3333333"),
    ("5e-324", "5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"), ("4.50", "4.5"), ("-1.5e3", "-1500"),
    ("295147905179352830000", "295147905179352830000"), ("1e23", "1e+23"), ("0.1", "0.1"), ("123.456e-10", "1.23456e-8"),
]


def self_test():
    wrong = []
    for key, message, signature in VECTORS:
        key, message, signature = (bytes.fromhex(each) for each in (key, message, signature))
        if not is_signed(key, signature, message):
            wrong.append("RFC 8032: a good signature is refused")
        if is_signed(key, signature, message + b"x") or is_signed(key, signature[:32] + bytes(32), message):
            wrong.append("RFC 8032: a bad signature is taken")
        high = (int.from_bytes(signature[32:], "little") + L).to_bytes(32, "little")
        if is_signed(key, signature[:32] + high, message):
            wrong.append("RFC 8032: a scalar that is too large is taken")
    for text, meant in NUMBERS:
        found = canonical(json.loads(text, parse_float=to_double, parse_int=to_number))
        if found != meant:
            wrong.append("RFC 8785: %s is written %s, not %s" % (text, found, meant))
    if canonical(json.loads('{"\\ufb33":1,"\\ud83d\\ude00":2,"\\u20ac":3,"a":"\\u000f\\/\\u007f"}')) != \
            '{"a":"\\u000f/\x7f","\u20ac":3,"\U0001f600":2,"\ufb33":1}':
        wrong.append("RFC 8785: keys or texts are written wrongly")
    for each in wrong:
        print(each)
    print("self-test: %s" % ("FAILED" if wrong else "passed"))
    return 1 if wrong else 0


def main(arguments):
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    paths, keys, flags = [], None, set()
    rest = list(arguments)
    while rest:
        each = rest.pop(0)
        if each == "--keys" and rest:
            keys = read_keys(rest.pop(0))
            if keys is None:
                print("The keys cannot be read: they are what the service has at /.well-known/assay-checkpoint-keys.json")
                return CODES["usage"]
        elif each in ("--require-signed", "--require-keys", "--self-test"):
            flags.add(each)
        elif each.startswith("--"):
            print("%s is not known, or lacks its file" % plain(each))
            return CODES["usage"]
        else:
            paths.append(each)
    if "--self-test" in flags:
        return self_test()
    if not paths:
        print(__doc__.strip())
        return CODES["usage"]
    settings = {"require_signed": "--require-signed" in flags, "require_keys": "--require-keys" in flags}
    if len(paths) == 1 and paths[0] != "-":
        try:
            report = verify(paths[0], keys, **settings)
        except OSError as error:
            print("%s cannot be read: %s" % (plain(paths[0]), plain(str(error))))
            return CODES["usage"]
        show(report, keys)
        return CODES[report.word]
    words = set()
    for path in (line.rstrip("\n") for line in sys.stdin) if paths == ["-"] else paths:
        try:
            report = verify(path, keys, **settings)
            word = report.word
            failed = [name for name in report.checks if report.problems[name]]
        except OSError:
            word, failed = "usage", []
        line = (CODES[word], word, ",".join(failed), plain(path), last_line(word, keys))
        print("%d\t%s\t%s\t%s\t%s" % line, flush=True)
        words.add(word)
    return CODES[next((word for word in WEIGHT + ["usage"] if word in words), "valid")]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
