import sys; from lib import *
seed = int(sys.argv[1]); limit = float(sys.argv[2]); base = sys.argv[3]
data = Data("mpnet"); m = make("mpnet", base, seed=seed); n = lambda k, f: max(8, int(len(data.idx(k)) * f)); log("teacher", seed, "loaded")
fit(m, data, lambda: data.idx("public"), 1, 4e-5, 12288, limit * 0.25, name=f"t{seed} public", seed=seed)
share = (0.35, 0.35, 0.2, 0.5)[seed % 4]
fit(m, data, lambda: np.concatenate([half_hard(data), *real(data, 4), sub(data.idx("syn"), n("syn", share)), sub(data.idx("public"), n("public", 0.06))]), (4, 3, 4, 3)[seed % 4], (4e-5, 3e-5, 3e-5, 5e-5)[seed % 4], 8192, limit * 0.75, name=f"t{seed} pairs", seed=seed)
rows = np.arange(len(data.lens)); p = predict(m, data, rows, 98304)
np.save(f"{W}/soft-{seed}.tmp.npy", p); os.replace(f"{W}/soft-{seed}.tmp.npy", f"{W}/soft-{seed}.npy")
evaluate(data, lambda k: p[data.where[k][0]:data.where[k][1]], f"teacher {seed}")
