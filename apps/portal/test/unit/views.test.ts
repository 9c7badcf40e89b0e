import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VIEWS } from "../../src/app/views.ts";

const PAGE = "../../../../docs/use/portal.md";
const HOME = "workspace/workspace.tsx";
const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

test("each view is in the table of docs/use/portal.md, in the words of its component: `vitest run -u` of this file writes it", async () => {
  let page = read(PAGE);
  for (const [path, { title }] of Object.entries(VIEWS)) {
    const address = `(\`/cm${path === "/" ? "" : path}\`)`;
    const text = usedTo(fileOf(path));
    const row = page.split("\n").find((line) => line.startsWith("| **") && line.includes(address));
    if (row?.replaceAll(/\[(.+?)\]\(.+?\)/g, "$1") === `| **${title}** ${address} | ${text} |`) continue;
    const wanted = `| **${title}** ${address} | ${text} |`;
    page = row ? page.replace(row, wanted) : page.replace(/(?<=^\|---\|---\|\n(?:\|.*\n)*)(?!\|)/m, `${wanted}\n`);
  }
  await expect(page).toMatchFileSnapshot(PAGE);
});

function fileOf(path: string): string {
  const row = read("../../src/app/views.ts")
    .split(/^ {2}(?=")/m)
    .find((each) => each.startsWith(`"${path}":`));
  return /import\("\.\.\/(.+?)"\)/.exec(row!)?.[1] ?? HOME;
}

/** What somebody uses the view for: the comment above its component. */
function usedTo(file: string): string {
  const said = /\/\*\*((?:(?!\*\/).)*)\*\/\nexport default function/s.exec(read(`../../src/${file}`))?.[1];
  if (said === undefined) throw new Error(`Write above the component of ${file} what it is used for, in a comment`);
  const text = said
    .replaceAll(/\s*\n \*\s*/g, " ")
    .trim()
    .replace(/\.$/, "");
  return text.charAt(0).toLowerCase() + text.slice(1);
}
