import { readFileSync } from "node:fs";
import { evaluate } from "@marcbachmann/cel-js";
import { expect, test } from "vitest";
import { sealStatement } from "../../src/package/statements/seal-statement.ts";
import { verdictStatement } from "../../src/package/statements/verdict-statement.ts";
import { createMemorySigner } from "../support/memory-signer.ts";
import { verdictOf } from "../support/stated-verdict.ts";

const PAGE = new URL("../../../../docs/integrate/statements.md", import.meta.url);
const [, GATE] = /^```cel\n([\s\S]*?)^```$/m.exec(readFileSync(PAGE, "utf8"))!;

type Verdict = ReturnType<typeof verdictOf>;

async function isOpen(verdict: Verdict): Promise<unknown> {
  const line = await sealStatement(await createMemorySigner(), verdictStatement(verdict));
  return evaluate(GATE!, JSON.parse(Buffer.from(JSON.parse(line).payload, "base64").toString("utf8")));
}

const agreed = (verdict: Verdict): Verdict => ({ ...verdict, review: { ...verdict.review!, decision: "AGREED" } });
const having = (verdict: Verdict, assessment: Partial<Verdict["assessment"]>): Verdict => ({
  ...verdict,
  assessment: { ...verdict.assessment, ...assessment },
});

test("the documented CEL gate opens for a complete verdict that a person agreed with, and for nothing less", async () => {
  const open = agreed(verdictOf(1));
  expect(await isOpen(open)).toBe(true);
  expect(await isOpen(verdictOf(1))).toBe(false);
  expect(await isOpen({ ...open, review: null })).toBe(false);
  expect(await isOpen(agreed(verdictOf(0)))).toBe(false);
  expect(await isOpen(having(open, { status: "PARTIAL" }))).toBe(false);
  expect(await isOpen(having(open, { flags: ["NOT_JUDGED"] }))).toBe(false);
});
