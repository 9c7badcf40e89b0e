import sys; from lib import *
a = dict(x.split("=", 1) for x in sys.argv[1:]); name = a["name"]; limit = float(a["limit"]); seed = int(a.get("seed", 1)); lr = float(a["lr"]); ep = float(a["epochs"]); stage = a["stage"]
data = Data("minilm"); soft = None
if a.get("soft"):
    ps = [np.load(f) for f in a["soft"].split(",") if os.path.exists(f)]; soft = torch.from_numpy(np.mean([p.astype(np.float32) for p in ps], 0)).to(DEV); log("teachers", len(ps))
m = make("minilm", a.get("base"), a.get("init"), seed=seed, drop=float(a.get("drop", 0.1))); n = lambda k, f: max(8, int(len(data.idx(k)) * f))
cat = np.concatenate; H = lambda: cat([data.idx("hard"), data.idx("hardB")])
rows = {"public": lambda: data.idx("public"), "pairs": lambda: cat([half_hard(data), sub(data.idx("public"), n("public", .03)), sub(data.idx("syn"), n("syn", .05))]) if a.get("syn") == "0" else cat([half_hard(data), sub(data.idx("syn"), n("syn", .35)), sub(data.idx("public"), n("public", .05))]),
    "all": lambda: cat([H(), data.idx("syn"), data.idx("pool"), sub(data.idx("public"), n("public", .6))]),
    "near": lambda: cat([H(), half_hard(data), *real(data, int(a.get("k", 4))), sub(data.idx("realpool"), n("realpool", .8)), sub(data.idx("syn"), n("syn", float(a.get("syn", .35)))), sub(data.idx("pool"), n("pool", .4)), sub(data.idx("public"), n("public", .08))])}[stage]
if stage == "pairs" and a.get("syn") == "0":
    off = [i for i in data.idx("syn")]  # the recipe before: labelled pairs, a few public ones, evidence of other pairs
fit(m, data, rows, ep, lr, int(a.get("tokens", 16384)), limit, soft, float(a.get("wsoft", .5)), name, float(a.get("ema", 0)), seed)
save(m, f"{W}/{name}.pt"); json.dump(eval_model(m, data, name), open(f"{W}/{name}.json", "w"))
