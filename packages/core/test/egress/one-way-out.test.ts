import { globSync, readFileSync } from "node:fs";
import type { Models, OcrEngineCard, ScannerCard } from "@assay/core/ports";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { StageServices } from "../../src/flow.ts";

const ROOT = new URL("../../../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), "utf8");
const sources = (folder: string) => globSync(`${folder}/**/*.ts`, { cwd: ROOT.pathname });

const GATE = "packages/core/src/egress/open-parts.ts";
const CORE = sources("packages/core/src").filter((file) => !file.includes("/src/ports/"));

describe("what the engine holds cannot be asked by itself", () => {
  test("by its types: a part has no method that sends", () => {
    expectTypeOf<Models["embedders"][number]>().not.toHaveProperty("embed");
    for (const method of ["assess", "probe", "prepare", "repairQuotes"] as const)
      expectTypeOf<Models["assessors"][number]>().not.toHaveProperty(method);
    expectTypeOf<NonNullable<Models["fallback"]>>().not.toHaveProperty("assess");
    expectTypeOf<NonNullable<Models["meaning"]>["entailment"]>().not.toHaveProperty("score");
    expectTypeOf<ScannerCard>().not.toHaveProperty("scan");
    expectTypeOf<OcrEngineCard>().not.toHaveProperty("recognise");
    expectTypeOf<StageServices["models"]>().toEqualTypeOf<Models>();
    expectTypeOf<StageServices["fileScanner"]>().toEqualTypeOf<ScannerCard | undefined>();
    expectTypeOf<StageServices["ocrEngine"]>().toEqualTypeOf<OcrEngineCard | undefined>();
  });

  test("by its source: only the gate turns a card into a part", () => {
    const casts = /\bas (?:unknown as )?(?:Embedder|Assessor|Entailment|FileScanner|OcrEngine)\b/;
    expect(CORE.filter((file) => casts.test(read(file))).filter((file) => file !== GATE)).toEqual([]);
    expect(read(GATE)).toMatch(casts);
    const whole = /\bOpen(?:Models|MeaningModel)\b/;
    expect(CORE.filter((file) => whole.test(read(file)))).toEqual([]);
  });

  test("every port that can send is opened by the gate", () => {
    const ports = sources("packages/core/src/ports").filter((file) => /sendsTo\?: Destination/.test(read(file)));
    const named = ports.map(
      (file) =>
        /(\w+) [^{]*\{[^{]*$/.exec(read(file).split("readonly sendsTo?")[0]!.split("export interface ").at(-1)!)![1]!,
    );
    expect(named.sort()).toEqual(["Assessor", "Embedder", "Entailment", "FileScanner", "OcrEngine"]);
    for (const port of named) expect(read(GATE), port).toContain(`as ${port};`);
  });
});

/** Why no text of a tenant leaves through it; COUNTED: it awaits `sending` before each request. */
const DOORS: Readonly<Record<string, string>> = {
  "adapters/clamd": "COUNTED",
  "adapters/entailment-server": "COUNTED",
  "adapters/gemini": "COUNTED",
  "adapters/model-calls": "COUNTED",
  "adapters/openai-compatible": "COUNTED",
  "adapters/oidc": "people who sign in",
  "adapters/qstash": "ids of jobs",
  "adapters/s3": "the deployment's own store",
  "adapters/smtp": "mails to people, without evidence",
  "adapters/supabase": "the deployment's own store, and people who sign in",
  "adapters/bucket": "the deployment's own store",
  "adapters/otlp": "spans that passed the scrubber",
  "adapters/witness": "checkpoints: counts and hashes",
  "adapters/key-wrappers": "keys of files, wrapped and to be unwrapped",
  "adapters/syslog": "entries of the audit log, which name nothing of what evidence says",
  "embedded/fetch": "addresses of guidance",
  "embedded/webhooks": "ids and counts",
  "embedded/webhook-url": "addresses of webhooks",
  "embedded/checkpoint-repository": "checkpoints: counts and hashes",
  "identity/jwt": "nothing: it gets public keys",
};

describe("a door of the process", () => {
  const opens =
    /\bfetch\(|\bfetch = |globalThis\.fetch|node:(?:net|tls|https?|http2|dgram)"|from "(?:@google\/|@supabase\/|@upstash\/|nodemailer|openid-client|aws4fetch|@opentelemetry\/exporter)/;
  const files = ["adapters", "embedded", "identity", "models", "offline", "reader", "core", "confined"]
    .flatMap((name) => sources(`packages/${name}/src`))
    .filter((file) => opens.test(read(file)));
  const folderOf = (file: string) =>
    file
      .split("/")
      .slice(1, 4)
      .filter((part) => part !== "src")
      .join("/");

  test("is one of those that are known, with the reason why no evidence leaves there uncounted", () => {
    const unknown = files.filter((file) => !(folderOf(file) in DOORS)).filter((file) => !ASKS_NOBODY.includes(file));
    expect(unknown, "let it await `sending`, or say in DOORS why it carries no tenant's text").toEqual([]);
  });

  test("that takes evidence awaits `sending`", () => {
    for (const [folder] of Object.entries(DOORS).filter(([, why]) => why === "COUNTED")) {
      const [name, part] = folder.split("/");
      const all = sources(`packages/${name}/src/${part}`).map(read).join("\n");
      expect(all, folder).toMatch(/\bsending\b/);
    }
  });
});

/** Its `fetch` is a port, a name, or a file of its own. */
const ASKS_NOBODY = [
  "packages/core/src/guidance/ingestions/fetch-source.ts",
  "packages/core/src/connections/find-app.ts",
  "packages/core/src/ports/fetcher.ts",
  "packages/reader/src/pdf/open-pdf.ts",
  "packages/identity/src/network-of.ts",
];
