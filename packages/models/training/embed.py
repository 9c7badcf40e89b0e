"""Fine-tunes an encoder as an embedder of requirements and evidence: embed.py --base DIR --teacher DIR --pairs 'pairs/*.jsonl' --out DIR
Learns to find the evidence of a requirement among that of all others in the batch and its own lines that say nothing of it,
half of it by the label and half by the similarities that a larger embedder gives. Mean of the token vectors, unit length."""
import argparse, glob, json, os, random, torch
from torch import nn
from transformers import AutoModel, AutoTokenizer
ap = argparse.ArgumentParser()
for n in ("base", "teacher", "out"): ap.add_argument("--" + n, required=True)
ap.add_argument("--pairs", nargs="+", required=True); ap.add_argument("--hold", nargs="*", default=["a9", "a12", "a18", "b3"])
for n, d in dict(epochs=4.0, lr=5e-5, batch=192, max_len=256, soft=0.5, scale=20.0, seed=3).items(): ap.add_argument("--" + n.replace("_", "-"), type=type(d), default=d)
a = ap.parse_args(); random.seed(a.seed); torch.manual_seed(a.seed); dev = "cuda" if torch.cuda.is_available() else "cpu"
class Embedder(nn.Module):
    def __init__(s, path): super().__init__(); s.tok = AutoTokenizer.from_pretrained(path); s.enc = AutoModel.from_pretrained(path)
    def forward(s, texts):
        x = s.tok(texts, truncation=True, max_length=a.max_len, padding=True, return_tensors="pt").to(dev); m = x["attention_mask"]
        with torch.autocast(dev, dtype=torch.bfloat16, enabled=dev == "cuda"): h = s.enc(input_ids=x["input_ids"], attention_mask=m).last_hidden_state.float()
        v = (h * m[..., None]).sum(1) / m.sum(1, keepdim=True); return v / v.norm(dim=1, keepdim=True)
files = [f for p in a.pairs for f in sorted(glob.glob(p)) if os.path.basename(f)[:-6] not in a.hold]
pairs = [json.loads(l) for f in files for l in open(f) if l.strip()]
titled = lambda r: f'{r["d"]}: {r["e"]}' if r["d"] else r["e"]
about = [r for r in pairs if r["y"] != "N"]; other = {}                  # what contradicts is about the requirement too
for r in pairs:
    if r["y"] == "N": other.setdefault(r["r"], []).append(titled(r))
student, teacher = Embedder(a.base).to(dev), Embedder(a.teacher).to(dev).eval()
opt = torch.optim.AdamW(student.parameters(), lr=a.lr, weight_decay=0.01); total = int(len(about) // a.batch * a.epochs); step = 0
while step < total:
    random.shuffle(about)
    for at in range(0, len(about) - a.batch, a.batch):
        if step >= total: break
        for g in opt.param_groups: g["lr"] = a.lr * min(1, step / (.1 * total + 1)) * max(.02, 1 - step / total)
        part = about[at:at + a.batch]; q = [r["r"] for r in part]
        d = [titled(r) if random.random() < .7 else r["e"] for r in part] + [random.choice(other[r["r"]]) for r in part if r["r"] in other]
        own = torch.arange(a.batch, device=dev); student.train(); sims = student(q) @ student(d).T * a.scale
        same = torch.tensor([[x == r["r"] for r in part] + [False] * (len(d) - a.batch) for x in q], device=dev); same[own, own] = False
        with torch.no_grad(): said = (teacher(q) @ teacher(d).T * a.scale).softmax(-1)
        loss = (1 - a.soft) * nn.functional.cross_entropy(sims.masked_fill(same, -1e4), own) + a.soft * nn.functional.kl_div(sims.log_softmax(-1), said, reduction="batchmean")
        loss.backward(); nn.utils.clip_grad_norm_(student.parameters(), 1.0); opt.step(); opt.zero_grad(); step += 1
        if step % 50 == 0: print(step, total, round(float(loss.detach()), 3), flush=True)
student.enc.save_pretrained(a.out); student.tok.save_pretrained(a.out)
