import { readFile } from "node:fs/promises";
import { runInThisContext } from "node:vm";
import { expect, test } from "vitest";

const FOLDER = new URL("../../src/package/verifiers/", import.meta.url);

// Where there is no file system the texts are imported: `-u` writes them again after a change of a verifier.
test.each([
  ["verify.py", "verify-py.ts", "VERIFY_PY"],
  ["verify.html", "verify-html.ts", "VERIFY_HTML"],
])("the text of %s that goes into packages is that of the file", async (file, module, name) => {
  const text = await readFile(new URL(file, FOLDER), "utf8");
  const literal = text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
  const written = `/** \`${file}\`, written from that file by \`packages/core/test/package/verifiers.test.ts\`. */\nexport const ${name} = \`${literal}\`;\n`;
  expect(runInThisContext(`\`${literal}\``)).toBe(text);
  await expect(written).toMatchFileSnapshot(new URL(module, FOLDER).pathname);
});
