import { isDeepStrictEqual } from "node:util";
import { isStorableText, RUN_STEPS } from "@assay/contract";
import {
  ATTRIBUTE_ALLOWLIST,
  BLOCKED_PATTERNS,
  ERROR_SENTENCES,
  SCRUBBED,
  scrubAttributes,
  scrubText,
} from "@assay/core/telemetry";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

/** The specification's own list and patterns, written down again so that a change of ours shows. */
const SPECIFIED = (
  "tenant.id pack.id run.id run.trigger_type step.name requirement.codes evidence.document_ids chunk.ids chunk.count " +
  "assessment.ids task.ids export.ids latency.ms llm.tokens.in llm.tokens.out llm.cost.usd llm.model error.type error.message"
).split(" ");
const OURS = (
  "service.name service.version span.kind gen_ai.operation.name gen_ai.provider.name gen_ai.request.model " +
  "gen_ai.response.model gen_ai.usage.input_tokens gen_ai.usage.output_tokens"
).split(" ");
const WORDS = ["prompt", "content", "body", "raw", "message"];
const PAIRS = ["evidence", "regulatory"];

const value = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null))),
  fc.object(),
  fc.constantFrom(null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 10n, Symbol("s"), () => "f"),
  fc.constantFrom(...WORDS, "evidence of text", "REGULATORY\nTEXT"),
);
const key = fc.oneof(
  fc.constantFrom<string>(...ATTRIBUTE_ALLOWLIST),
  fc.constantFrom(
    "Error.Message",
    "error.message.extra",
    "evidence.text",
    "prompt",
    "url.full",
    "__proto__",
    "toString",
  ),
  fc.string(),
);
const attributes = fc.dictionary(key, value, { maxKeys: 12 });

test("the allowlist is the specification's and our three, and nothing else", () => {
  expect([...ATTRIBUTE_ALLOWLIST].sort()).toEqual([...SPECIFIED, ...OURS].sort());
});

test("what is documented as kept is kept as it is", () => {
  const id = "019a9d2c-7e7e-7c3a-9a55-0f0e4b9d2c11";
  const kept = {
    "tenant.id": id,
    "run.trigger_type": "manual",
    "step.name": "ASSESSMENT",
    "requirement.codes": ["1.1", "AC-2(3).a"],
    "chunk.count": 0,
    "llm.cost.usd": 0.0123,
    "llm.model": "offline-assessor-1",
    "error.type": "MODEL_TIMEOUT",
    "error.message": ERROR_SENTENCES.MODEL_TIMEOUT,
  };
  expect(scrubAttributes(kept)).toEqual(kept);
});

describe("a key", () => {
  test.each([
    "prompt",
    "Error.Message",
    "error.message.extra",
    "run.id ",
    "exception.message",
    "db.query.text",
    "toString",
  ])("off the list is dropped with its value: %s", (name) => {
    expect(scrubAttributes({ [name]: "x", "run.id": "kept" })).toEqual({ "run.id": "kept" });
  });
});

describe("a value", () => {
  test.each([
    ...WORDS,
    ...PAIRS.map((word) => `${word} and then text`),
    ...PAIRS.map((word) => `${word}\r\nof two lines, text`),
  ])("with '%s' anywhere and in any case is replaced whole", (word) => {
    for (const text of [word, word.toUpperCase(), `before ${word} after`, `x${word}x`]) {
      expect(scrubText(text)).toBe(SCRUBBED);
      expect(scrubAttributes({ "llm.model": text })).toEqual({ "llm.model": SCRUBBED });
      expect(scrubAttributes({ "chunk.ids": ["a", text] })).toEqual({ "chunk.ids": ["a", SCRUBBED] });
    }
  });

  test.each(["text of evidence", "a regulatory rule", "pro mpt", "EXTRACTION"])(
    "that matches no pattern is kept: %s",
    (text) => expect(scrubText(text)).toBe(text),
  );

  test.each(["\0", "\ud800", "x".repeat(10_000_000)])("that nothing could hold is replaced", (text) => {
    expect(scrubText(text)).toBe(SCRUBBED);
  });
});

test("an error's text is the sentence of its type, whatever it was", () => {
  for (const [type, sentence] of Object.entries(ERROR_SENTENCES))
    expect(scrubAttributes({ "error.message": "secret", "error.type": type })["error.message"]).toBe(sentence);
  for (const type of [undefined, "nonsense", "constructor", "__proto__", 7, {}, null])
    expect(scrubAttributes({ "error.message": "secret", "error.type": type })["error.message"]).toBe(
      ERROR_SENTENCES.INTERNAL_ERROR,
    );
});

test("nothing of ours matches a pattern: sentences, codes, span names, steps", () => {
  const names = [
    "run",
    "run.step",
    "assessment",
    "assessment.model_call",
    "assessment.model_probe",
    "assessment.meaning_check",
    "document.stage",
    "manual",
    "import",
    "assay",
  ];
  const ours = [
    ...Object.entries(ERROR_SENTENCES).flat(),
    ...names,
    ...RUN_STEPS,
    "extract",
    "chunk",
    "embed",
    "finish",
  ];
  expect(ours.filter((text) => BLOCKED_PATTERNS.some((pattern) => pattern.test(text)))).toEqual([]);
});

const ALLOWED: ReadonlySet<string> = new Set(ATTRIBUTE_ALLOWLIST);
const PAIRED = PAIRS.map((word) => new RegExp(`${word}[^]*text`, "i"));

/** Whether a value may leave, judged by other means than the product's. */
function isClean(item: unknown): boolean {
  if (typeof item === "number") return Number.isFinite(item);
  if (typeof item === "boolean") return true;
  if (typeof item !== "string" || item.length > 256 || !isStorableText(item)) return false;
  const folded = item.toLowerCase();
  return !WORDS.some((word) => folded.includes(word)) && !PAIRED.some((pattern) => pattern.test(item));
}

describe("for any attributes at all, 70,000 of them", { timeout: 600_000 }, () => {
  const runs = { numRuns: 35_000 };

  test("nothing off the list, nothing that matches a pattern and nothing that is no plain value comes out", () => {
    fc.assert(
      fc.property(attributes, (given) => {
        const wrong = Object.entries(scrubAttributes(given)).filter(([name, out]) => {
          const items: readonly unknown[] = Array.isArray(out) ? out : [out];
          return !ALLOWED.has(name) || !items.every(isClean);
        });
        if (wrong.length > 0) expect(wrong).toEqual([]);
      }),
      runs,
    );
  });

  test("scrubbing again changes nothing, the order of keys does not matter, and the input stays as it was", () => {
    fc.assert(
      fc.property(attributes, (given) => {
        const before = Object.entries(given);
        const once = scrubAttributes(given);
        const again = scrubAttributes(once);
        const reordered = scrubAttributes(Object.fromEntries(before.toReversed()));
        if (!isDeepStrictEqual([again, reordered, Object.entries(given)], [once, once, before]))
          expect({ again, reordered, given }).toEqual({
            again: once,
            reordered: once,
            given: Object.fromEntries(before),
          });
      }),
      runs,
    );
  });

  test("it never throws, however hostile the object", () => {
    const hostile = {
      get "run.id"(): string {
        throw new Error("no");
      },
    };
    const proxy = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    for (const given of [hostile, proxy, null, undefined, 7] as never[]) expect(scrubAttributes(given)).toEqual({});
    const type = {
      toString() {
        throw new Error("no");
      },
    };
    expect(scrubAttributes({ "error.type": type, "error.message": "x" })).toEqual({
      "error.message": ERROR_SENTENCES.INTERNAL_ERROR,
    });
  });
});
