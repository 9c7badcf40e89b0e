import { ERROR_HELP_PATH, errorAnchor } from "@assay/contract";
import { type HelpChapter, type HelpSection, listHelp } from "@assay/contract/error-help";
import { Hono } from "hono";
import { html } from "hono/html";
import type { ApiEnv } from "../variables.ts";

const STYLE_PATH = `${ERROR_HELP_PATH}.css`;
const STYLE = `:root { color-scheme: light dark }
body { margin: 2rem auto; max-width: 48rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif }
h3 { margin-top: 2.5rem }
h3:target, section:target > h3 { background: Mark; color: MarkText }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid GrayText; border-radius: 0.375rem }
dt { font-weight: 600; margin-top: 0.75rem }
dd { margin: 0 }`;
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HOUR_SECONDS = 3600;

/** The page that `details.help` of every error reply links to. The text is that of `docs/errors.md`; needs no token. */
export function errorHelpRoutes(): Hono<ApiEnv> {
  const cached = { "Cache-Control": `public, max-age=${HOUR_SECONDS}` };
  const headers = { ...cached, "Content-Security-Policy": POLICY };
  return new Hono<ApiEnv>()
    .get(ERROR_HELP_PATH, (c) => c.html(toPage(listHelp()), 200, headers))
    .get(STYLE_PATH, (c) => c.body(STYLE, 200, { ...cached, "Content-Type": "text/css; charset=utf-8" }));
}

function toPage(chapters: readonly HelpChapter[]) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Errors</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<h1>Errors</h1>
${chapters.map(({ title, lead, sections }) => html`<h2>${title}</h2>\n<p>${withCode(lead)}</p>\n${sections.map(toSection)}`)}
</body>
</html>`;
}

function toSection({ code, status, happened, why, fix, example }: HelpSection) {
  return html`<section id="${errorAnchor(code)}">
<h3>${code}</h3>
${status === null ? "" : html`<p>Status ${status}</p>`}
<dl>
<dt>What happened</dt><dd>${withCode(happened)}</dd>
<dt>Why</dt><dd>${withCode(why)}</dd>
<dt>How to fix it</dt><dd>${withCode(fix)}</dd>
<dt>Example</dt><dd><pre>${JSON.stringify(example, null, 2)}</pre></dd>
</dl>
</section>
`;
}

/** Escapes the text; what stands between backquotes becomes code. */
function withCode(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
