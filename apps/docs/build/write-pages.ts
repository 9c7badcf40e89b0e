// Writes what the site is built from: its pages, the same as Markdown at `.md`, and `llms.txt`, which lists them.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { addressOf, MOVED, NAVIGATION } from "./navigation.ts";
import type { Page } from "./page.ts";
import { listPages, listReferences, ROOT } from "./pages.ts";

const PAGES = join(import.meta.dirname, "../src/content/docs");
const BUILT = join(import.meta.dirname, "../.generated");
const PUBLIC = join(import.meta.dirname, "../public");
const HOME = join(import.meta.dirname, "home.md");
const IMAGES = join(ROOT, "docs/images");
const PICTURE = /^!\[[^\]]*\]\(\/docs\/images\/([\w-]+\.svg)\)$/gm;
const SUMMARY =
  "Assay reads compliance evidence and says, requirement by requirement, what it proves. Every quote of a verdict was found in the evidence, and every finished run has a snapshot that replays byte for byte.";

for (const folder of [PAGES, PUBLIC]) rmSync(folder, { recursive: true, force: true });
const references = listReferences();
const pages = [...listPages(), ...references.flatMap((reference) => reference.pages)];
for (const page of pages) {
  const { name, title, description, text } = page;
  write(PAGES, `${name}.md`, `${frontMatter({ title, description })}\n${drawPictures(nameOutputs(text))}`);
  write(PUBLIC, `${name}.md`, toMarkdown(page));
}
for (const [from, to] of Object.entries(MOVED)) {
  write(PUBLIC, `${from}/index.html`, redirectTo(`/docs/${to}`));
  write(PUBLIC, `${from}.md`, `Moved to [/docs/${to}.md](/docs/${to}.md).\n`);
}
write(PAGES, "index.md", drawPictures(readFileSync(HOME, "utf8")));
write(PUBLIC, "llms.txt", listForModels(pages));
write(PUBLIC, "llms-full.txt", [`# Assay\n\n> ${SUMMARY}\n`, ...pages.map(toMarkdown)].join("\n\n"));
cpSync(join(ROOT, "packages/site/public"), PUBLIC, { recursive: true });
write(
  BUILT,
  "references.json",
  JSON.stringify(references.map(({ label, pages }) => ({ label, items: pages.map(toItem) }))),
);
cpSync(IMAGES, join(PUBLIC, "images"), { recursive: true });

/** A file and no status of the service: the site may be on any host. */
function redirectTo(address: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${address}">
<meta name="robots" content="noindex">
<link rel="canonical" href="${address}">
<title>Moved</title>
<p>This page has moved: <a href="${address}">${address}</a></p>
</html>
`;
}

function toItem({ name, title, label = title }: Page) {
  return { slug: name, label };
}

function toMarkdown({ title, text }: Page): string {
  return `# ${title}\n${text}`;
}

function frontMatter(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---`;
}

/** What commands print is named so. */
function nameOutputs(text: string): string {
  return text.replace(/^(```(?:text|json)) output$/gm, '$1 title="Output"');
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
    ({ label, pages: names }) => `## ${label}\n\n${named(Object.keys(names).map(addressOf)).join("\n")}`,
  );
  const made = references.map(({ label, pages }) => `## ${label}\n\n${pages.map(line).join("\n")}`);
  return `${[`# Assay\n\n> ${SUMMARY}`, ...sections, ...made].join("\n\n")}\n`;
}

function write(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
