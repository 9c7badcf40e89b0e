import json, lzma, math, os, pickle, random, sys, time
import numpy as np, torch
from torch import nn
from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel
from tokenizers import Tokenizer
DEV = "cuda" if torch.cuda.is_available() else "cpu"
HERE = os.path.dirname(os.path.abspath(__file__)); W = os.environ.get("TW", "work"); os.makedirs(W, exist_ok=True)
Y = {"S": 0, "P": 1, "C": 2, "N": 3, "X": -1, "U": -2}; MAXLEN = 176
T0 = time.time()
def log(*a): print(f"[{time.time() - T0:6.1f}]", *a, flush=True)
def unpack(path):
    o = pickle.loads(__import__("zlib").decompress(open(path, "rb").read()) if path.endswith(".z") else lzma.open(path).read()); out = {}
    for k, v in o.items():
        if isinstance(v, tuple) and len(v) == 2: out[k] = torch.from_numpy(v[0].astype(np.float32) * v[1])
        elif isinstance(v, tuple): 
            m = np.zeros((v[3], v[0].shape[1]), np.float32); m[v[2]] = v[0].astype(np.float32) * v[1]; out[k] = torch.from_numpy(m)
        else: out[k] = torch.from_numpy(v.astype(np.float32))
    return out
class Cross(nn.Module):
    def __init__(s, kind, drop=0.1):
        super().__init__(); s.kind = kind
        if kind == "mpnet": s.enc = MPNetModel(MPNetConfig(vocab_size=30527, max_position_embeddings=514, layer_norm_eps=1e-5, pad_token_id=1, bos_token_id=0, eos_token_id=2, hidden_dropout_prob=drop, attention_probs_dropout_prob=drop), add_pooling_layer=False)
        else: s.enc = BertModel(BertConfig(vocab_size=30522, hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536, hidden_dropout_prob=drop, attention_probs_dropout_prob=drop), add_pooling_layer=False)
        h = s.enc.config.hidden_size
        s.drop = nn.Dropout(drop); s.head = nn.Sequential(nn.Linear(h, h), nn.Tanh(), nn.Dropout(drop), nn.Linear(h, 4))
    def forward(s, ids, mask, tt):
        x = dict(input_ids=ids, attention_mask=mask)
        if s.kind != "mpnet": x["token_type_ids"] = tt
        return s.head(s.drop(s.enc(**x).last_hidden_state[:, 0]))
def make(kind, base=None, init=None, seed=1, drop=0.1):
    torch.manual_seed(seed); m = Cross(kind, drop)
    if base:
        r = m.enc.load_state_dict(unpack(base), strict=False); bad = [k for k in r.missing_keys + r.unexpected_keys if "position_ids" not in k]
        if bad: log("KEYS", bad[:6])
    if init: m.load_state_dict({k: v.float() for k, v in torch.load(init, map_location="cpu").items()})
    return m.to(DEV)
# ------------- data: rows of all sets in one order; hard twice (with the document, without)
SETS = ("hard", "hardB", "syn", "public", "pool", "dev", "devoff", "guarddev", "offdev")
def load_rows():
    d = json.load(lzma.open(HERE + "/data.xz", "rt")); rnd = random.Random(3); rows = []; where = {}
    t = int(os.environ.get("TINY", "0"))
    if t:
        for k in d: rnd.shuffle(d[k]); d[k] = d[k][:t]
    def put(name, rs): where[name] = (len(rows), len(rows) + len(rs)); rows.extend(rs)
    w = lambda r, p: (r[0], f"{r[2]}: {r[1]}" if r[2] and rnd.random() < p else r[1], Y[r[3]], r[4], r[5])
    put("hard", [w(r, 1) for r in d["hard"]]); put("hardB", [w(r, 0) for r in d["hard"]])
    put("syn", [w(r, 0.85) for r in d["syn"]]); put("public", [w(r, 0) for r in d["public"]]); put("pool", [w(r, 0.85) for r in d["pool"]])
    dv = [r[1:] for r in d["dev"]]; put("dev", [w(r, 1) for r in dv])
    sh = dv[:]; rnd.shuffle(sh); put("devoff", [(a[0], f"{b[2]}: {b[1]}", 3, "", "") for a, b in zip(dv, sh) if a[4] != b[4]])
    put("guarddev", [w(r, 1) for r in d["guarddev"]]); put("offdev", [w(r, 1) for r in d["offdev"]])
    for k, p in (("real", 1), ("realdev", 1), ("kon", 1), ("kondev", 1), ("cn", .8), ("cndev", 1), ("realneg", 1), ("realpool", 1)): put(k, [w(r, p) for r in d[k]])
    return rows, where, [r[0] for r in d["dev"]]
def tokenise(kind):
    f = f"{W}/tok-{kind}.npz"
    rows, where, authors = load_rows()
    t = Tokenizer.from_file(f"{HERE}/{kind}-tokenizer.json"); t.no_padding(); t.enable_truncation(MAXLEN, strategy="longest_first")
    ids, lens, seg = [], [], []
    for i in range(0, len(rows), 20000):
        for e in t.encode_batch([(r[0], r[1]) for r in rows[i:i + 20000]]):
            ids.append(np.array(e.ids, np.int32)); lens.append(len(e.ids)); seg.append(e.type_ids.index(1) if 1 in e.type_ids else len(e.ids))
    np.savez(f + ".tmp.npz", ids=np.concatenate(ids), lens=np.array(lens, np.int32), seg=np.array(seg, np.int32), y=np.array([r[2] for r in rows], np.int64)); os.replace(f + ".tmp.npz", f)
    json.dump({"where": where, "authors": authors}, open(f"{W}/where.json", "w"))
    log("tokenised", kind, len(rows), "rows", sum(lens), "tokens")
class Data:
    def __init__(s, kind):
        z = np.load(f"{W}/tok-{kind}.npz"); s.lens = z["lens"]; s.y_np = z["y"]; off = np.zeros(len(s.lens), np.int64); off[1:] = np.cumsum(s.lens)[:-1]
        g = lambda a: torch.from_numpy(a).to(DEV)
        s.flat, s.off, s.len, s.seg, s.y = g(z["ids"].astype(np.int64)), g(off), g(s.lens.astype(np.int64)), g(z["seg"].astype(np.int64)), g(z["y"])
        m = json.load(open(f"{W}/where.json")); s.where, s.authors = m["where"], m["authors"]; s.pad = 1 if kind == "mpnet" else 0
    def idx(s, name): a, b = s.where[name]; return np.arange(a, b)
    def batch(s, b, L):
        p = torch.arange(L, device=DEV)[None]; n = s.len[b][:, None]; mask = p < n
        ids = s.flat[(s.off[b][:, None] + p).clamp_(max=len(s.flat) - 1)]; ids = torch.where(mask, ids, torch.full_like(ids, s.pad))
        return ids, mask.long(), ((p >= s.seg[b][:, None]) & mask).long()
    def batches(s, rows, tokens, shuffle=True):
        ln = s.lens[rows]; order = rows[np.argsort(ln + (np.random.rand(len(rows)) * 6 if shuffle else 0), kind="stable")]
        out, i = [], 0; L = s.lens[order]
        while i < len(order):
            n = max(1, tokens // max(1, int(L[i]))); j = min(len(order), i + n); m = int(L[i:j].max())
            while j - i > 1 and m * (j - i) > tokens * 1.1: j = i + max(1, int(tokens // m)); m = int(L[i:j].max())
            out.append((order[i:j], -(-m // 8) * 8)); i = j
        if shuffle: random.shuffle(out)
        return out
auto = lambda: torch.autocast("cuda", torch.bfloat16) if DEV == "cuda" else torch.autocast("cpu", enabled=False)
@torch.no_grad()
def predict(m, data, rows, tokens=65536):
    m.eval(); out = np.zeros((len(rows), 4), np.float16); pos = {r: i for i, r in enumerate(rows)}
    for b, L in data.batches(rows, tokens, False):
        t = torch.from_numpy(b).to(DEV)
        with auto(): lg = m(*data.batch(t, L))
        out[[pos[r] for r in b]] = lg.float().softmax(-1).cpu().numpy()
    return out
def auc(pos, neg):
    if not len(pos) or not len(neg): return float("nan")
    a = np.concatenate([pos, neg]).astype(np.float64); r = np.empty(len(a)); o = np.argsort(a, kind="stable"); r[o] = np.arange(1, len(a) + 1)
    u, inv, c = np.unique(a, return_inverse=True, return_counts=True); s = np.zeros(len(u)); np.add.at(s, inv, r); r = (s / c)[inv]
    return (r[:len(pos)].sum() - len(pos) * (len(pos) + 1) / 2) / len(pos) / len(neg)
def evaluate(data, probs_of, name):
    """AUC of supports against the rest, by set; and at the threshold that lets 10 % of the wrong pass, how many sound pass."""
    out = {}; P = probs_of("dev"); y = data.y_np[data.idx("dev")]; au = np.array(data.authors)
    s = P[:, 0].astype(np.float32); out["dev"] = auc(s[y == 0], s[y != 0])
    for a in sorted(set(au)): k = au == a; out[a] = auc(s[k & (y == 0)], s[k & (y != 0)])
    wrong = np.sort(s[(y == 2) | (y == 3)]) if ((y == 2) | (y == 3)).any() else np.array([1.0])
    for f in (0.1, 0.03): out[f"tpr@{f}"] = float((s[y == 0] > wrong[int(len(wrong) * (1 - f)) - 1]).mean()) if (y == 0).any() else float("nan")
    for k in ("guarddev", "offdev"):
        q = probs_of(k)[:, 0].astype(np.float32); yy = data.y_np[data.idx(k)]; out[k] = auc(q[yy == 0], q[yy != 0])
    for k in ("realdev", "kondev", "cndev"):
        q = probs_of(k).astype(np.float32); yy = data.y_np[data.idx(k)]; out[k] = auc(q[yy == 0, 0], q[yy != 0, 0])
        if k == "realdev": out["real SP/N"] = auc((q[:, 0])[(yy == 0) | (yy == 1)], q[yy == 3, 0]); out["real N>.5"] = int((q[yy == 3, 0] >= .5).sum()); out["real S>.5"] = int((q[yy == 0, 0] >= .5).sum())
        else:
            ts = np.linspace(0.02, .98, 49); bal = [((q[yy == 0, 0] >= t).mean() + (q[yy == 2, 0] < t).mean()) / 2 for t in ts]; out[k + " bal"] = float(max(bal)); out[k + " bal.5"] = float(bal[24])
    rel = 1 - probs_of("devoff")[:, 3].astype(np.float32); out["off<.05"] = float((rel < 0.05).mean()); out["rel>.05"] = float(((1 - P[:, 3].astype(np.float32))[y == 0] >= 0.05).mean())
    lab = (y >= 0); out["acc4"] = float((P[lab].argmax(1) == y[lab]).mean())
    out["score"] = (2 * out["dev"] + out["guarddev"] + 0.5 * out["offdev"] + 0.5 * out["tpr@0.1"] + 0.7 * out["real SP/N"] + 0.5 * out["cndev bal"] + 0.3 * out["kondev"]) / 5.5
    log("EVAL", name, {k: round(float(v), 4) for k, v in out.items()}); return out
def fit(m, data, rows_of, epochs, lr, tokens, limit, soft=None, w_soft=0.5, name="", ema=0.0, seed=1, wd=0.01, temp=1.0):
    """rows_of() → row numbers of an epoch. soft: (N,4) probabilities on the device, NaN where unknown."""
    random.seed(seed); np.random.seed(seed); torch.manual_seed(seed)
    per = data.batches(rows_of(), tokens); total = max(1, int(len(per) * epochs)); step = 0; t0 = time.time()
    opt = torch.optim.AdamW(m.parameters(), lr=lr, weight_decay=wd, fused=DEV == "cuda", betas=(0.9, 0.98))
    avg = [p.detach().clone() for p in m.parameters()] if ema else None; done = False; m.train()
    while not done:
        for b, L in per:
            prog = max(step / total, (time.time() - t0) / limit)
            if prog >= 1: done = True; break
            for g in opt.param_groups: g["lr"] = lr * min(1, (step + 1) / (0.05 * total + 1)) * max(0.02, 1 - prog)
            t = torch.from_numpy(b).to(DEV)
            with auto(): lg = m(*data.batch(t, L))
            lp = lg.float().log_softmax(-1); y = data.y[t]
            nll = -lp.gather(1, y.clamp(min=0)[:, None])[:, 0]; notS = -torch.logsumexp(lp[:, 1:], -1)
            hard = torch.where(y >= 0, nll, torch.where(y == -1, notS, torch.zeros_like(nll)))
            if soft is None: l = hard.mean()
            else:
                q = soft[t]; kl = (q * (q.clamp(min=1e-4).log() - lp)).sum(-1)
                ws = torch.where(y == -2, torch.ones_like(kl), torch.full_like(kl, w_soft)); l = (ws * kl + (1 - ws) * hard).mean()
            opt.zero_grad(set_to_none=True); l.backward(); nn.utils.clip_grad_norm_(m.parameters(), 1.0); opt.step(); step += 1
            if avg is not None:
                dcy = min(ema, (1 + step) / (10 + step)); torch._foreach_mul_(avg, dcy); torch._foreach_add_(avg, [p.detach() for p in m.parameters()], alpha=1 - dcy)
            if step % 200 == 0: log(name, step, total, "loss", round(float(l), 3))
        if not done: per = data.batches(rows_of(), tokens)
    log(name, "steps", step, "of", total, round(time.time() - t0, 1), "s")
    if avg is not None:
        with torch.no_grad():
            for p, a in zip(m.parameters(), avg): p.copy_(a)
    return m
def save(m, path): torch.save({k: v.detach().half().cpu() for k, v in m.state_dict().items()}, path)
def sub(a, n): return np.random.choice(a, min(len(a), n), replace=False)
def half_hard(data):
    a, b = data.idx("hard"), data.idx("hardB"); return np.where(np.random.rand(len(a)) < 0.75, a, b)
def real(data, k): return [np.tile(data.idx("real"), k), np.tile(data.idx("kon"), 3), sub(data.idx("cn"), 3500 if len(data.idx("cn")) > 3500 else 8), sub(data.idx("realneg"), 2000)]
def eval_model(m, data, name): 
    c = {}
    def f(k):
        if k not in c: c[k] = predict(m, data, data.idx(k))
        return c[k]
    return evaluate(data, f, name)
