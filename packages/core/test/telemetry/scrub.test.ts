import {
  AssayError,
  DocumentError,
  ERROR_CATALOGUE,
  MODEL_ERROR_CATALOGUE,
  ModelError,
  RUN_STEPS,
} from "@assay/contract";
import { errorCode } from "@assay/core/jobs";
import {
  ATTRIBUTE_ALLOWLIST,
  BLOCKED_PATTERNS,
  ERROR_SENTENCES,
  SCRUBBED,
  type SpanName,
  scrubAttributes,
  scrubText,
} from "@assay/core/telemetry";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const SPAN_NAMES: Record<SpanName, true> = {
  run: true,
  "run.step": true,
  assessment: true,
  "assessment.model_call": true,
  "assessment.model_probe": true,
  "assessment.meaning_check": true,
  "document.stage": true,
};
/** OpenTelemetry's names for calls of a model. */
const GEN_AI = ["operation.name", "provider.name", "request.model", "response.model"]
  .concat("usage.input_tokens", "usage.output_tokens")
  .map((name) => `gen_ai.${name}`);
const blocked = (text: string) => BLOCKED_PATTERNS.some((pattern) => pattern.test(text));
const ID = "01a1fc00-0000-7000-8000-000000000000";

describe("a key", () => {
  test("is kept if it is on the specification's list, exactly", () => {
    const specified =
      "tenant.id pack.id run.id run.trigger_type step.name requirement.codes evidence.document_ids chunk.ids chunk.count assessment.ids task.ids export.ids latency.ms llm.tokens.in llm.tokens.out llm.cost.usd llm.model error.type error.message".split(
        " ",
      );
    expect([...ATTRIBUTE_ALLOWLIST].sort()).toEqual(
      [...specified, ...GEN_AI, "service.name", "service.version", "span.kind"].sort(),
    );
    for (const key of ATTRIBUTE_ALLOWLIST) expect(scrubAttributes({ [key]: "value" })).toHaveProperty([key]);
  });

  test.each([
    ..."Error.Message error.message.extra prompt evidence.text evidenceText db.query.text url.full url.query".split(
      " ",
    ),
    ..."http.request.header.authorization exception.message exception.stacktrace tenant.ID run.id_ chunk.content".split(
      " ",
    ),
    ..."http.request.body.size __proto__ constructor toString output quote excerpt".split(" "),
  ])("is dropped otherwise: %s", (key) => {
    expect(scrubAttributes({ [key]: "value" })).toEqual({});
  });

  test("that matches a pattern is only ever error.message", () => {
    expect(ATTRIBUTE_ALLOWLIST.filter(blocked)).toEqual(["error.message"]);
  });
});

describe("a value", () => {
  test.each([
    ..."prompt PROMPT systemPrompt content Content-Type request_body somebody raw withdrawn message Messages".split(
      " ",
    ),
    "the evidence of this text",
    "EvidenceText",
    "evidence\nand, a line later, text",
    "regulatory guidance text",
    "INVALID_REQUEST_BODY",
    "lock contention",
  ])("that matches a pattern is replaced as a whole: %j", (value) => {
    expect(scrubAttributes({ "llm.model": value, "requirement.codes": ["1.1", value] })).toEqual({
      "llm.model": SCRUBBED,
      "requirement.codes": ["1.1", SCRUBBED],
    });
  });

  test.each([
    "text before evidence",
    "gpt-5.2",
    "offline-lexical-2",
    "MODEL_TIMEOUT",
    ID,
    "manual",
    "evidence",
    "regulatory",
  ])("that matches none stays: %j", (value) => {
    expect(scrubAttributes({ "llm.model": value })).toEqual({ "llm.model": value });
  });

  test("is a string, a finite number, a truth value or a list of strings", () => {
    expect(
      scrubAttributes({
        "chunk.count": 3,
        "latency.ms": Number.NaN,
        "llm.cost.usd": Number.POSITIVE_INFINITY,
        "span.kind": true,
        "chunk.ids": [ID, 4, null, { a: 1 }],
        "run.id": { toString: () => ID },
        "pack.id": null,
        "task.ids": undefined,
        "llm.model": 5n,
      }),
    ).toEqual({ "chunk.count": 3, "span.kind": true, "chunk.ids": [ID] });
  });
});

describe("error.message", () => {
  test("is the sentence of its error.type, never the original", () => {
    const original = "prompt too long: the evidence says that Alice…";
    expect(scrubAttributes({ "error.type": "MODEL_TIMEOUT", "error.message": original })).toEqual({
      "error.type": "MODEL_TIMEOUT",
      "error.message": "The model did not answer in time",
    });
  });

  test.each([
    undefined,
    "UNHEARD_OF",
    "constructor",
    "toString",
    "__proto__",
    "hasOwnProperty",
    4,
    null,
    ["MODEL_TIMEOUT"],
    Object.create(null),
    Symbol("x"),
  ])("of an unknown type is the sentence for the unexpected: %s", (type) => {
    expect(scrubAttributes({ "error.type": type, "error.message": "secret" })["error.message"]).toBe(
      ERROR_SENTENCES.INTERNAL_ERROR,
    );
  });
});

describe("what we name ourselves", () => {
  test("matches no pattern", () => {
    const names = [
      ...Object.keys(SPAN_NAMES),
      ...Object.entries(ERROR_SENTENCES).flat(),
      ...RUN_STEPS,
      ...Object.keys(MODEL_ERROR_CATALOGUE),
      "manual",
      "import",
    ];
    expect(names.filter(blocked)).toEqual([]);
  });

  test("has a sentence for each error that a step or a model call may end with", () => {
    const types = [
      ...Object.keys(MODEL_ERROR_CATALOGUE).map((code) => errorCode(new ModelError(code as "MODEL_TIMEOUT", ""))),
      errorCode(new DOMException("", "TimeoutError")),
      errorCode(new TypeError("anything")),
      errorCode(new AssayError("SERVICE_UNAVAILABLE", "")),
      errorCode(new AssayError("INVALID_STATE", "")),
    ];
    expect(types.filter((type) => !Object.hasOwn(ERROR_SENTENCES, type))).toEqual([]);
    expect(errorCode(new DocumentError("NO_TEXT", "secret"))).toBe("NO_TEXT");
    expect(Object.keys(ERROR_CATALOGUE)).toContain("INTERNAL_ERROR");
  });
});

describe("for any attributes at all, scrubbing", () => {
  const key = fc.oneof(
    fc.constantFrom(...ATTRIBUTE_ALLOWLIST),
    fc.string(),
    fc.constantFrom("__proto__", "constructor", "prompt"),
  );
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("prompt", "evidence and text", "raw", "toString"),
    fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true }),
  );
  const attributes = fc.dictionary(key, value, { noNullPrototype: false });

  test("never throws and lets nothing else through", () => {
    fc.assert(
      fc.property(attributes, (input) => {
        const before = structuredClone(Object.keys(input));
        const output = scrubAttributes(input);
        for (const [name, kept] of Object.entries(output)) {
          expect(ATTRIBUTE_ALLOWLIST).toContain(name);
          for (const job of [kept].flat()) {
            expect(["string", "number", "boolean"]).toContain(typeof job);
            if (typeof job === "string") expect(blocked(job)).toBe(false);
          }
        }
        expect(Object.keys(input)).toEqual(before);
      }),
      { numRuns: 1000 },
    );
  });

  test("changes nothing the second time", () => {
    fc.assert(
      fc.property(attributes, (input) => {
        const once = scrubAttributes(input);
        expect(scrubAttributes(once)).toEqual(once);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => scrubText(scrubText(text)) === scrubText(text)));
  });

  test("does not depend on the order of keys", () => {
    const input = { "error.message": "x", "llm.model": "m", "error.type": "TIMEOUT" };
    const reversed = Object.fromEntries(Object.entries(input).reverse());
    expect(scrubAttributes(reversed)).toEqual(scrubAttributes(input));
  });
});
