import { readFileSync } from "node:fs";
import {
  CONTAINER_FORMATS,
  DOCUMENT_FLOW,
  DOCUMENT_FORMATS,
  DOCUMENT_STATUSES,
  FORMATS,
  formatOfExtension,
  RUN_FLOW,
  rowAfter,
  rowOf,
} from "@assay/contract";
import { describe, expect, test } from "vitest";

const ROOT = "../../..";
const read = (path: string) => readFileSync(new URL(`${ROOT}/${path}`, import.meta.url), "utf8");
const picture = (names: readonly string[]) => names.join(" → ");

describe("the flow", () => {
  test("is what docs/build/architecture.md shows: `vitest run -u` of this file writes it", async () => {
    const steps = RUN_FLOW.map(({ name, jobPer }) => (jobPer === "run" ? name : `${name} (a job per ${jobPer})`));
    const page = read("docs/build/architecture.md")
      .replace(/`extract → [^`]*`/, `\`${picture(DOCUMENT_FLOW.map(({ name }) => name))}\``)
      .replace(/`INGESTION → [^`]*`/, `\`${picture([...steps, "finish"])}\``);
    await expect(page).toMatchFileSnapshot(`${ROOT}/docs/build/architecture.md`);
  });

  test("gives the statuses of documents in the order of progress", () => {
    expect(DOCUMENT_STATUSES).toEqual(["UPLOADED", "EXTRACTED", "PARSED", "INDEXED", "READY", "FAILED"]);
  });

  test("says what follows, nothing after the last, and refuses a name that it does not have", () => {
    expect(rowAfter(RUN_FLOW, "ASSESSMENT")?.name).toBe("TASK_GENERATION");
    expect(rowAfter(RUN_FLOW, "EXPORT")).toBeUndefined();
    expect(() => rowOf(RUN_FLOW, "finish")).toThrow(/^Cannot find 'finish' in the flow: it has INGESTION, /);
  });
});

describe("the formats", () => {
  test("are what README names: `vitest run -u` of this file writes it", async () => {
    const [documents, archives] = [DOCUMENT_FORMATS, CONTAINER_FORMATS].map((rows) =>
      rows.map(({ type }) => type).join(", "),
    );
    const list = `(${documents}, or archives of them: ${archives})`;
    const page = read("README.md").replace(/\([^()]*, or archives of them: [^()]*\)/, list);
    expect(page).toContain(list);
    await expect(page).toMatchFileSnapshot(`${ROOT}/README.md`);
  });

  test("share no extension", () => {
    const extensions = FORMATS.flatMap((format) => format.extensions as readonly string[]);
    expect(new Set(extensions).size).toBe(extensions.length);
    for (const { type, extensions } of FORMATS)
      for (const extension of extensions) expect(formatOfExtension(extension)?.type).toBe(type);
  });
});
