"""Draws public files by seed from the test corpora of other projects, as public.jsonl names them. The files are not stored
here: `npm run quality -- reading --public <folder>` reads them from a folder, `--download` gets them. Written before the
reader changed.

  python3 draw-public.py <folder with a clone of each repository, named owner+name/repo> [names of files to leave out]
"""
import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path

SEED = 20261127
EACH = 6
SIZES = range(200, 1_000_000)
CORPORA = {
    "apache/tika": "Apache-2.0",
    "apache/poi": "Apache-2.0",
    "mozilla/pdf.js": "Apache-2.0",
    "scanny/python-pptx": "MIT",
    "jsvine/pdfplumber": "MIT",
    "camelot-dev/camelot": "MIT",
    "GSA/fedramp-automation": "CC0-1.0",
}
# Made to break readers, to be refused, or of no words.
SKIP = ("protect", "password", "encrypt", "crash", "fuzz", "bad_", "truncat", "notazip", "xxe", "bomb", "license", "readme", "changelog", "corrupt", "poc-", "clusterfuzz", "bug_with")
FORMATS = ["pdf", "docx", "xlsx", "pptx", "odt", "rtf", "html", "md", "csv", "eml", "msg", "xls"]

root, seen = Path(sys.argv[1]), set(sys.argv[2:])
git = lambda repo, *args: subprocess.run(["git", "-C", root / repo.replace("/", "+") / "repo", *args], capture_output=True, check=True).stdout
found = {name: [] for name in FORMATS}
for repo in CORPORA:
    commit = git(repo, "rev-parse", "HEAD").decode().strip()
    for line in git(repo, "ls-tree", "-r", "-l", "HEAD").decode().splitlines():
        (_, kind, blob, size), path = line.split("\t")[0].split(), line.split("\t")[1]
        name = path.split("/")[-1]
        extension = name.rsplit(".", 1)[-1].lower()
        if extension not in found or not size.isdigit() or int(size) not in SIZES or name in seen:
            continue
        if any(word in path.lower() for word in SKIP) or (extension == "html" and "test" not in path):
            continue
        found[extension].append((blob, repo, commit, path))

for extension in FORMATS:
    files = list({blob: each for each in found[extension] for blob in [each[0]]}.values())
    random.Random(f"{SEED} {extension}").shuffle(files)
    for at, (blob, repo, commit, path) in enumerate(sorted(files[:EACH], key=lambda each: each[3])):
        digest = hashlib.sha256(git(repo, "cat-file", "blob", blob)).hexdigest()
        print(json.dumps({"repository": repo, "commit": commit, "path": path, "sha256": digest, "licence": CORPORA[repo], "half": "kept" if at % 2 else "open"}))
