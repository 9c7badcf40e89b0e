// Writes what the site is built from: its pages, the same as Markdown at `.md`, and `llms.txt`, which lists them.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NAVIGATION } from "./navigation.ts";
import { listPages, type Page } from "./pages.ts";

const PAGES = join(import.meta.dirname, "../src/content/docs");
const PUBLIC = join(import.meta.dirname, "../public");
const SUMMARY =
  "Assay reads compliance evidence and says, requirement by requirement, what it proves: each verdict with quotes that were found, each finished run as a snapshot that replays byte for byte.";

for (const folder of [PAGES, PUBLIC]) rmSync(folder, { recursive: true, force: true });
const pages = listPages();
for (const page of pages) {
  write(PAGES, `${page.name}.md`, `---\ntitle: ${JSON.stringify(page.title)}\n---\n${page.text}`);
  write(PUBLIC, `${page.name}.md`, `# ${page.title}\n${page.text}`);
}
write(PAGES, "index.md", `---\ntitle: Assay\n---\n${SUMMARY}\n`);
write(PUBLIC, "llms.txt", listForModels(pages));

function listForModels(all: readonly Page[]): string {
  const line = ({ name, title }: Page) => `- [${title}](/docs/${name}.md)`;
  const named = (names: readonly string[]) => all.filter(({ name }) => names.includes(name)).map(line);
  const sections = NAVIGATION.map(({ label, pages: names }) => `## ${label}\n\n${named(names).join("\n")}`);
  const errors = all.filter(({ name }) => name.startsWith("errors/")).map(line);
  return `# Assay\n\n> ${SUMMARY}\n\n${sections.join("\n\n")}\n\n## Optional\n\n${errors.join("\n")}\n`;
}

function write(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
