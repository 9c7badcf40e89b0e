/** `verify.html`, written from that file by `packages/core/test/package/verifiers.test.ts`. */
export const VERIFY_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<title>Check a package of Assay</title>
<style>
:root { --ink: #1b1f24; --quiet: #57606a; --paper: #ffffff; --line: #d0d7de; --good: #116329; --bad: #b3131f; --open: #7a4d00; --act: #0b57d0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --quiet: #9aa4af; --paper: #0d1117; --line: #3a424c; --good: #56d364; --bad: #ff8a80; --open: #e3b341; --act: #7cb1ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 52rem; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: .5rem 0; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .25rem; }
p { margin: .5rem 0; }
label { display: block; font-weight: 600; margin-top: 1rem; }
small { display: block; color: var(--quiet); font-weight: 400; }
input, textarea, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .4rem; padding: .5rem; max-width: 100%; }
textarea { width: 100%; font-family: ui-monospace, monospace; font-size: .85rem; }
button { margin-top: 1rem; min-height: 2.75rem; padding: .5rem 1.25rem; border-color: var(--act); color: var(--act); font-weight: 600; }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
label.flag { font-weight: 400; display: flex; gap: .5rem; align-items: baseline; margin-top: .5rem; }
#word { font-size: 1.5rem; font-weight: 700; }
.valid, .PROVED { color: var(--good); }
.content, .signature, .incomplete, .usage, .FAILED { color: var(--bad); }
.unknown, .OPEN { color: var(--open); }
ul { list-style: none; padding: 0; margin: 0; }
ul.checks > li { border-top: 1px solid var(--line); padding: .4rem 0; }
ul.plain > li { padding: .15rem 0 .15rem 1rem; text-indent: -1rem; }
ul.plain > li::before { content: "– "; }
</style>
</head>
<body>
<main>
<h1>Check a package of Assay</h1>
<p>This page checks the file on this machine. It has no network and needs none.</p>
<form id="form">
<label for="file">Package <small>The ZIP that you were given, or a certificate of deletion.</small></label>
<input type="file" id="file" accept=".zip,.json" required>
<label for="keys">Keys of the service <small>The file that it has at <code>/.well-known/assay-checkpoint-keys.json</code>. Get it from elsewhere than the package: without keys nobody knows who made it.</small></label>
<input type="file" id="keys" accept=".json">
<label for="pasted">Or paste one key <small>Its <code>x</code> of 43 characters, or the whole text of the file.</small></label>
<textarea id="pasted" rows="2" spellcheck="false" autocomplete="off"></textarea>
<label class="flag"><input type="checkbox" id="signed"> A signature of the run is required</label>
<label class="flag"><input type="checkbox" id="required"> Keys are required</label>
<button type="submit">Check</button>
</form>
<section id="result" aria-live="polite" tabindex="-1" hidden>
<h2>Result</h2>
<p id="word"></p>
<p id="about"></p>
<ul class="checks" id="checks"></ul>
<h2 id="told">Who signed</h2>
<ul class="plain" id="notes"></ul>
<h2 id="limited">What this does not prove</h2>
<ul class="plain" id="limits"></ul>
</section>
<noscript><p>This page needs scripts to compute hashes. <code>verify.py</code> in the package does the same without a browser.</p></noscript>
</main>
<script>
"use strict";
const ASSAY = (() => {
  const CODES = { valid: 0, content: 1, usage: 2, signature: 6, incomplete: 7 };
  const MEBI = 1 << 20, FILE_MAX = 256 * MEBI, LINE_MAX = 16 * MEBI, DEPTH_MAX = 64, ENTRIES_MAX = 100000;
  const NEEDED = "assessment-plan.json assessment-results.json audit.jsonl checkpoint.txt chunks.jsonl documents.csv exceptions.json manifests.jsonl poam.json report.html reviews.json sign-offs.json snapshot.json statements.jsonl verify.html verify.py".split(" ");
  const WHAT = {
    archive: "The archive holds its entries and nothing else",
    manifest: "Every file is there, with its size and SHA-256, and none more",
    signed: "A key of the service signed the manifest",
    form: "Each JSON text is the RFC 8785 form of what it holds",
    snapshot: "The snapshot is the one that the manifest names, with the fields of its format",
    counts: "The counts are those of the assessments and files",
    statuses: "Each status follows from confidence and thresholds",
    citations: "Each cited text has the digest that was taken of it",
    exceptions: "What is marked as covered has an exception in force",
    meaning: "What the check for meaning did to each quote follows from its scores and thresholds",
    chunks: "Each cited chunk's text has the digest taken of it",
    quotes: "Each quote lies in the chunk that it names",
    documents: "Each document has the digest that the snapshot names, and so has each original",
    sources: "Each source's manifests lead from its first to the one that the run pins, signed",
    egress: "Each place that the text went to is in the snapshot, with the counts that the audit log has the digest of",
    audit: "The audit chain of the run is whole, and says this snapshot and these acts",
    checkpoint: "A key of the service signed the end of the chain, with its counter",
    "sign-offs": "Each act is signed, in its turn and by the right person, over these verdicts and reviews",
    statements: "Each verdict has its signed statement, which says what the snapshot says",
  };
  const CERTIFICATE = {
    form: "The statement is the RFC 8785 form of what it says",
    fields: "Certificate and statement have the fields of their format, and no others",
    counts: "The rows of its tables add up to the total",
    signed: "A key of the service signed the statement",
  };
  const LIMITS = [
    "That the evidence is true, or complete: only that these bytes were judged",
    "That the verdicts are right: a machine wrote them, and people reviewed what reviews.json says",
    "What OSCAL files and report.html say: only their digests; read the snapshot where it matters",
    "What happened after the checkpoint, and what other entries of the audit log say: only that they are linked",
    "When the checkpoint left the service: compare it with one that was kept elsewhere",
  ];
  class Wrong extends Error {}
  const wrong = (text) => { throw new Wrong(text); };

  /* Bytes */
  const utf8 = new TextEncoder();
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const join = (...parts) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) { whole.set(part, at); at += part.length; }
    return whole;
  };
  const same = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);
  const toText = (bytes, name) => { try { return strict.decode(bytes); } catch { return wrong(\`\${name} is not UTF-8\`); } };

  /* SHA-256, in parts: browsers have it for whole texts only */
  const PRIMES = [];
  for (let n = 2; PRIMES.length < 80; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
  /** The first \`bits\` of the fraction of a root, exactly. */
  const rootBits = (value, degree, bits) => {
    const target = BigInt(value) << BigInt(degree * bits);
    let low = 0n, high = 1n << BigInt(bits + 5);
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(degree) <= target) low = middle; else high = middle;
    }
    return low & ((1n << BigInt(bits)) - 1n);
  };
  const K256 = Int32Array.from(PRIMES.slice(0, 64), (prime) => Number(BigInt.asIntN(32, rootBits(prime, 3, 32))));
  const H256 = PRIMES.slice(0, 8).map((prime) => Number(BigInt.asIntN(32, rootBits(prime, 2, 32))));
  class Sha256 {
    constructor() { this.state = Int32Array.from(H256); this.rest = new Uint8Array(64); this.held = 0; this.total = 0; this.words = new Int32Array(64); }
    block(data, at) {
      const w = this.words, s = this.state;
      for (let i = 0; i < 16; i++, at += 4) w[i] = (data[at] << 24) | (data[at + 1] << 16) | (data[at + 2] << 8) | data[at + 3];
      for (let i = 16; i < 64; i++) {
        const x = w[i - 15], y = w[i - 2];
        const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
      }
      let [a, b, c, d, e, f, g, h] = s;
      for (let i = 0; i < 64; i++) {
        const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
        const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K256[i] + w[i]) | 0;
        const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        h = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
      }
      s[0] += a; s[1] += b; s[2] += c; s[3] += d; s[4] += e; s[5] += f; s[6] += g; s[7] += h;
    }
    add(data) {
      this.total += data.length;
      let at = 0;
      if (this.held) {
        at = Math.min(64 - this.held, data.length);
        this.rest.set(data.subarray(0, at), this.held);
        this.held += at;
        if (this.held < 64) return this;
        this.block(this.rest, 0);
        this.held = 0;
      }
      for (; at + 64 <= data.length; at += 64) this.block(data, at);
      this.rest.set(data.subarray(at));
      this.held = data.length - at;
      return this;
    }
    end() {
      const bits = this.total * 8, pad = new Uint8Array(((this.held < 56 ? 56 : 120) - this.held) + 8);
      pad[0] = 128;
      new DataView(pad.buffer).setUint32(pad.length - 8, Math.floor(bits / 2 ** 32));
      new DataView(pad.buffer).setUint32(pad.length - 4, bits >>> 0);
      this.add(pad);
      return Array.from(this.state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
    }
  }
  const sha256 = (data) => new Sha256().add(typeof data === "string" ? utf8.encode(data) : data).end();

  /* SHA-512 and Ed25519, where the browser has none */
  const MASK = (1n << 64n) - 1n;
  let tables;
  const sha512 = (message) => {
    tables ??= { k: PRIMES.slice(0, 80).map((prime) => rootBits(prime, 3, 64)), h: PRIMES.slice(0, 8).map((prime) => rootBits(prime, 2, 64)) };
    const padded = new Uint8Array(Math.ceil((message.length + 17) / 128) * 128);
    padded.set(message);
    padded[message.length] = 128;
    const view = new DataView(padded.buffer);
    view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
    const turn = (x, n) => ((x >> n) | (x << (64n - n))) & MASK;
    let state = [...tables.h];
    for (let at = 0; at < padded.length; at += 128) {
      const w = Array.from({ length: 16 }, (_, i) => view.getBigUint64(at + i * 8));
      for (let i = 16; i < 80; i++) {
        const s0 = turn(w[i - 15], 1n) ^ turn(w[i - 15], 8n) ^ (w[i - 15] >> 7n);
        const s1 = turn(w[i - 2], 19n) ^ turn(w[i - 2], 61n) ^ (w[i - 2] >> 6n);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) & MASK;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 80; i++) {
        const t1 = (h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + ((e & f) ^ (~e & MASK & g)) + tables.k[i] + w[i]) & MASK;
        const t2 = ((turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c))) & MASK;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & MASK, c, b, a, (t1 + t2) & MASK];
      }
      state = [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) & MASK);
    }
    return Uint8Array.from(state.flatMap((word) => Array.from({ length: 8 }, (_, i) => Number((word >> BigInt(56 - 8 * i)) & 255n))));
  };
  const P = 2n ** 255n - 19n, L = 2n ** 252n + 27742317777372353535851937790883648493n;
  const mod = (x) => ((x % P) + P) % P;
  const power = (base, exponent) => {
    let found = 1n;
    for (base = mod(base); exponent; exponent >>= 1n, base = (base * base) % P) if (exponent & 1n) found = (found * base) % P;
    return found;
  };
  const D = mod(-121665n * power(121666n, P - 2n)), ROOT = power(2n, (P - 1n) / 4n);
  const little = (bytes) => BigInt(\`0x\${hex(Uint8Array.from(bytes).reverse()) || "0"}\`);
  const toPoint = (bytes) => {
    const all = little(bytes), sign = all >> 255n, y = all & ((1n << 255n) - 1n);
    if (y >= P) return null;
    const u = mod(y * y - 1n), v = mod(D * y * y + 1n);
    let x = mod(u * power(v, 3n) * power(u * power(v, 7n), (P - 5n) / 8n));
    if (mod(v * x * x) !== u) x = mod(x * ROOT);
    if (mod(v * x * x) !== u || (x === 0n && sign)) return null;
    if ((x & 1n) !== sign) x = P - x;
    return [x, y, 1n, mod(x * y)];
  };
  const plus = ([x, y, z, t], [X, Y, Z, T]) => {
    const a = mod((y - x) * (Y - X)), b = mod((y + x) * (Y + X)), c = mod(2n * t * T * D), d = mod(2n * z * Z);
    return [mod((b - a) * (d - c)), mod((d + c) * (b + a)), mod((d - c) * (d + c)), mod((b - a) * (b + a))];
  };
  let base;
  const slowVerify = (key, signature, message) => {
    base ??= toPoint(Uint8Array.from({ length: 32 }, (_, i) => (i ? 0x66 : 0x58)));
    const point = toPoint(key), s = little(signature.slice(32));
    if (!point || s >= L) return false;
    const k = little(sha512(join(signature.slice(0, 32), key, message))) % L;
    const minus = [P - point[0], point[1], point[2], P - point[3]], both = plus(base, minus);
    let found = [0n, 1n, 1n, 0n];
    for (let bit = 252n; bit >= 0n; bit--) {
      found = plus(found, found);
      const pick = Number(((s >> bit) & 1n) + 2n * ((k >> bit) & 1n));
      if (pick) found = plus(found, [null, base, minus, both][pick]);
    }
    const inverse = power(found[2], P - 2n), x = mod(found[0] * inverse), y = mod(found[1] * inverse);
    return little(signature.slice(0, 32)) === (y | ((x & 1n) << 255n));
  };
  const quickVerify = async (key, signature, message) => {
    const imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return crypto.subtle.verify("Ed25519", imported, signature, message);
  };
  const isSigned = async (key, signature, message) => {
    try { return await quickVerify(key, signature, message); } catch { return slowVerify(key, signature, message); }
  };
  const from64 = (text, isUrl) => {
    if (!(isUrl ? /^[\\w-]*$/ : /^[A-Za-z0-9+/]*={0,2}$/).test(text)) return null;
    try {
      const standard = isUrl ? text.replace(/-/g, "+").replace(/_/g, "/") : text;
      const raw = atob(standard), again = btoa(raw);
      return (isUrl ? again.replace(/=+$/, "") : again) === standard ? Uint8Array.from(raw, (each) => each.charCodeAt(0)) : null;
    } catch { return null; }
  };

  /* JSON as RFC 8785 writes it: ECMAScript writes numbers and texts as it asks for */
  const LONE = /[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]/;
  const quote = (text) => (LONE.test(text) ? wrong("a text holds half a character") : JSON.stringify(text));
  const canonical = (value) => {
    if (Array.isArray(value)) return \`[\${value.map(canonical).join()}]\`;
    if (typeof value === "string") return quote(value);
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    return \`{\${Object.keys(value).sort().map((key) => \`\${quote(key)}:\${canonical(value[key])}\`).join()}}\`;
  };
  const isDeep = (text) => {
    let depth = 0, quoted = false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (quoted) { if (code === 92) at++; else if (code === 34) quoted = false; }
      else if (code === 34) quoted = true;
      else if (code === 123 || code === 91) { if (++depth > DEPTH_MAX) return true; }
      else if (code === 125 || code === 93) depth--;
    }
    return false;
  };
  const parse = (bytes, name) => {
    const text = toText(bytes, name);
    if (isDeep(text)) wrong(\`\${name} is nested deeper than \${DEPTH_MAX}\`);
    let value, again;
    try { value = JSON.parse(text); again = canonical(value); } catch { wrong(\`\${name} is not JSON\`); }
    if (again !== text) wrong(\`\${name} is not in canonical form: it was written again, or has a key twice\`);
    return value;
  };

  /* The fields that are read. A field that ends in ? may be absent; "s0" may be null; [x] is a list, {"*": x} a map */
  const LIMITS_OF = { related: "n", supports: "n", contradicts: "n" };
  const PAIR = { "kind?": "s", scores: [null, { supports: "n", partly: "n", contradicts: "n", unrelated: "n" }] };
  const WAY = { provider: "s", host: "s", purpose: "s" };
  const SHAPES = {
    manifest: { origin: "s", release: "s", asOf: "s", run: { id: "s", tenantId: "s", snapshotHash: "s", format: "s" }, auditHead: { sequence: "i", hash: "s" }, files: [{ name: "s", size: "i", sha256: "s" }], counts: { "*": "i" }, leftOut: [{ what: "s", why: "s" }], "breaks?": [{ statement: { tenantId: "s", sequence: "i", broken: { sequence: "i" } }, reason: "s", keyId: "s", signature: "s" }] },
    snapshot: {
      format: "s",
      run: { id: "s", tenantId: "s", startedAt: "s", completedAt: "s", totalRequirements: "i", assessedCount: "i", completeCount: "i", partialCount: "i", missingCount: "i", "notJudgedCount?": "i" },
      configuration: {
        confidenceThresholds: { complete: "n", partial: "n" },
        "evidenceRules?": [null, { "*": "s" }],
        "meaning?": [null, { thresholds: { ...LIMITS_OF, "kinds?": { "*": LIMITS_OF } } }],
        "manifests?": [{ source: "s", manifestId: "s", sha256: "s", closedAt: "s" }],
        "egress?": { run: [WAY], documents: [WAY], olderDocuments: "i" },
      },
      requirements: [{ requirementId: "s" }],
      assessments: [{ requirementId: "s", status: "s", confidence: "n", citations: [{ documentId: "s", chunkId: "s", text: "s" }], "flags?": ["s"], "citationNotes?": [{ index: "i", "meaning?": [PAIR] }], "setAside?": [{ meaning: [PAIR] }] }],
      "exceptions?": [{ id: "s", requirementId: "s", validFrom: "s", validUntil: "s" }],
      documents: [{ id: "s", originalFilename: "s", sha256Hash: "s" }],
      chunks: [{ id: "s", documentId: "s", startOffset: "i", endOffset: "i", sha256Hash: "s" }],
      citationDigests: [{ requirementId: "s", sha256: ["s"] }],
    },
    entry: { id: "s", tenantId: "s", runId: "s0", action: "s", object_type: "s", object_id: "s", actor: "s", created_at: "s", sequence: "i", previousHash: "s", version: "i", details: [null, { "*": "x" }], hash: "s" },
    link: { sequence: "i", previousHash: "s", hash: "s" },
    signed: { payload: "s", signature: "s", keyId: "s" },
    reviews: { reviews: [{ id: "s", runId: "s", requirementId: "s", sequence: "i", decision: "s", status: "s0", reasonCode: "s0", reason: "s0", reasonHash: "s0", reviewerId: "s", openedCount: "i", citedCount: "i", confirmsReviewId: "s0", rejectedCitations: ["i"], createdAt: "s" }] },
    signOffs: { signOffs: [{ id: "s", runId: "s", sequence: "i", act: "s", role: "s", statement: "s", signerId: "s", signerName: "s", "nameSalt?": "s0", signerRole: "s", valid: "b", standing: "b", withdrawnById: "s0", createdAt: "s", payload: "s", signature: "s", keyId: "s" }] },
    exceptions: { exceptions: [{ id: "s" }] },
    egress: { run: [{ ...WAY, requests: "i", bytes: "i" }], documents: [{ ...WAY, documents: "i", bytes: "i" }], olderDocuments: "i" },
    act: { origin: "s", signOffId: "s", sequence: "i", act: "s", role: "s", withdraws: ["s"], runId: "s", tenantId: "s", snapshotHash: "s", reviewsHash: "s", exceptionsHash: "s", signerId: "s", "version?": "i", "signerName?": "s", "nameDigest?": "s", signerRole: "s", statement: "s", signedAt: "s" },
    source: { origin: "s", manifestId: "s", tenantId: "s", source: "s", sequence: "i", previousHash: "s0", closedAt: "s" },
    checkpoint: { statement: { origin: "s", tenantId: "s", sequence: "i", hash: "s", createdAt: "s", "counter?": "i" }, keyId: "s", signature: "s" },
    chunk: { id: "s", documentId: "s", content: "s" },
    envelope: { payloadType: "s", payload: "s", signatures: [{ keyid: "s", sig: "s" }] },
    statement: { subject: [{ digest: { sha256: "s" } }], predicate: { scores: ["x"] } },
    sig: { keyId: "s", signature: "s" },
    deletion: { origin: "s", deploymentId: "s", erasureId: "s", requestedBy: "s", requestedAt: "s", reasonHash: "s", finishedAt: "s", tenant: { id: "s", name: "s", createdAt: "s" }, deleted: { rows: { "*": "i" }, rowsTotal: "i", files: "i", uploadParts: "i", fileKeys: ["s"], documents: { count: "i", bytes: "i", sha256: "s" } }, hashes: { auditHead: { sequence: "i", hash: "s" }, snapshots: [{ runId: "s", sha256: "s" }] }, notCovered: { backups: [{ takenAt: "s", manifestHash: "s" }], other: ["s"] } },
  };
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const has = (value, key) => Object.hasOwn(value, key);
  const shapeOf = (value, want, at) => {
    if (want === "x") return;
    if (want === "s0") { if (value !== null && typeof value !== "string") wrong(\`\${at} is no text\`); return; }
    if (typeof want === "string") {
      const good = { s: typeof value === "string", b: typeof value === "boolean", n: typeof value === "number", i: Number.isSafeInteger(value) || value === 2 ** 53 };
      if (!good[want]) wrong(\`\${at} has another type\`);
    } else if (Array.isArray(want)) {
      if (want[0] === null) { if (value !== null) shapeOf(value, want[1], at); return; }
      if (!Array.isArray(value)) wrong(\`\${at} is no list\`);
      for (const [number, each] of value.entries()) shapeOf(each, want[0], \`\${at}[\${number}]\`);
    } else {
      if (!isObject(value)) wrong(\`\${at} is no object\`);
      for (const [name, inner] of Object.entries(want)) {
        if (name === "*") { for (const key of Object.keys(value)) shapeOf(value[key], inner, \`\${at}.\${key}\`); continue; }
        const key = name.replace("?", "");
        if (has(value, key)) shapeOf(value[key], inner, \`\${at}.\${key}\`);
        else if (key === name) wrong(\`\${at} has no \${key}\`);
      }
    }
  };
  const must = (value, shape, at) => { shapeOf(value, SHAPES[shape], at); return value; };

  /* The archive: entries stored one after another, whose headers are known from name, size, place and CRC-32 */
  const CRC = Uint32Array.from({ length: 256 }, (_, byte) => { for (let i = 0; i < 8; i++) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1; return byte; });
  const FULL = 0xffffffff;
  const pack = (fields) => {
    const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0)), view = new DataView(bytes.buffer);
    let at = 0;
    for (const [width, value] of fields) {
      if (width === 2) view.setUint16(at, value, true);
      else if (width === 4) view.setUint32(at, value, true);
      else view.setBigUint64(at, BigInt(value), true);
      at += width;
    }
    return bytes;
  };
  const headersOf = (name, crc, size, place) => {
    const large = size >= FULL, far = place >= FULL, shown = Math.min(size, FULL);
    const common = (version) => [[2, version], [2, 0], [2, 0], [2, 0], [2, 33], [4, crc], [4, shown], [4, shown], [2, name.length]];
    const extra = (values) => (values.length ? pack([[2, 1], [2, 8 * values.length], ...values.map((value) => [8, value])]) : new Uint8Array());
    const ours = extra(large ? [size, size] : []), theirs = extra([...(large ? [size, size] : []), ...(far ? [place] : [])]);
    const version = theirs.length ? 45 : 20;
    return {
      local: join(pack([[4, 0x04034b50], ...common(large ? 45 : 20), [2, ours.length]]), name, ours),
      central: join(pack([[4, 0x02014b50], [2, version], ...common(version), [2, theirs.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, Math.min(place, FULL)]]), name, theirs),
    };
  };
  const endOf = (count, size, start) => {
    const wide = count >= 65535 || size >= FULL || start >= FULL;
    return join(
      wide ? pack([[4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count], [8, size], [8, start], [4, 0x07064b50], [4, 0], [8, start + size], [4, 1]]) : new Uint8Array(),
      pack([[4, 0x06054b50], [2, 0], [2, 0], [2, Math.min(count, 65535)], [2, Math.min(count, 65535)], [4, Math.min(size, FULL)], [4, Math.min(start, FULL)], [2, 0]]),
    );
  };
  const openArchive = async (blob) => {
    const bytesAt = async (from, to) => new Uint8Array(await blob.slice(Math.max(0, from), to).arrayBuffer());
    const number = (bytes, at, width) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      return width === 2 ? view.getUint16(at, true) : width === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
    };
    const end = await bytesAt(blob.size - 22, blob.size);
    if (end.length < 22 || number(end, 0, 4) !== 0x06054b50) wrong("the archive has no end: it was cut off, or is no ZIP");
    let count = number(end, 10, 2), size = number(end, 12, 4), start = number(end, 16, 4), stop = blob.size - 22;
    if (count === 65535 || size === FULL || start === FULL) {
      stop = blob.size - 98;
      const large = stop >= 0 ? await bytesAt(stop, stop + 56) : [];
      if (large.length < 56 || number(large, 0, 4) !== 0x06064b50) wrong("the archive's ZIP64 end is not where it must be");
      count = number(large, 32, 8); size = number(large, 40, 8); start = number(large, 48, 8);
    }
    if (count > ENTRIES_MAX || size > FILE_MAX || start + size !== stop) wrong("the archive's directory does not lie where its end says");
    const directory = await bytesAt(start, stop), entries = new Map();
    let at = 0, place = 0, last = "";
    for (let i = 0; i < count; i++) {
      if (at + 46 > directory.length || number(directory, at, 4) !== 0x02014b50) wrong("the archive's directory is damaged");
      const nameLength = number(directory, at + 28, 2), extraLength = number(directory, at + 30, 2), crc = number(directory, at + 16, 4);
      const raw = directory.subarray(at + 46, at + 46 + nameLength), name = String.fromCharCode(...raw);
      if (number(directory, at + 10, 2) !== 0) wrong(\`\${JSON.stringify(name)} is compressed: every entry is stored\`);
      if (!/^(?:originals\\/[0-9a-f]{64}(?:\\.[A-Za-z0-9]{1,16})?|[a-z][a-z0-9-]*\\.[a-z]{1,8})$/.test(name)) wrong(\`\${JSON.stringify(name)} is no name of a package's file\`);
      if (entries.has(name)) wrong(\`\${JSON.stringify(name)} is in the archive twice\`);
      if (name < last) wrong("the archive's entries are not in the order of their names");
      let length = number(directory, at + 24, 4);
      if (length === FULL) {
        if (extraLength < 20 || at + 46 + nameLength + 20 > directory.length) wrong("the archive's directory is damaged");
        length = number(directory, at + 46 + nameLength + 4, 8);
      }
      const { local, central } = headersOf(raw, crc, length, place);
      if (!same(directory.subarray(at, at + central.length), central) || !same(await bytesAt(place, place + local.length), local)) wrong(\`\${JSON.stringify(name)} has a header other than the format's\`);
      entries.set(name, { place: place + local.length, size: length, crc });
      at += central.length; place += local.length + length; last = name;
    }
    if (at !== size || place !== start || !same(await bytesAt(stop, blob.size), endOf(count, size, start))) wrong("the archive holds bytes that belong to no entry");
    return {
      entries,
      async *parts(name) {
        const { place: from, size: left, crc } = entries.get(name);
        let sum = -1;
        for (let done = 0; done < left; done += MEBI) {
          const part = await bytesAt(from + done, from + Math.min(done + MEBI, left));
          for (let i = 0; i < part.length; i++) sum = (sum >>> 8) ^ CRC[(sum ^ part[i]) & 255];
          yield part;
        }
        if ((~sum >>> 0) !== crc) wrong(\`\${name} has not the CRC-32 of its entry\`);
      },
    };
  };

  /* The checks */
  const openReport = (what, keys) => {
    const lists = () => Object.fromEntries(Object.keys(what).map((name) => [name, []]));
    const report = { what, problems: lists(), open: lists(), done: new Set(), kinds: new Set(), notes: [], limits: LIMITS, title: "", run: null };
    const fail = (check, text, kind = "content") => { report.problems[check].push(text); report.kinds.add(kind); };
    const guard = async (check, act) => {
      try { await act(); report.done.add(check); } catch (error) { fail(check, error instanceof Wrong ? error.message : \`it cannot be read (\${error.name})\`); }
    };
    const signature = async (check, what, keyId, bytes, message) => {
      if (bytes?.length !== 64) return fail(check, \`\${what}: its signature is none\`, "signature");
      if (!keys) return void report.open[check].push("No keys were given: signatures were not checked");
      const key = keys.get(keyId) ?? keys.get(null);
      if (!key) return fail(check, \`\${what}: the key \${JSON.stringify(keyId)} is not among those given\`, "signature");
      if (!(await isSigned(key, bytes, message))) fail(check, \`\${what}: the signature is not that of its text\`, "signature");
    };
    return { report, fail, guard, signature };
  };
  const wordOf = ({ kinds }) => ["content", "signature", "incomplete"].find((kind) => kinds.has(kind)) ?? "valid";

  async function verify(blob, keys, { requireSigned = false, requireKeys = false } = {}) {
    const { report, fail, guard, signature } = openReport(WHAT, keys);
    let archive;
    await guard("archive", async () => { archive = await openArchive(blob); });
    if (!archive) return report;
    const { entries } = archive;
    const bytesOf = async (name) => {
      if (entries.get(name).size > FILE_MAX) wrong(\`\${name} is larger than this page reads\`);
      const parts = [];
      for await (const part of archive.parts(name)) parts.push(part);
      return join(...parts);
    };
    async function* linesOf(name) {
      let rest = [], length = 0;
      for await (const part of archive.parts(name)) {
        let from = 0;
        for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, from)) {
          yield join(...rest, part.subarray(from, at));
          rest = []; length = 0; from = at + 1;
        }
        if (from < part.length) { rest.push(part.subarray(from)); length += part.length - from; }
        if (length > LINE_MAX) wrong(\`a line of \${name} is longer than this page reads\`);
      }
      if (length) wrong(\`\${name} ends within a line\`);
    }
    async function* records(name) {
      let number = 0;
      for await (const line of linesOf(name)) yield parse(line, \`\${name}, line \${++number}\`);
    }
    if (!entries.has("manifest.json")) { fail("manifest", "manifest.json is absent", "incomplete"); return report; }

    let manifest;
    await guard("manifest", async () => {
      const read = must(parse(await bytesOf("manifest.json"), "manifest.json"), "manifest", "manifest");
      if (read.origin !== "assay/package/v1") wrong(\`its origin is \${JSON.stringify(read.origin)}: a later verifier may know it\`);
      const names = read.files.map(({ name }) => name), listed = new Set(names);
      if (names.some((name, at) => at && names[at - 1] >= name)) fail("manifest", "its files are not in the order of their names, each once");
      for (const own of ["manifest.json", "manifest.sig"]) if (listed.has(own)) fail("manifest", "it lists itself");
      for (const name of names) if (/\\.(?:py|pyc|so|pyd|pth)$/.test(name) && name !== "verify.py") fail("manifest", \`\${name} is a program: verify.py is the only one of a package\`);
      for (const name of NEEDED) if (!listed.has(name)) fail("manifest", \`\${name} is not listed\`, "incomplete");
      for (const name of listed) if (!entries.has(name)) fail("manifest", \`\${name} is absent\`, "incomplete");
      for (const name of entries.keys()) if (!listed.has(name) && name !== "manifest.json" && name !== "manifest.sig") fail("manifest", \`\${name} is there and not listed\`);
      for (const { name, size, sha256: meant } of read.files) {
        if (!entries.has(name)) continue;
        const hash = new Sha256();
        for await (const part of archive.parts(name)) hash.add(part);
        const found = hash.end();
        if (size !== entries.get(name).size) fail("manifest", \`\${name} has \${entries.get(name).size} bytes, listed are \${size}\`);
        if (found !== meant) fail("manifest", \`\${name} has not the SHA-256 that is listed\`);
        if (name.startsWith("originals/") && name.slice(10, 74) !== found) fail("documents", \`\${name} has not the SHA-256 that it is named for\`);
      }
      manifest = read;
    });
    await guard("signed", async () => {
      if (!entries.has("manifest.sig")) return fail("signed", "manifest.sig is absent", "incomplete");
      if (entries.get("manifest.sig").size > 65536) wrong("manifest.sig is too long");
      const read = must(parse(await bytesOf("manifest.sig"), "manifest.sig"), "sig", "manifest.sig");
      await signature("signed", "manifest.sig", read.keyId, from64(read.signature, true), await bytesOf("manifest.json"));
    });
    if (!manifest || NEEDED.some((name) => !entries.has(name))) return report;
    report.title = \`Run \${manifest.run.id}, package of Assay \${manifest.release}, as of \${manifest.asOf}\`;

    const values = {};
    await guard("form", async () => {
      for (const name of [...entries.keys()].filter((each) => each.endsWith(".json") && each !== "manifest.json")) {
        try { values[name] = parse(await bytesOf(name), name); } catch (error) { if (!(error instanceof Wrong)) throw error; fail("form", error.message); }
      }
      if (report.problems.form.length) return;
      must(values["reviews.json"], "reviews", "reviews.json");
      must(values["sign-offs.json"], "signOffs", "sign-offs.json");
      must(values["exceptions.json"], "exceptions", "exceptions.json");
    });
    if (report.problems.form.length) return report;
    let snapshot, digest;
    await guard("snapshot", async () => {
      const read = values["snapshot.json"];
      if (!isObject(read) || !/^assay-snapshot\\/[1-7]$/.test(read.format)) wrong("its format is not known: a later verifier may know it");
      snapshot = must(read, "snapshot", "snapshot");
      digest = sha256(await bytesOf("snapshot.json"));
      const meant = { snapshotHash: digest, id: read.run.id, tenantId: read.run.tenantId, format: read.format };
      for (const [name, value] of Object.entries(meant)) if (manifest.run[name] !== value) fail("snapshot", \`the manifest's run.\${name} is not the snapshot's\`);
    });
    if (!snapshot) return report;
    const { run, assessments, configuration } = snapshot;
    const { reviews } = values["reviews.json"], acts = values["sign-offs.json"].signOffs, listedExceptions = values["exceptions.json"].exceptions;
    const leftOut = new Set(manifest.leftOut.map(({ what }) => what));
    const isLeftOut = (check, what) => leftOut.has(what) && !!report.open[check].push(\`\${what} was left out\`);
    /** Of any of a kind: then what rests on all of them stays open. */
    const lacks = (check, kind) => {
      const first = [...leftOut].find((what) => what.startsWith(\`\${kind} \`));
      return first !== undefined && !!report.open[check].push(\`\${first} was left out\`);
    };
    const flagged = ({ flags = [] }, flag) => flags.includes(flag);
    const isNotJudged = (each) => flagged(each, "NOT_JUDGED");
    const documents = new Map(snapshot.documents.map((each) => [each.id, each]));
    const chunks = new Map(snapshot.chunks.map((each) => [each.id, each]));
    const taken = new Map(snapshot.citationDigests.map((each) => [each.requirementId, each.sha256]));
    const places = new Map(), newest = new Map();
    for (const review of [...reviews].sort((a, b) => a.sequence - b.sequence)) newest.set(review.requirementId, review);
    const citations = assessments.flatMap(({ requirementId, citations: list }) => list.map((citation, index) => ({ ...citation, requirementId, index, name: \`\${requirementId}, citation \${index + 1}\` })));

    await guard("counts", async () => {
      const count = (status) => assessments.filter((each) => each.status === status).length;
      const notJudged = assessments.filter(isNotJudged).length;
      const found = { totalRequirements: snapshot.requirements.length, assessedCount: assessments.length, completeCount: count("COMPLETE"), partialCount: count("PARTIAL"), missingCount: count("MISSING"), ...(has(run, "notJudgedCount") && { notJudgedCount: notJudged }) };
      for (const [name, value] of Object.entries(found)) if (run[name] !== value) fail("counts", \`run.\${name} is \${run[name]}, counted are \${value}\`);
      const known = new Set(snapshot.requirements.map(({ requirementId }) => requirementId)), seen = new Set();
      for (const { requirementId } of assessments) {
        if (!known.has(requirementId)) fail("counts", \`\${requirementId} is assessed and not in the requirements\`);
        if (seen.has(requirementId)) fail("counts", \`\${requirementId} is assessed twice\`);
        seen.add(requirementId);
      }
      const lines = async (name) => { let sum = 0; for await (const _ of linesOf(name)) sum++; return sum; };
      const meant = {
        requirements: found.totalRequirements, complete: found.completeCount, partial: found.partialCount, missing: found.missingCount, failed: count("FAILED"), notJudged, citations: citations.length,
        reviews: reviews.length, reviewed: newest.size, exceptions: listedExceptions.length, signOffs: acts.length, standingSignOffs: acts.filter(({ standing }) => standing).length,
        chunks: await lines("chunks.jsonl"), auditEntries: await lines("audit.jsonl"), manifests: await lines("manifests.jsonl"), statements: await lines("statements.jsonl"),
      };
      for (const [name, value] of Object.entries(meant)) if (!has(manifest.counts, name) || manifest.counts[name] !== value) fail("counts", \`the manifest counts \${manifest.counts[name]} \${name}, found are \${value}\`);
      for (const [what, list] of [["review", reviews], ["exception", listedExceptions]]) if (new Set(list.map(({ id }) => id)).size !== list.length) fail("counts", \`a \${what} is listed twice\`);
    });

    await guard("statuses", () => {
      const { complete, partial } = configuration.confidenceThresholds, rules = configuration.evidenceRules ?? {};
      const flags = { expired: "EXPIRED_EVIDENCE", outOfPeriod: "OUT_OF_PERIOD", designOnly: "DESIGN_ONLY", cadenceGap: "CADENCE_GAP", weakSupport: "WEAK_SUPPORT" };
      const capped = Object.keys(flags).filter((rule) => has(rules, rule) && rules[rule] === "CAP" && complete > 0.01).map((rule) => flags[rule]);
      for (const each of assessments) {
        const { requirementId: name, status, confidence } = each;
        if (status === "FAILED" || isNotJudged(each)) {
          if (confidence !== 0 || each.citations.length || !["FAILED", "MISSING"].includes(status)) fail("statuses", \`\${name} was not judged, and has a verdict all the same\`);
          continue;
        }
        const meant = confidence >= complete ? "COMPLETE" : confidence >= partial ? "PARTIAL" : "MISSING";
        if (status !== meant) fail("statuses", \`\${name} is \${status}, its confidence means \${meant}\`);
        else if (status !== "MISSING" && !each.citations.length) fail("statuses", \`\${name} is \${status} without a citation\`);
        for (const flag of capped) if (status === "COMPLETE" && flagged(each, flag)) fail("statuses", \`\${name} is COMPLETE, and \${flag} caps it below\`);
      }
    });

    await guard("citations", () => {
      for (const each of assessments) if ((taken.get(each.requirementId) ?? []).length !== each.citations.length) fail("citations", \`\${each.requirementId} has not one digest for each citation\`);
      for (const { requirementId, index, name, text, documentId, chunkId } of citations) {
        if ((taken.get(requirementId) ?? [])[index] !== sha256(text)) fail("citations", \`\${name}: the text is not that of its digest\`);
        if (!documents.has(documentId)) fail("citations", \`\${name}: its document is not in the snapshot\`);
        if (chunks.has(chunkId) && chunks.get(chunkId).documentId !== documentId) fail("citations", \`\${name}: its chunk is of another document\`);
      }
    });

    await guard("exceptions", () => {
      const fixed = snapshot.exceptions ?? [], day = run.startedAt.slice(0, 10);
      const known = new Set(snapshot.requirements.map(({ requirementId }) => requirementId)), covered = new Set(fixed.map(({ requirementId }) => requirementId)), listed = new Map(listedExceptions.map((each) => [each.id, each]));
      for (const exception of fixed) {
        const { id, requirementId, validFrom, validUntil } = exception;
        if (!known.has(requirementId)) fail("exceptions", \`exception \${id} is of a requirement that is not there\`);
        if (validFrom > day || day > validUntil) fail("exceptions", \`exception \${id} was not in force on \${day}\`);
        const found = listed.get(id);
        if (found) { for (const name of Object.keys(exception)) if (!has(found, name) || canonical(found[name]) !== canonical(exception[name])) fail("exceptions", \`exception \${id} has another \${name} in exceptions.json than in the snapshot\`); }
        else if (!isLeftOut("exceptions", \`exception \${id}\`)) fail("exceptions", \`exception \${id} of the snapshot is not in exceptions.json\`);
      }
      for (const each of assessments) if (flagged(each, "COVERED_BY_EXCEPTION") !== covered.has(each.requirementId)) fail("exceptions", \`\${each.requirementId} is marked as covered, or is covered, and not both\`);
    });

    await guard("meaning", () => {
      if (!configuration.meaning) return;
      const { thresholds } = configuration.meaning;
      const rank = ({ scores, kind }) => {
        if (!scores) return 0;
        const limits = kind !== undefined && thresholds.kinds && has(thresholds.kinds, kind) ? thresholds.kinds[kind] : thresholds;
        if (scores.unrelated > 1 - limits.related) return 2;
        return (scores.contradicts >= limits.contradicts && scores.contradicts > scores.supports) || scores.supports < limits.supports ? 1 : 0;
      };
      const best = (pairs) => (pairs.length ? Math.min(...pairs.map(rank)) : 0);
      for (const each of assessments) {
        const { requirementId: name, citationNotes = [], setAside = [] } = each;
        if (citationNotes.some(({ meaning = [] }) => meaning.some(({ scores }) => scores === null)) && !flagged(each, "NOT_CHECKED_FOR_MEANING")) fail("meaning", \`\${name}: a quote was not checked, and the verdict does not say so\`);
        for (const note of citationNotes) {
          if (!note.meaning) continue;
          const found = best(note.meaning);
          if (found === 2 || (found === 1 && !has(note, "weak"))) fail("meaning", \`\${name}, citation \${note.index + 1}: its scores say less\`);
        }
        for (const { meaning } of setAside) if (best(meaning) !== 2) fail("meaning", \`\${name}: a quote was set aside, and its scores do not say so\`);
      }
    });

    await guard("chunks", async () => {
      const wanted = new Map();
      for (const citation of citations) wanted.set(citation.chunkId, [...(wanted.get(citation.chunkId) ?? []), citation]);
      const order = new Map(snapshot.chunks.map(({ id }, at) => [id, at])), seen = new Set();
      let last = -1;
      for await (const record of records("chunks.jsonl")) {
        const { id, documentId, content } = must(record, "chunk", "a chunk"), chunk = chunks.get(id);
        if (!chunk) wrong(\`chunk \${id} is not in the snapshot\`);
        if (order.get(id) <= last) wrong("its lines are not in the order of the snapshot, each once");
        last = order.get(id);
        seen.add(id);
        if (documentId !== chunk.documentId || content.length !== chunk.endOffset - chunk.startOffset || sha256(content) !== chunk.sha256Hash) fail("chunks", \`chunk \${id}: its text is not that of its digest\`);
        for (const { name, requirementId, index, text } of wanted.get(id) ?? []) {
          const at = content.indexOf(text);
          if (at < 0) fail("quotes", \`\${name}: the quote does not lie in its chunk\`);
          else places.set(JSON.stringify([requirementId, index]), [chunk.startOffset + at, chunk.startOffset + at + text.length]);
        }
      }
      for (const id of wanted.keys()) {
        if (seen.has(id)) continue;
        if (!isLeftOut("chunks", \`chunk \${id}\`)) fail("chunks", \`chunk \${id}: its text is not there\`);
        else report.open.quotes.push(\`Quotes of chunk \${id} were not looked for\`);
      }
      report.done.add("quotes");
    });

    await guard("documents", async () => {
      const rows = readCsv(toText(await bytesOf("documents.csv"), "documents.csv")), head = "id,filename,sha256,kind,effective_from,effective_to,coverage,judged";
      if (!rows.length || rows[0].join() !== head || rows.some((row) => row.length !== 8)) wrong(\`documents.csv has not the columns \${head}\`);
      const listed = new Map(rows.slice(1).map((row) => [row[0], row]));
      if (listed.size !== rows.length - 1) wrong("documents.csv names a document twice");
      if (!has(manifest.counts, "documents") || manifest.counts.documents !== listed.size) fail("counts", \`the manifest counts \${manifest.counts.documents} documents, found are \${listed.size}\`);
      for (const { id, sha256Hash } of snapshot.documents) {
        if (!listed.has(id)) { if (!isLeftOut("documents", \`document \${id}\`)) fail("documents", \`document \${id} is not in documents.csv\`); }
        else if (listed.get(id)[2] !== sha256Hash) fail("documents", \`document \${id} has another SHA-256 in documents.csv\`);
      }
      const cited = new Set(snapshot.documents.map(({ sha256Hash }) => sha256Hash));
      for (const name of entries.keys()) if (name.startsWith("originals/") && !cited.has(name.slice(10, 74))) fail("documents", \`original \${name.slice(10, 74)} is of no document of the snapshot\`);
    });

    await guard("sources", async () => {
      const pinned = configuration.manifests ?? [], read = new Map(), used = new Set();
      for await (const record of records("manifests.jsonl")) {
        const { payload, signature: given, keyId } = must(record, "signed", "a manifest"), text = utf8.encode(payload);
        const said = must(parse(text, "a manifest"), "source", "a manifest");
        if (said.origin !== "assay/source-manifest/v1") wrong("a manifest's origin is not known");
        read.set(sha256(text), said);
        await signature("sources", \`\${said.source}, manifest \${said.sequence}\`, keyId, from64(given, true), text);
      }
      for (const pin of pinned) {
        if (pinned.filter(({ source }) => source === pin.source).length > 1) fail("sources", \`\${pin.source} is pinned twice\`);
        if (pin.closedAt > run.completedAt) fail("sources", \`\${pin.source}: its manifest is later than the run\`);
        let hash = pin.sha256, said = read.get(hash), after = null;
        if (!said) { if (!isLeftOut("sources", \`manifest \${pin.manifestId}\`)) fail("sources", \`\${pin.source}: the manifest that the run pins is not there\`); continue; }
        if (said.manifestId !== pin.manifestId || said.closedAt !== pin.closedAt) fail("sources", \`\${pin.source}: its manifest is not that of the run\`);
        for (; said; after = said, hash = said.previousHash, said = read.get(hash)) {
          used.add(hash);
          const name = \`\${said.source}, manifest \${said.sequence}\`;
          if (said.tenantId !== run.tenantId || said.source !== pin.source) fail("sources", \`\${name}: it is of another source than \${pin.source}\`);
          if ((said.previousHash === null) !== (said.sequence === 1)) fail("sources", \`\${name}: its number is not that of its place\`);
          if (after && (after.sequence !== said.sequence + 1 || after.closedAt < said.closedAt)) fail("sources", \`\${name}: the next one does not follow it\`);
          if (said.previousHash !== null && !read.has(said.previousHash)) fail("sources", \`\${name}: the one before it is not there\`);
        }
      }
      if ([...read.keys()].some((hash) => !used.has(hash))) fail("sources", "a manifest is there that no pinned one rests on");
    });

    const hasEgress = configuration.egress !== undefined && entries.has("egress.json");
    await guard("egress", async () => {
      if (configuration.egress === undefined) return;
      if (!hasEgress) { if (!isLeftOut("egress", \`egress \${run.id}\`)) fail("egress", "egress.json is absent", "incomplete"); return; }
      const counted = must(values["egress.json"], "egress", "egress.json");
      const ways = (rows) => rows.filter(({ purpose }) => purpose !== "PROBE").map(({ provider, host, purpose }) => [provider, host, purpose]);
      const places = (of) => JSON.stringify([ways(of.run), ways(of.documents), of.olderDocuments]);
      if (places(counted) !== places(configuration.egress)) fail("egress", "egress.json names other places than the snapshot");
    });

    await guard("audit", async () => {
      let before = null;
      const captured = new Set(), completed = [], named = [], reviewed = new Set(), breaks = manifest.breaks ?? [];
      for (const { statement, keyId, signature: given } of breaks) {
        await signature("audit", \`the break at entry \${statement.broken.sequence}\`, keyId, from64(given, false), utf8.encode(canonical(statement)));
        if (statement.tenantId !== run.tenantId) fail("audit", "a break is of another tenant");
      }
      /** At a break that an operator signed the chain is named, not proved. */
      const broken = (at, text) => {
        if (breaks.some(({ statement }) => statement.broken.sequence <= at && at <= statement.sequence)) report.open.audit.push(\`The chain has a break that an operator continued: \${text}\`);
        else fail("audit", text);
      };
      for await (const entry of records("audit.jsonl")) {
        const isWhole = isObject(entry) && has(entry, "id"), shape = isWhole ? "entry" : "link";
        must(entry, shape, "an entry");
        const name = \`entry \${entry.sequence}\`;
        if (Object.keys(entry).length !== Object.keys(SHAPES[shape]).length) wrong(\`\${name} has other fields than the format's\`);
        if (before && (entry.sequence !== before.sequence + 1 || entry.previousHash !== before.hash)) broken(entry.sequence, \`\${name} does not follow the one before it\`);
        if (!before && !isWhole) fail("audit", \`\${name} is the first, and not of the run\`);
        before = entry;
        if (!isWhole) continue;
        if (entry.runId !== run.id || entry.tenantId !== run.tenantId) fail("audit", \`\${name} is whole, and of another run\`);
        if (entry.version !== 1 && entry.version !== 2) fail("audit", \`\${name} has a version that is not known\`);
        const { hash, ...hashed } = entry;
        if (entry.version === 1 && entry.details === null) { delete hashed.version; delete hashed.details; }
        if (sha256(canonical(hashed)) !== hash) broken(entry.sequence, \`\${name} has not the hash of what it says\`);
        const details = entry.details ?? {};
        if (entry.action === "snapshot.captured") captured.add(details.snapshotHash);
        if (entry.action === "run.completed") completed.push(details.egressHash);
        if (["run.signed", "sign_off.declined", "sign_off.withdrawn"].includes(entry.action)) named.push([entry.object_id, details.signOffHash]);
        if (entry.action === "review.added") reviewed.add(entry.object_id);
      }
      if (!before) wrong("audit.jsonl is empty");
      if (before.sequence !== manifest.auditHead.sequence || before.hash !== manifest.auditHead.hash) fail("audit", "it does not end where the manifest says");
      if (captured.size !== 1 || !captured.has(digest)) fail("audit", "it does not say that this snapshot was captured");
      if (hasEgress && (completed.length !== 1 || completed[0] !== sha256(await bytesOf("egress.json")))) fail("audit", "it has not the digest of egress.json");
      if (JSON.stringify(named.filter(([id]) => !isLeftOut("audit", \`sign-off \${id}\`))) !== JSON.stringify(acts.map(({ id, payload }) => [id, sha256(payload)]))) fail("audit", "it names other acts of a sign-off than sign-offs.json");
      const held = new Set(reviews.map(({ id }) => id));
      const absent = [...reviewed].filter((id) => !held.has(id) && !isLeftOut("audit", \`review \${id}\`));
      if (absent.length || [...held].some((id) => !reviewed.has(id))) fail("audit", "it names other reviews than reviews.json");
    });

    await guard("checkpoint", async () => {
      const bytes = await bytesOf("checkpoint.txt");
      if (bytes[bytes.length - 1] !== 10) wrong("checkpoint.txt is not one line");
      const kept = must(parse(bytes.subarray(0, -1), "checkpoint.txt"), "checkpoint", "checkpoint.txt"), said = kept.statement;
      const isCounted = has(said, "counter");
      if (said.origin !== (isCounted ? "assay/audit-checkpoint/v2" : "assay/audit-checkpoint/v1") || said.counter < 1) wrong("its origin does not go with its counter");
      if (said.tenantId !== run.tenantId) fail("checkpoint", "it is of another tenant");
      if (said.sequence !== manifest.auditHead.sequence || said.hash !== manifest.auditHead.hash) fail("checkpoint", "it is of another entry than the last of audit.jsonl");
      await signature("checkpoint", "checkpoint.txt", kept.keyId, from64(kept.signature, false), utf8.encode(canonical(said)));
      report.notes.push(\`Checkpoint \${isCounted ? \`number \${said.counter}\` : "without a number"}, of entry \${said.sequence}, made \${said.createdAt}\`);
    });

    await guard("sign-offs", async () => {
      for (const { id, runId, reason, reasonHash } of reviews) {
        if (runId !== run.id) fail("sign-offs", \`review \${id} is of another run\`);
        if (reason !== null && sha256(reason) !== reasonHash) fail("sign-offs", \`review \${id} has not the reason of its digest\`);
      }
      const exceptionsHash = sha256(canonical([...(snapshot.exceptions ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1))));
      const reviewsHash = sha256(canonical(assessments.flatMap(({ requirementId }) => {
        const review = newest.get(requirementId);
        if (!review) return [];
        const signed = {};
        for (const field of ["requirementId", "sequence", "decision", "status", "reasonCode", "reasonHash", "reviewerId", "openedCount", "citedCount", "confirmsReviewId", "createdAt"]) signed[field] = review[field];
        if (review.rejectedCitations.length) signed.rejectedCitations = review.rejectedCitations;
        return [signed];
      })));
      const actsLack = lacks("sign-offs", "sign-off"), reviewsLack = lacks("sign-offs", "review"), mayBeInvalid = actsLack || reviewsLack || lacks("sign-offs", "exception");
      const NAMES = { proved: "; name proved by the salted digest that was signed", erased: "; the name was erased: nobody can check it any more, and the signature still holds" };
      /* Without its salt no name can be checked: then none may be shown, but the token that it becomes */
      const nameOf = ({ signerName, nameSalt }, said) => {
        if (!has(said, "version")) return signerName === said.signerName && "signed";
        if ((nameSalt ?? null) === null) return signerName === \`erased-\${said.signerId.slice(-12)}\` && "erased";
        return sha256(\`\${nameSalt}\\n\${signerName}\`) === said.nameDigest && "proved";
      };
      const ROLES = ["PREPARED", "REVIEWED", "APPROVED"], standing = new Map(), ended = new Map(), read = [];
      for (const [at, act] of acts.entries()) {
        const bytes = utf8.encode(act.payload), told = (text) => fail("sign-offs", \`act \${at + 1}: \${text}\`, "signature");
        const said = must(parse(bytes, \`the payload of act \${at + 1}\`), "act", \`the payload of act \${at + 1}\`);
        read.push({ act, said, told });
        if (!["assay/sign-off/v1", "assay/sign-off/v2"].includes(said.origin)) wrong(\`act \${at + 1} has an origin that is not known\`);
        if ((said.version ?? 2) !== 2) wrong(\`act \${at + 1} has a version that is not known\`);
        if (has(said, "signerName") === has(said, "version") || has(said, "nameDigest") !== has(said, "version")) wrong(\`act \${at + 1} has not the name or the digest of its version\`);
        const shown = { id: said.signOffId, createdAt: said.signedAt };
        for (const name of ["runId", "sequence", "act", "role", "statement", "signerId", "signerRole"]) shown[name] = said[name];
        for (const name of Object.keys(shown)) if (act[name] !== shown[name]) told(\`\${name} is not what was signed\`);
        const name = nameOf(act, said);
        if (!name) told("signerName is not what was signed");
        read.at(-1).name = name;
        await signature("sign-offs", \`act \${at + 1}\`, act.keyId, from64(act.signature, true), bytes);
        if (!act.valid && !mayBeInvalid) told("the package itself says that it is not valid");
        if (!actsLack && said.sequence !== at + 1) told(\`it has the number \${said.sequence}\`);
        if (said.runId !== run.id || said.tenantId !== run.tenantId) told("it is of another run");
        if (said.snapshotHash !== digest) told("it signs another snapshot");
        if (said.exceptionsHash !== exceptionsHash) told("it signs other exceptions");
        for (const id of said.withdraws) ended.set(id, said.signOffId);
        if (actsLack) continue;
        const { act: kind, role, signerId, signerRole } = said;
        if (!["SIGNED", "DECLINED", "WITHDRAWN"].includes(kind) || !ROLES.includes(role)) { told("its act or role is not known"); continue; }
        if (!["MEMBER", "ADMIN", "SUPER_ADMIN"].includes(signerRole)) told(\`a \${signerRole} cannot sign\`);
        const order = [...standing.keys()];
        let ends = kind === "DECLINED" ? order : [];
        if (kind === "WITHDRAWN") {
          const signed = standing.get(role);
          if (!signed) told(\`no signature as \${role} stands\`);
          else {
            ends = order.slice(order.indexOf(role));
            if (signed.signerId !== signerId && signerRole === "MEMBER") told("it was withdrawn by somebody who is neither its signer nor an ADMIN");
          }
        } else {
          if (kind === "DECLINED" && role !== "REVIEWED") told(\`nobody declines as \${role}\`);
          if (standing.has(role)) told(\`a signature as \${role} stands already\`);
          if (ROLES.slice(0, ROLES.indexOf(role)).some((each) => !standing.has(each))) told("it comes before an earlier signature");
          if (role !== "PREPARED" && standing.has("PREPARED") && standing.get("PREPARED").signerId === signerId) told("it is by the person who signed as PREPARED");
        }
        if (JSON.stringify(said.withdraws) !== JSON.stringify(ends.map((each) => standing.get(each).signOffId))) told("it does not end the signatures that it must end");
        for (const each of ends) standing.delete(each);
        if (kind === "SIGNED") standing.set(role, said);
      }
      for (const { act, said, told, name } of read) {
        const stands = said.act === "SIGNED" && !ended.has(said.signOffId);
        if (stands && !reviewsLack && said.reviewsHash !== reviewsHash) told("it signs other reviews");
        if (!actsLack && (act.standing !== stands || act.withdrawnById !== (ended.get(act.id) ?? null))) told("whether it stands is not what the later acts say");
        const verb = { SIGNED: "signed as", DECLINED: "declined as", WITHDRAWN: "withdrew" }[said.act] ?? said.act;
        report.notes.push(\`\${act.signerName} (\${said.signerRole}) \${verb} \${said.role} at \${said.signedAt}; \${said.assurance ? \`proved by \${said.assurance} at \${said.assuredAt}\` : "how the signer had signed in is not recorded"}\${NAMES[name] ?? ""}\`);
      }
      const last = [...standing.keys()].pop();
      if (!last) report.notes.push(actsLack ? "What stands is not known: an act was left out" : "No signature stands");
      else report.notes.push(keys ? \`The run is signed as \${last}\` : \`It says that the run is signed as \${last}: no key checks that\`);
      if (!standing.size && requireSigned) fail("sign-offs", "no signature stands, and one is required", "incomplete");
    });

    await guard("statements", async () => {
      const mayLackReview = lacks("statements", "review");
      const TYPE = "application/vnd.in-toto+json", configured = sha256(canonical(configuration));
      let count = 0;
      for await (const envelope of records("statements.jsonl")) {
        if (count >= assessments.length) wrong("there are more statements than verdicts");
        const each = assessments[count++], { requirementId } = each, name = \`the statement on \${requirementId}\`;
        must(envelope, "envelope", "a statement");
        const payload = from64(envelope.payload, false);
        if (envelope.payloadType !== TYPE || !payload || envelope.signatures.length !== 1) wrong(\`\${name} is no envelope with one signature\`);
        const [{ keyid, sig }] = envelope.signatures;
        await signature("statements", name, keyid, from64(sig, false), join(utf8.encode(\`DSSEv1 \${TYPE.length} \${TYPE} \${payload.length} \`), payload));
        const said = must(parse(payload, name), "statement", "a statement");
        const hashes = [], cited = each.citations.map(({ documentId }, index) => {
          const documentSha256 = documents.get(documentId).sha256Hash, [start, end] = places.get(JSON.stringify([requirementId, index])) ?? [null, null];
          if (!hashes.includes(documentSha256)) hashes.push(documentSha256);
          return { documentSha256, start, end, textSha256: taken.get(requirementId)[index] };
        });
        const review = newest.get(requirementId);
        const meant = { runId: run.id, requirementId, status: each.status, judged: !isNotJudged(each), confidence: each.confidence, citations: cited, configurationSha256: configured, review: review ? { decision: review.decision, status: review.status, reviewerId: review.reviewerId, at: review.createdAt } : null };
        const { scores, ...rest } = said.predicate, differs = [];
        if (mayLackReview && rest.review === null) meant.review = null;
        for (const key of new Set([...Object.keys(meant), ...Object.keys(rest)])) if (!has(meant, key) || !has(rest, key) || canonical(meant[key]) !== canonical(rest[key])) differs.push(key);
        if (said._type !== "https://in-toto.io/Statement/v1" || said.predicateType !== "https://assay.example/verdict/v1") differs.push("type");
        if (canonical(said.subject.map((subject) => subject.digest)) !== canonical([digest, ...hashes].map((hash) => ({ sha256: hash })))) differs.push("subject");
        const isTrue = scores.length === each.citations.length && scores.every((given, index) => {
          const scored = (each.citationNotes ?? []).filter((note) => note.index === index).flatMap(({ meaning = [] }) => meaning).flatMap((pair) => pair.scores ?? []);
          const most = Math.max(...scored.map(({ supports }) => supports));
          const allowed = scored.filter(({ supports }) => supports === most).map((one) => [one.supports, one.partly, one.contradicts, one.unrelated]);
          return (allowed.length ? allowed : [null]).some((one) => canonical(one) === canonical(given));
        });
        if (!isTrue) differs.push("scores");
        if (differs.length) fail("statements", \`\${name} says otherwise than the snapshot: \${differs.join(", ")}\`);
      }
      if (count !== assessments.length) wrong("there are fewer statements than verdicts");
    });
    if (requireKeys && !keys) fail("signed", "keys are required, and none were given", "incomplete");
    return report;
  }

  const hasMore = (value, want) => {
    if (Array.isArray(want)) return value.some((each) => hasMore(each, want[0]));
    if (typeof want === "string" || "*" in want) return false;
    return Object.keys(value).length > Object.keys(want).length || Object.entries(want).some(([name, inner]) => hasMore(value[name], inner));
  };
  /** The report on a certificate of deletion; null where the file is none. */
  async function verifyCertificate(blob, keys, { requireKeys = false } = {}) {
    let file;
    try {
      if (blob.size > FILE_MAX) return null;
      const text = toText(new Uint8Array(await blob.arrayBuffer()), "it");
      if (isDeep(text)) return null;
      file = must(JSON.parse(text), "signed", "it");
    } catch { return null; }
    const { report, guard, signature } = openReport(CERTIFICATE, keys), text = file.payload;
    let said, deleted;
    await guard("form", () => { if (LONE.test(text)) wrong("the statement is not JSON"); said = parse(utf8.encode(text), "the statement"); });
    if (said !== undefined) await guard("fields", () => {
      must(said, "deletion", "the statement");
      if (hasMore(file, SHAPES.signed) || hasMore(said, SHAPES.deletion)) wrong("it has other fields than the format's");
      if (said.origin !== "assay/deletion/v1") wrong("the statement is not of the format assay/deletion/v1");
      ({ deleted } = said);
    });
    if (deleted) await guard("counts", () => {
      const counts = Object.values(deleted.rows), sum = counts.reduce((total, each) => total + BigInt(each), 0n);
      if (counts.some((each) => each < 0)) wrong("a table has fewer than no rows");
      if (sum !== BigInt(deleted.rowsTotal)) wrong(\`they are \${sum}, and the total says \${deleted.rowsTotal}\`);
    });
    await guard("signed", () => signature("signed", "the statement", file.keyId, from64(file.signature, true), utf8.encode(text)));
    if (requireKeys && !keys && !report.kinds.size) report.kinds.add("incomplete");
    report.limits = [];
    if (!deleted) return report;
    const { tenant, hashes, notCovered, requestedAt, finishedAt } = said, { documents } = deleted;
    report.title = \`Tenant '\${tenant.name}' (\${tenant.id}) was erased from \${requestedAt} to \${finishedAt}\`;
    report.notes.push(
      \`\${deleted.rowsTotal} rows, \${deleted.files} files, \${deleted.uploadParts} parts of uploads, \${deleted.fileKeys.length} keys\`,
      \`\${documents.count} documents of \${documents.bytes} bytes, SHA-256 \${documents.sha256}\`,
      \`Its audit log ended at entry \${hashes.auditHead.sequence}, SHA-256 \${hashes.auditHead.hash}\`,
      ...hashes.snapshots.map(({ runId, sha256: hash }) => \`Snapshot of run \${runId}: SHA-256 \${hash}\`),
    );
    report.limits = [...notCovered.other, ...notCovered.backups.map(({ takenAt, manifestHash }) => \`The backup of \${takenAt}, manifest SHA-256 \${manifestHash}\`)];
    return report;
  }

  /** RFC 4180. */
  const readCsv = (text) => {
    const rows = [];
    let row = [], at = 0;
    while (at < text.length) {
      let cell = "";
      if (text[at] === '"') {
        for (at++; ; at += 2) {
          const end = text.indexOf('"', at);
          if (end < 0) wrong("documents.csv ends within quotes");
          cell += text.slice(at, end);
          at = end;
          if (text[end + 1] !== '"') break;
          cell += '"';
        }
        at++;
      } else {
        const start = at;
        while (at < text.length && !",\\"\\r\\n".includes(text[at])) at++;
        cell = text.slice(start, at);
      }
      row.push(cell);
      if (text[at] === ",") { at++; if (at === text.length) row.push(""); continue; }
      if (at < text.length && text.slice(at, at + 2) !== "\\r\\n") wrong("documents.csv is no CSV");
      at += 2;
      rows.push(row);
      row = [];
    }
    if (row.length) rows.push(row);
    return rows;
  };

  /** The keys of a text: what the service has, or the \`x\` of one, which then stands for every id. */
  const readKeys = (text) => {
    const [, alone] = /^\\s*([\\w-]{43})\\s*$/.exec(text) ?? [];
    const value = alone ? [{ kid: null, x: alone }] : JSON.parse(text), list = Array.isArray(value) ? value : value.keys;
    const keys = new Map(list.map(({ kid, x }) => {
      const key = typeof x === "string" && from64(x, true);
      if ((typeof kid !== "string" && !alone) || !key || key.length !== 32) throw new TypeError("No key");
      return [kid, key];
    }));
    if (keys.size !== list.length) throw new TypeError("A key's id is there twice");
    return keys;
  };

  /** Of RFC 8032 and RFC 8785. */
  const selfTest = () => {
    const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
    const vectors = [
      ["d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "", "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"],
      ["3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72", "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"],
      ["fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82", "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"],
    ];
    return vectors.every(([key, message, signature]) => slowVerify(bytes(key), bytes(signature), bytes(message)) && !slowVerify(bytes(key), bytes(signature), bytes(\`\${message}00\`))) &&
      sha256("abc") === "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" && canonical(JSON.parse('{"b":1e21,"a":-0}')) === '{"a":0,"b":1e+21}';
  };
  return { CODES, verify, verifyCertificate, wordOf, readKeys, selfTest };
})();

if (typeof document !== "undefined") {
  const $ = (id) => document.getElementById(id);
  const list = (id, items) => $(id).replaceChildren(...items);
  const line = (text, name) => { const item = document.createElement("li"); item.textContent = text; if (name) item.className = name; return item; };
  const showWord = (word, text) => { $("word").className = word; $("word").textContent = text; $("result").hidden = false; $("result").focus(); };
  const RESULTS = { PROVED: "Proved", OPEN: "Not proved", FAILED: "Failed" };
  const showReport = (report, keys) => {
    $("about").textContent = report.title;
    list("checks", Object.entries(report.what).map(([name, what]) => {
      const problems = report.problems[name], open = [...new Set(report.open[name])];
      const state = problems.length ? "FAILED" : report.done.has(name) && !open.length ? "PROVED" : "OPEN";
      const item = line("");
      const word = document.createElement("strong");
      word.className = state;
      word.textContent = \`\${RESULTS[state]}: \`;
      item.append(word, what);
      const told = problems.length ? problems : open;
      for (const text of told.slice(0, 20)) { const more = document.createElement("small"); more.textContent = text; item.append(more); }
      if (told.length > 20) { const more = document.createElement("small"); more.textContent = \`and \${told.length - 20} more\`; item.append(more); }
      return item;
    }));
    $("told").textContent = report.what.archive ? "Who signed" : "What was deleted";
    $("limited").textContent = report.what.archive ? "What this does not prove" : "What it does not cover";
    list("notes", report.notes.map((text) => line(text)));
    list("limits", report.limits.map((text) => line(text)));
    const word = ASSAY.wordOf(report);
    if (word !== "valid") showWord(word, \`Not valid: \${word}\`);
    else if (!keys) showWord("unknown", "Self-consistent, signer unknown");
    else showWord("valid", "Valid: signed by a key that you gave");
  };
  const refuse = (text) => { for (const id of ["checks", "notes", "limits"]) list(id, []); $("about").textContent = ""; showWord("usage", text); };
  $("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    $("result").hidden = true;
    const file = $("file").files[0], button = $("form").querySelector("button");
    let keys = null;
    try {
      const text = $("keys").files[0] ? await $("keys").files[0].text() : $("pasted").value;
      if (text.trim()) keys = ASSAY.readKeys(text);
    } catch { return refuse("The keys cannot be read"); }
    const isPackage = new TextDecoder().decode(await file.slice(0, 2).arrayBuffer()) === "PK";
    button.disabled = true;
    button.textContent = "Checking…";
    try {
      const report = await ASSAY[isPackage ? "verify" : "verifyCertificate"](file, keys, { requireSigned: $("signed").checked, requireKeys: $("required").checked });
      if (report) showReport(report, keys);
      else refuse("This file is no package and no certificate");
    } catch { refuse("This file cannot be read"); }
    button.disabled = false;
    button.textContent = "Check";
  });
}
</script>
</body>
</html>
`;
