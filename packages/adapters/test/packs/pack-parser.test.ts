import { AssayError } from "@assay/contract";
import { expect, test, vi } from "vitest";
import { createPackParser } from "../../src/packs/index.ts";

const CSV = "criterionId,criterionTitle,requirementId,title\n1,Backup,1.1,Backups are taken";

test("a file is read in a thread of its own, with the same answer or the same issues", async () => {
  const parser = createPackParser();
  expect((await parser.parse(CSV, { format: "csv" })).criteria).toHaveLength(1);
  const refused = await parser.parse("x", { format: "csv" }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AssayError);
  expect(refused).toMatchObject({ code: "VALIDATION_ERROR", details: { issues: expect.any(Array) } });
});

test("a small file is read however long a busy machine takes for it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  try {
    const parsing = createPackParser().parse(CSV, { format: "csv" });
    vi.advanceTimersByTime(120_000);
    expect((await parsing).criteria).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test("a file that takes too much work or too much memory is refused, and the process lives on", async () => {
  const endless = `${"[".repeat(400_000)}`;
  const slow = createPackParser({ workMaxMs: 1500 }).parse(endless, { format: "ciso-assistant" });
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 20);
  await expect(slow).rejects.toMatchObject({ code: "VALIDATION_ERROR", message: expect.stringContaining("costly") });
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(10);

  const rows = Array.from({ length: 200_000 }, (_, at) => `- {urn: a${at}, assessable: true}`).join("\n");
  const greedy = createPackParser({ heapMaxMb: 48 }).parse(rows, { format: "ciso-assistant" });
  await expect(greedy).rejects.toMatchObject({ code: "VALIDATION_ERROR", message: expect.stringContaining("costly") });
});
