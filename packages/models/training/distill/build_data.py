"""Builds all training rows of entailment-2: hard (labelled), synthetic (labelled by rule), public, pool (for teachers to label), development."""
import json, random, re, glob, os, sys, hashlib, gzip
import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
ROOT, NLI, OUT = sys.argv[1:4]; random.seed(11)
Q = ROOT + "/packages/quality/sets"
split = json.load(open(Q + "/pairs/split.json"))
lines = lambda p: [json.loads(l) for l in open(p) if l.strip()]
def author(a): return [(r["r"], r["e"], r.get("d", ""), r["y"], r.get("t", ""), r.get("w", "")) for r in lines(f"{Q}/pairs/{a}.jsonl")]
train = [row for a in split["training"] for row in author(a)]
hh = lambda s: int(hashlib.sha256(s.encode()).hexdigest(), 16)
guard, guarddev = [], []
for r in lines(Q + "/guard.jsonl"):
    if r["half"] != "tuned": continue
    y = "S" if r["wording"] == "sound" else "X"
    row = (r["requirement"], r.get("quote", r["text"]), r.get("title") or "Handbook", y, "guard", r["kind"])
    (guarddev if hh(r["requirement"]) % 4 == 0 else guard).append(row)
off, offdev = [], []
for r in lines(Q + "/offline-pairs.jsonl"):
    if r["half"] != "tuned": continue
    for k, y in (("sound", "S"), ("unsound", "X")):
        (offdev if hh(r["requirement"]) % 4 == 0 else off).append((r["requirement"], r[k], r["document"], y, "plain", k))
dev = [(a,) + row for a in split["development"] for row in author(a)]
# no text of a development line in training
devr = {r[1].strip().lower() for r in dev} | {r[0].strip().lower() for r in guarddev + offdev}
before = len(train) + len(guard) + len(off)
train, guard, off = ([r for r in s if r[0].strip().lower() not in devr] for s in (train, guard, off))
print("left out for a development requirement:", before - len(train) - len(guard) - len(off))
hard = train + guard + off
# ---------------- synthetic
low = lambda s: s[0].lower() + s[1:] if len(s) > 1 and s[1].islower() else s
dot = lambda s: s if s.rstrip()[-1:] in ".!?" else s.rstrip() + "."
AUX = re.compile(r"\b(is|are|was|were|has|have|had|does|do|did|must|shall|will|may|can)\b", re.I)
SYN = [("employees", "staff"), ("staff", "employees"), ("every quarter", "each quarter"), ("every quarter", "quarterly"), ("every year", "once a year"), ("every year", "annually"), ("annually", "every year"), ("at least", "no fewer than"), ("at least", "a minimum of"), ("within", "no later than"), ("documented", "written down"), ("reviewed", "checked"), ("suppliers", "vendors"), ("organisation", "company"), ("organization", "company"), ("company", "organisation"), ("before", "prior to"), ("must", "shall"), ("shall", "must"), ("All ", "Every one of the "), ("recorded", "logged"), ("stored", "kept"), ("kept", "retained"), ("trained", "instructed"), ("annual", "yearly"), ("monthly", "every month"), ("every month", "each month"), ("weekly", "every week"), ("immediately", "without delay"), ("encrypted", "protected by encryption"), ("tested", "put to the test"), ("approved", "signed off"), ("removed", "withdrawn"), ("customers", "clients"), ("inspected", "examined"), (" are ", " must be "), (" is ", " must be "), (" are ", " shall be "), (" is ", " shall be ")]
def restate(s):
    for _ in range(random.choice((0, 1, 2, 2, 3))):
        fits = [(a, b) for a, b in SYN if a in s]
        if not fits: break
        a, b = random.choice(fits); s = s.replace(a, b, 1)
    return s
PRE = ["", "", "", "", "4.2 ", "Section 7.1: ", "Rule 12. ", "Our rule: ", "Policy statement: ", "In force since 2024: ", "Confirmed at the audit of 12 March 2026: ", "As practised on all sites: ", "Control: ", "We do this as follows. ", "• ", "3) ", "Status: implemented. ", "From the manual: ", "Checked on 4 May 2026 and found in order: "]
SUF = ["", "", "", "", "", " This applies to all sites.", " Exceptions are not granted.", " The head of the department answers for it.", " Records are kept for five years.", " Last checked in May 2026, no deviations.", " See also the annex.", " Owner: quality manager."]
TITLES = ["Handbook", "Quality Manual", "Information Security Policy", "Operations Manual v4", "Site rules", "Standard Operating Procedure 12", "Management handbook, chapter 3", "Procedures", "policy.docx", "Code of practice", "Staff handbook 2026", "", ""]
PLAN = ["From 2028 on, {l}", "It is planned that {l}", "We intend that {l}", "Next year {l}", "Roadmap, third quarter: {l}", "Target state: {l}", "Once the new system is in place, {l}", "The project will see to it that {l}", "Proposed to the board: {l}", "As of next summer {l}", "In the medium term {l}", "To do: {l}", "It has been suggested that {l}"]
HOPE = ["We believe that {l}", "We assume that {l}", "It would be good practice that {l}", "Ideally {l}", "In theory {l}", "Everyone hopes that {l}", "As far as we can tell {l}", "We see no reason to doubt that {l}", "It goes without saying that {l}", "Nobody has complained, so we take it that {l}"]
PAST = ["Until 2023, {l}", "Before the merger {l}", "Under the previous owner {l}", "In former years {l}", "Up to the reorganisation {l}", "{r} This practice ended in spring.", "{r} Suspended since January for lack of staff.", "{r} This has lapsed since the move.", "As it was until the relocation: {l}", "{r} Discontinued with the new software."]
PARTY = ["At our competitor {l}", "Our largest supplier states that {l}", "The parent company writes: {r}", "In the neighbouring plant, which is not ours, {l}", "Another firm's brochure: {r}", "The landlord says of his own offices: {r}", "A customer describes its own practice: {r}", "At a friend's company {l}", "Case study of another organisation: {r}", "Marketing text of a vendor about itself: {r}"]
TRIAL = ["In the trial system: {r}", "In the test environment only: {r}", "On the demo installation {l}", "In a pilot with two volunteers {l}", "In the sandbox, which nobody uses for work, {l}", "For the prototype: {r}"]
QUOTE = ["The standard demands: {r}", "Textbook, chapter 5: {r}", "Training slide: good companies see that {l}", "The checklist asks whether {l}", "Question of the auditor: is it so that {l}", "Do we know whether {l}", "An article recommends that {l}", "The law says: {r}", "Definition used in this course: {r}", "Exam question: explain why {l}"]
CONTRA = ["Finding: it is not so that {l}", "{r} This was not done in 2025.", "{r} The inspection found otherwise.", "{r} In practice nobody does this.", "The auditor could not find that {l}", "{r} Not met, see deviation 14.", "{r} Only on paper.", "{r} Result: failed.", "{r} Compliance: no.", "Deviation: requirement that {l} breached.", "Nobody sees to it that {l}", "{r} Waived by management."]
EXCL = ["{s}, except in the branch offices.", "{s}, with the exception of the sales department.", "{s}; contractors are exempt.", "{s}, unless the manager decides otherwise.", "{s}, but not for older equipment.", "{s}, as far as time allows.", "{s}, apart from night shifts.", "{s} where the budget permits."]
PART = ["For laptops only: {r}", "So far only at headquarters {l}", "{r} Three of eight sites do so, the others follow.", "Half of this is in place: {l}", "{r} Done for new contracts, the old ones are still open.", "In the northern region {l}; the other regions have not begun.", "{r} About 60 % done."]
def fill(t, r): r = dot(r); return dot(t.format(r=r, l=low(r), s=r.rstrip(".")))
NUM = re.compile(r"(?<![\d.,-])(\d{1,3})(?=[ -](?:minute|hour|day|week|month|year|working|business|calendar|character|metre|meter|percent|per cent|%|people|person|copies|°|degree|mg|kg|cm|mm|lux|time)|%)")
WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10, "twelve": 12}
CYC = [("every week", ["every month", "twice a year"], ["every day"]), ("weekly", ["monthly", "yearly"], ["daily"]), ("every month", ["every quarter", "once a year"], ["every week"]), ("monthly", ["quarterly", "yearly"], ["weekly"]), ("every quarter", ["once a year", "every two years", "every six months"], ["every month"]), ("quarterly", ["annually", "every two years"], ["monthly"]), ("every year", ["every three years", "every second year", "every five years"], ["every quarter", "twice a year"]), ("annually", ["every three years", "biennially"], ["every quarter", "twice a year"]), ("once a year", ["every three years"], ["twice a year"]), ("annual", ["three-yearly", "biennial"], ["quarterly"]), ("daily", ["weekly", "monthly"], ["twice a day", "hourly"]), ("every day", ["every week"], ["every hour"])]
def figures(r):
    out = []; l = r.lower()
    m = list(NUM.finditer(r))
    if len(m) == 1:
        n = int(m[0][1]); at = lambda v: r[:m[0].start()] + str(v) + r[m[0].end():]; before = l[max(0, m[0].start() - 40):m[0].start()]
        least = re.search(r"at least|minimum|no fewer|no less|not less|more than|longer than|above|or more", l); most = re.search(r"within|at most|no later|maximum|not more than|no more than|up to|not exceed|under|below|less than|every \d|after \d|every$|after $", before + l)
        worse, better = (max(0, n - max(1, n * random.choice((20, 30, 50)) // 100)), n + max(1, n * random.choice((20, 50, 100)) // 100))
        if least and not most: out += [(at(worse), "C"), (at(better), "S")]
        if most and not least: out += [(at(n * random.choice((2, 3, 5, 10)) + 1), "C")] + ([(at(max(1, n // 2)), "S")] if n > 1 else [])
    for a, w, b in CYC:
        if re.search(rf"\b{a}\b", l):
            sub = lambda v: re.sub(rf"\b{a}\b", v, r, count=1, flags=re.I)
            out += [(sub(random.choice(w)), "C"), (sub(random.choice(b)), "S")]; break
    return out
def neg(s):
    m = AUX.search(s); return s[:m.end()] + " not" + s[m.end():] if m else None
def tense(s, kind):
    m = re.search(r"\b(is|are)\b", s)
    if not m: return None
    if kind == "past": return dot(s[:m.start()] + {"is": "was", "are": "were"}[m[1]] + s[m.end():].rstrip(".") + random.choice([" until 2023", " until last spring", " in former years", " before the new system came", " up to 2022"]))
    if kind == "plan": return dot(s[:m.start()] + random.choice(["will be", "are to be" if m[1] == "are" else "is to be", "will soon be"]) + s[m.end():].rstrip(".") + random.choice(["", " next year", " from 2028", " once the budget is approved"]))
    return dot(s[:m.start()] + random.choice(["should ideally be", "could be", "would be", "should be"]) + s[m.end():].rstrip("."))
def fewer(s, part=False):
    m = re.search(r"\b(all|every|each)\b", s, re.I)
    if not m: return None
    w = random.choice(["most of the", "some of the", "two thirds of the", "many"] if part else ["only a few of the", "hardly any of the", "few", "none of the", "a handful of"])
    if m.start() == 0: w = w[0].upper() + w[1:]
    return s[:m.start()] + w + s[m.end():]
isdecl = lambda r: "?" not in r and 25 < len(r) < 230 and AUX.search(r) and not re.match(r"(evidence|proof|record)", r, re.I)
reqs = sorted({r[0] for r in hard}); decl = [r for r in reqs if isdecl(r)]
syn = []
def add(r, e, y, d=None, w=""): 
    if e and e.strip().lower().rstrip(".") != r.strip().lower().rstrip("."): syn.append((r, e.strip(), random.choice(TITLES) if d is None else d, y, "syn", w))
for r in decl:
    for _ in range(3): add(r, random.choice(PRE) + dot(restate(r)) + random.choice(SUF), "S", w="restated")
    s = restate(r) if random.random() < 0.6 else r
    wrap = lambda t: (random.choice(PRE) if random.random() < 0.4 else "") + t + (random.choice(SUF) if random.random() < 0.4 else "")
    if neg(s): add(r, wrap(dot(neg(s))), "C", w="negated")
    for bank, y, w, n in ((PLAN, "N", "plan", 1), (HOPE, "N", "hope", 1), (PAST, "C", "stopped", 1), (PARTY, "N", "other_party", 1), (TRIAL, "N", "trial", 1), (QUOTE, "N", "quote", 1), (CONTRA, "C", "finding", 2), (EXCL, "X", "exclusion", 1), (PART, "P", "part", 1)):
        for _ in range(n):
            if random.random() < 0.6: add(r, fill(random.choice(bank), s), y, w=w)
    for k, y in (("past", "C"), ("plan", "N"), ("hope", "X")):
        if random.random() < 0.6: add(r, tense(s, k), y, w=k)
    if fewer(s): add(r, wrap(dot(fewer(s))), "C", w="fewer"); add(r, wrap(dot(fewer(s, True))), "P", w="most")
    for e, y in figures(r): add(r, wrap(dot(restate(e) if y == "S" else e)), y, w="figure")
sound = [r for r in hard if r[3] == "S"]; by_trade = {}
for r in hard: by_trade.setdefault(r[4], []).append(r)
PLACE = ["In the trial system that is not in use: {r}", "On the test bench: {r}", "Pilot only, two volunteers: {r}", "Demo installation: {r}", "As our competitor says of itself: {r}", "From another company's brochure: {r}", "Printed in a trade magazine about a different firm: {r}", "At the supplier's own site, not ours: {r}", "Planned for 2028: {r}", "Draft for discussion, not adopted: {r}", "Example from a training course: {r}", "How it was until 2022: {r}"]
for r, e, d, y, t, w in sound:
    short = len(e) < 220
    if random.random() < 0.5: add(r, random.choice(PLACE).format(r=e), "N", d, "place")
    if short and AUX.search(e) and random.random() < 0.7: add(r, neg(e), "X", d, "not")
    if short and fewer(e): add(r, fewer(e), "X", d, "fewer")
    if re.search(r"\b(within|at most|no later than|at the latest|not more than|maximum|up to)\b", r, re.I) and NUM.search(e):
        k = random.choice((5, 10, 20)); add(r, NUM.sub(lambda m: str(int(m[1]) * k), e), "C", d, "later")
for r, e, d, y, t, w in random.sample(hard, 6000):                     # nothing that matters changed
    o = random.choice(hard); first = re.split(r"(?<=[.!?])\s+", o[1])[0]
    if o[4] == t or len(first) > 160: continue
    add(r, (e + " " + first) if random.random() < 0.6 else (dot(first) + " " + e), y, random.choice([d, "Scan_%04d" % random.randrange(9999), "document (3).pdf", "", d]), "paragraph")
for _ in range(7000):                                                   # about something else
    p, q = random.choice(hard), random.choice(hard)
    if p[0] != q[0] and (p[4] != q[4] or random.random() < 0.4): syn.append((p[0], q[1], q[2], "N", "syn", "offtopic"))
for _ in range(4000):
    p, q = random.choice(decl), random.choice(decl)
    if p != q: add(p, random.choice(PRE) + dot(restate(q)), "N", w="offtopic")
# ---------------- pool
v = TfidfVectorizer(sublinear_tf=True, stop_words="english", min_df=1, ngram_range=(1, 1)); 
ev = [(r[1], r[2]) for r in hard]; er = [r[0] for r in hard]
M = v.fit_transform([r[0] for r in hard] + [e for e, _ in ev]); H = len(hard)
Rq = v.transform(reqs); pool = set()
for i in range(0, len(reqs), 500):
    S1 = (Rq[i:i + 500] @ M[:H].T).toarray(); S2 = (Rq[i:i + 500] @ M[H:].T).toarray()
    for k in range(S1.shape[0]):
        r = reqs[i + k]
        c = list(np.argsort(-S1[k])[:24]) ; c2 = list(np.argsort(-S2[k])[:14])
        c = [j for j in c if er[j] != r][:8]; c2 = [j for j in c2 if er[j] != r][:6]
        for j in set(c + c2): pool.add((r, ev[j][0], ev[j][1]))
        for q in [er[j] for j in c[:2]]:
            if isdecl(q): pool.add((r, random.choice(PRE) + dot(restate(q)) + random.choice(SUF), random.choice(TITLES)))
pool = [(r, e, d, "U", "", "") for r, e, d in sorted(pool)]; random.shuffle(pool)
public = [(r["h"], r["p"], "", r["y"], "", r["s"]) for r in lines(NLI)]
lim = int(os.environ.get("TINY", "0"))
cut = lambda s: random.sample(s, min(len(s), lim)) if lim else s
sets = dict(hard=cut(hard), syn=cut(syn), public=cut(public), pool=cut(pool), dev=[list(r) for r in (cut(dev) if lim else dev)], guarddev=guarddev, offdev=offdev)
for k, s in sets.items(): print(k, len(s))
from collections import Counter
print(Counter((r[5], r[3]) for r in syn).most_common(60))
import lzma
with lzma.open(OUT, "wt", preset=6) as o: json.dump(sets, o, ensure_ascii=False)
print(os.path.getsize(OUT) // 1024, "kB")
if not lim:
    for r in random.sample([s for s in syn], 30): print(r[3], r[5], "|", r[0], "|", r[1][:160])
