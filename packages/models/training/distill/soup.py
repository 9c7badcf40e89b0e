"""Means of students' weights; packs the best ones as int8 into OUT. soup.py OUT name..."""
import sys, itertools; from lib import *
out, names = sys.argv[1], [n for n in sys.argv[2:] if os.path.exists(f"{W}/{n}.pt")]
data = Data("minilm"); sd = {n: {k: v.float() for k, v in torch.load(f"{W}/{n}.pt").items()} for n in names}; res = {}
def quant(v):
    axis = 1; v = v.numpy(); s = np.abs(v).max(axis, keepdims=True) / 127; s[s == 0] = 1; return np.clip(np.round(v / s), -127, 127).astype(np.int8), s.astype(np.float32)
def trial(group):
    w = {k: sum(sd[n][k] for n in group) / len(group) for k in sd[group[0]]}; m = Cross("minilm"); m.load_state_dict(w); m.to(DEV)
    r = eval_model(m, data, "+".join(group)); res["+".join(group)] = r; return w, r
best = None; kept = {}
groups = [[n] for n in names] + ([list(g) for k in (2, 3, len(names)) if k <= len(names) and k > 1 for g in itertools.combinations(names, k)])
seen = set()
for g in groups:
    if tuple(g) in seen: continue
    seen.add(tuple(g)); w, r = trial(g); kept["+".join(g)] = (r["score"], g)
top = sorted(kept.items(), key=lambda x: -x[1][0]); log("BEST", [(k, round(v[0], 4)) for k, v in top[:6]])
json.dump(res, open(f"{out}/evals.json", "w"))
single = next(k for k, v in top if len(v[1]) == 1)
for tag, key in (("best", top[0][0]), ("second", single if single != top[0][0] else top[1][0] if len(top) > 1 else single)):
    w, _ = {k: sum(sd[n][k] for n in kept[key][1]) / len(kept[key][1]) for k in sd[names[0]]}, 0
    o = {k: (v.half().numpy() if v.ndim < 2 or v.numel() < 20000 else (v.half().numpy() if "LayerNorm" in k else quant(v))) for k, v in w.items()}
    raw = pickle.dumps({"name": key, "w": o}, 5); h = len(raw) // 2
    open(f"{out}/{tag}.0", "wb").write(raw[:h]); open(f"{out}/{tag}.1", "wb").write(raw[h:]); log("packed", tag, key, len(raw))
