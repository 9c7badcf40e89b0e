import { pascal } from "./names.mjs";

/** A format of documents, read as text until its reader does better. */
export function newFormat(type, _read) {
  const name = `extract${pascal(type)}`;
  return {
    files: {
      [`packages/reader/src/formats/extract-${type}.ts`]: `import type { ExtractFormat } from "../child/extract-format.ts";
import { noteDocument } from "../child/note-document.ts";
import { readText } from "../text/decode-text.ts";
import { markText } from "../text/marked-text.ts";

export const ${name}: ExtractFormat = async (bytes, sink, options) => {
  const { text, encoding } = readText(bytes, sink, options);
  await sink.write({ content: markText(text) });
  return { ...noteDocument(sink), encoding };
};
`,
      [`packages/reader/test/extract-${type}.test.ts`]: `import { expect, test } from "vitest";
import { extractAll, sourceFile, testExtractor } from "./extract-all.ts";

test("a file of ${type} is read as its text", async () => {
  const { segments } = await extractAll(testExtractor(), sourceFile("${type}", "Backups are encrypted"));
  expect(segments.map(({ text }) => text)).toEqual(["Backups are encrypted"]);
});
`,
    },
    rows: [
      {
        path: "packages/contract/src/formats.ts",
        before: /^ {2}\{ type: "csv"/m,
        row: `  { type: "${type}", label: "${type.toUpperCase()}", extensions: ["${type}"], bytes: { in: "text" } },\n`,
      },
      {
        path: "packages/reader/src/child/readers.ts",
        before: /^ {2}csv: /m,
        row: `  ${/-/.test(type) ? `"${type}"` : type}: async () => (await import("../formats/extract-${type}.ts")).${name},\n`,
      },
    ],
    left: [
      "what its bytes begin with (`bytes` in packages/contract/src/formats.ts)",
      "how it can hide text: packages/reader/test/hidden-text.test.ts, which does not compile until then",
      `npm test -- reader test/extract-${type}.test.ts, then npm test -- contract -u test/flow.test.ts, a changeset`,
    ],
  };
}
newFormat.usage = "<type>, such as odp";
