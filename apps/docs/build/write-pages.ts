// Writes what the site is built from: its pages, the same as Markdown at `.md`, and `llms.txt`, which lists them.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NAVIGATION } from "./navigation.ts";
import { listPages, type Page, ROOT } from "./pages.ts";

const PAGES = join(import.meta.dirname, "../src/content/docs");
const PUBLIC = join(import.meta.dirname, "../public");
const HOME = join(import.meta.dirname, "home.md");
const IMAGES = join(ROOT, "docs/images");
const PICTURE = /^!\[[^\]]*\]\(\/docs\/images\/([\w-]+\.svg)\)$/gm;
const SUMMARY =
  "Assay reads compliance evidence and says, requirement by requirement, what it proves. Every quote of a verdict was found in the evidence, and every finished run has a snapshot that replays byte for byte.";

for (const folder of [PAGES, PUBLIC]) rmSync(folder, { recursive: true, force: true });
const pages = listPages();
for (const page of pages) {
  const { name, title, description, text } = page;
  write(PAGES, `${name}.md`, `${frontMatter({ title, description })}\n${drawPictures(text)}`);
  write(PUBLIC, `${name}.md`, toMarkdown(page));
}
write(PAGES, "index.md", drawPictures(readFileSync(HOME, "utf8")));
write(PUBLIC, "llms.txt", listForModels(pages));
write(PUBLIC, "llms-full.txt", [`# Assay\n\n> ${SUMMARY}\n`, ...pages.map(toMarkdown)].join("\n\n"));
cpSync(join(ROOT, "packages/site/public"), PUBLIC, { recursive: true });
cpSync(IMAGES, join(PUBLIC, "images"), { recursive: true });

function toMarkdown({ title, text }: Page): string {
  return `# ${title}\n${text}`;
}

function frontMatter(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---`;
}

/** Drawings stand in the page itself, so that they follow its light and dark. */
function drawPictures(text: string): string {
  return text.replace(PICTURE, (_, file) => {
    const drawing = readFileSync(join(IMAGES, file), "utf8")
      .replace(/\n\s*/g, "\n")
      .trim()
      .replace(/\n{2,}/g, "\n");
    return `<figure class="drawing" tabindex="0" role="group" aria-label="Drawing">\n${drawing}\n</figure>`;
  });
}

function listForModels(all: readonly Page[]): string {
  const line = ({ name, title, description }: Page) => `- [${title}](/docs/${name}.md): ${description}`;
  const named = (names: readonly string[]) => all.filter(({ name }) => names.includes(name)).map(line);
  const sections = NAVIGATION.map(
    ({ label, pages: names }) => `## ${label}\n\n${named(Object.keys(names)).join("\n")}`,
  );
  const errors = all.filter(({ name }) => name.startsWith("errors/")).map(line);
  return `# Assay\n\n> ${SUMMARY}\n\n${sections.join("\n\n")}\n\n## Optional\n\n${errors.join("\n")}\n`;
}

function write(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
