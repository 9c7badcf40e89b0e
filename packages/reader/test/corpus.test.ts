import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { isContainer } from "@assay/contract";
import { detectFileType } from "@assay/contract/file-type";
import { afterAll, describe, expect, test } from "vitest";
import { createTextExtractor } from "../src/index.ts";
import { checkSegments, describeTree, extractAll, LIMITS, sourceFile } from "./extract-all.ts";
import { DATA, DOCUMENTS, HOSTILE, isWanted, type Outcome } from "./public-files.ts";

const extractor = createTextExtractor({ pieceTimeoutMs: 3000 });
afterAll(() => extractor.close());

describe.each([
  ["documents", DOCUMENTS],
  ["hostile", HOSTILE],
])("public test files in shared/data/%s", (folder, table) => {
  test.runIf(isWanted)("each has an expected outcome", () => {
    expect(readdirSync(DATA + folder).sort()).toEqual(Object.keys(table).sort());
  });

  if (!isWanted) test(`not run, as ${DATA} is missing`, ({ skip }) => skip(`${DATA} is missing`));

  test.runIf(isWanted).each(Object.entries(table))("%s", { timeout: 600_000 }, async (name, expected) => {
    expectOutcome(await readFile(`${DATA}${folder}/${name}`, name), expected);
  });
});

type Actual = string | { pages: number; segments: number; characters: number; text: string };

async function readFile(path: string, filename: string): Promise<Actual> {
  const bytes = readFileSync(path);
  const tail = bytes.subarray(-4 * 1024 * 1024);
  const fileType = detectFileType({ filename, head: bytes.subarray(0, 65_536), tail, sizeBytes: bytes.length });
  expect(fileType).toBe(extname(filename).slice(1));
  const file = sourceFile(fileType, bytes);
  try {
    if (isContainer(fileType)) {
      await using archive = await extractor.walkArchive(file, { limits: LIMITS, signal: new AbortController().signal });
      return describeTree(archive.members).join(", ");
    }
    const { segments, pages } = await extractAll(extractor, file);
    checkSegments(segments);
    const texts = segments.map(({ text }) => text);
    const characters = texts.reduce((total, text) => total + text.length, 0);
    return { pages, segments: segments.length, characters, text: texts.join("\n") };
  } catch (error) {
    const { name, code } = error as { name: string; code: string };
    if (name !== "DocumentError") throw error;
    return code;
  }
}

function expectOutcome(actual: Actual, expected: Outcome): void {
  if (typeof expected === "string") {
    expect(expected.includes(" or ") ? expected.split(" or ") : [expected]).toContain(actual);
    return;
  }
  const [pages, segments, characters, ...words] = expected;
  expect(actual).toMatchObject({ pages, segments, characters });
  for (const word of words) expect((actual as { text: string }).text).toContain(word);
}
