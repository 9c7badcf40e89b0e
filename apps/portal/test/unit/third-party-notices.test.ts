import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
/** They build the site, and nothing of them is in it. */
const TOOLS = new Set(["@tailwindcss/vite", "astro"]);

function dependenciesOf(folder: string): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
  return Object.keys(dependencies).filter((name) => !name.startsWith("@assay/") && !TOOLS.has(name));
}

describe.each(["admin", "portal"])("the built %s", (site) => {
  const text = readFileSync(join(ROOT, `apps/${site}/dist/third-party-notices.txt`), "utf8");

  test("comes with the licence of each package that it depends on", () => {
    const named = new Set([...text.matchAll(/^(\S+) \d+\.\d+\.\d+\S*, /gm)].map(([, name]) => name));
    const missing = [`apps/${site}`, "packages/site", "packages/ui"]
      .flatMap(dependenciesOf)
      .filter((name) => !named.has(name));
    expect(missing).toEqual([]);
  });

  test("comes with the texts of the licences, that of the typeface too", () => {
    expect(text).toContain("SIL Open Font License");
    expect(text.match(/hereby granted/gi)!.length).toBeGreaterThan(20);
  });
});
