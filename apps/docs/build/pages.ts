import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { errorAnchor } from "@assay/contract";
import { type HelpSection, listHelp } from "@assay/contract/error-help";
import { describePage } from "./describe-page.ts";
import { addressOf, NAVIGATION } from "./navigation.ts";
import type { Page } from "./page.ts";
import { readApiDocument } from "./reference/api-document.ts";
import { listApiPages } from "./reference/api-pages.ts";
import { listSdkPages } from "./reference/sdk-pages.ts";

export const ROOT = join(import.meta.dirname, "../../..");
const REPOSITORY = "https://github.com/assay/assay/blob/main";
const LINK = /(?<=\]\()([^)\s#]*)(#[^)\s]*)?(?=\))/g;
const FILES = new Set(NAVIGATION.flatMap(({ pages }) => Object.keys(pages)));

/** What is made of sources and not of `docs/`. */
export interface Reference {
  readonly label: string;
  readonly pages: readonly Page[];
}

/** Returns the pages of `docs/`, in the order of reading. */
export function listPages(): Page[] {
  return [...FILES].map(readPage);
}

/** Returns the pages that are made of the API document, the client's sources and the error help. */
export function listReferences(): Reference[] {
  const codes = listHelp().flatMap(({ sections }) => sections);
  return [
    { label: "API reference", pages: listApiPages(readApiDocument()) },
    { label: "SDK reference", pages: listSdkPages() },
    { label: "Error codes", pages: codes.map(errorPage) },
  ];
}

function readPage(file: string): Page {
  const source = readFileSync(join(ROOT, "docs", `${file}.md`), "utf8");
  const [, title, written] = /^# (.+)\n([\s\S]*)$/.exec(source) ?? [];
  if (title === undefined || written === undefined)
    throw new Error(`Cannot make a page of docs/${file}.md because it must begin with a heading of the first level`);
  const text = written.replace(LINK, (link, to, heading) => siteLink(file, to, heading) ?? link);
  return { name: addressOf(file), title, description: describePage(text), text };
}

function siteLink(from: string, to: string, heading = ""): string | undefined {
  if (to === "" || /^[a-z]+:/.test(to)) return undefined;
  const file = posix.join("docs", posix.dirname(from), to);
  const page = /^docs\/(.+)\.md$/.exec(file)?.[1];
  if (page && FILES.has(page)) return `/docs/${addressOf(page)}${heading}`;
  return file.startsWith("docs/images/") ? `/${file}` : `${REPOSITORY}/${file}${heading}`;
}

function errorPage({ code, status, happened, why, fix, example }: HelpSection): Page {
  const text = `
${status === null ? "" : `Status ${status}.\n`}
## What happened

${happened}

## Why

${why}

## How to fix it

${fix}

## Example

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

[All error codes](/docs/errors)
`;
  return {
    name: `errors/${errorAnchor(code)}`,
    title: code,
    description: `${happened} ${why}`.replaceAll("`", ""),
    text,
  };
}
