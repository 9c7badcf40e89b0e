"""Adds real evidence to the rows of build_data.py: labelled real pairs, contracts, negatives by rule, a pool for the teachers to label.

build_real.py DATA.xz REAL_DIR CONTRACTNLI_TRAIN.csv CONTRACTNLI_DEV.json DOCS_DIR OUT.xz
REAL_DIR: sets/real. DOCS_DIR: a folder of Markdown files for each source, with no file of its development or held-out pairs.
"""
import csv, glob, json, lzma, os, random, re, sys
import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
DATA, REAL, TRAIN, DEV, DOCS, OUT = sys.argv[1:7]; random.seed(31)
d = json.load(lzma.open(DATA, "rt")); lines = lambda f: [json.loads(l) for l in open(f"{REAL}/{f}.jsonl") if l.strip()]
row = lambda x: (x["r"], x["e"], x["d"], x["y"], "real", x["s"])
of = lambda f, g: [row(x) for x in lines(f) if x["g"] == g]
# the first 50 documents of the training split are held out; the development split chooses; the test split is not opened
LABELS = {"0": "S", "1": "C", "2": "N"}; cn = []
for x in list(csv.DictReader(open(TRAIN)))[50 * 17:]:
    e = re.sub(r"\s+", " ", x["concatenated_spans"]).strip()
    if not e or len(e) > 800: continue
    if x["label"] == "2": e = " ".join(re.split(r"(?<=\.)\s+", e)[:random.choice((1, 2, 3))])[:600]
    cn.append((x["hypothesis"], e, "Agreement", LABELS[x["label"]], "cn", ""))
def clauses(path):
    j = json.load(open(path)); out = []
    for doc in j["documents"]:
        for k, a in doc["annotation_sets"][0]["annotations"].items():
            if a["choice"] == "NotMentioned": continue
            e = " ".join(re.sub(r"\s+", " ", doc["text"][s:t]).strip() for s, t in (doc["spans"][i] for i in a["spans"]))
            if e and len(e) <= 800: out.append((j["labels"][k]["hypothesis"], e, "Agreement", "S" if a["choice"] == "Entailment" else "C", "cn", ""))
    return out
def sentences(path):
    head = ""; out = []; t = re.sub(r"^---\n.*?\n---\n", "", open(path).read(), flags=re.S); title = re.sub(r"[-_]", " ", os.path.basename(path)[:-3]).strip()
    for line in t.split("\n"):
        s = line.strip()
        if s.startswith("#"): head = re.sub(r"[#*]", "", s).strip(); continue
        s = re.sub(r"<[^>]+>|\*\*|`", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", s))
        out += [(x.strip(), ", ".join(v for v in (title, head) if v)) for x in re.split(r"(?<=[.!?])\s+(?=[A-Z])", s) if 30 <= len(x.strip()) <= 420]
    return out
pools = {c: [s for p in sorted(glob.glob(f"{DOCS}/{c}/**/*.md", recursive=True)) for s in sentences(p)] for c in sorted(os.listdir(DOCS))}
parts = sorted({x["r"] for f in ("training", "development", "held-out") for x in lines(f) if x["g"] == "policy"}); seen = {(x["r"], x["e"]) for x in lines("training")}; pool = []
for ss in pools.values():
    v = TfidfVectorizer(sublinear_tf=True, stop_words="english"); M = v.fit_transform([h + " " + s for s, h in ss]); S = (v.transform(parts) @ M.T).toarray()
    for i, r in enumerate(parts): pool += [(r, *ss[j], "U", "", "") for j in np.argsort(-S[i])[:4] if S[i, j] > .08 and (r, ss[j][0]) not in seen]
# other trades say nothing of information security, and the other way round
IT = re.compile(r"security|privacy|software|it\b|telecom|ai\b|data|cloud|audit|insurance|bank", re.I)
trades = [x for x in d["hard"] if x[4] and not IT.search(x[4]) and x[4] not in ("guard", "plain")]; flat = [s for ss in pools.values() for s in ss]
neg = [(random.choice(trades)[0], *random.choice(flat), "N", "neg", "") for _ in range(2500)]
for _ in range(1500): o = random.choice(trades); neg.append((random.choice(parts), o[1], o[2], "N", "neg", ""))
sets = dict(d, real=of("training", "policy"), realdev=of("development", "policy"), kon=of("training", "contract"), kondev=of("development", "contract"), cn=cn, cndev=clauses(DEV), realneg=neg, realpool=pool)
for k, s in sets.items(): print(k, len(s))
with lzma.open(OUT, "wt", preset=6) as o: json.dump(sets, o, ensure_ascii=False)
