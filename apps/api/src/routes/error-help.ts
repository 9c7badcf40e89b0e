import { ERROR_HELP_PATH, errorAnchor } from "@assay/contract";
import type { HelpChapter, HelpSection } from "@assay/contract/error-help";
import { operations } from "@assay/contract/operations";
import type { Hono } from "hono";
import { html } from "hono/html";
import { bind, serve } from "../middleware/bind.ts";
import type { ApiEnv } from "../variables.ts";

const STYLE_PATH = `${ERROR_HELP_PATH}.css`;
const STYLE = `:root { color-scheme: light dark; accent-color: light-dark(#3d4fc4, #98a7ff) }
body {
  margin: 0 auto; max-width: 46rem; padding: 2.5rem 1.25rem 6rem; font: 15px/1.6 system-ui, sans-serif;
  color: light-dark(#17181d, #ebecf0); background: light-dark(#ffffff, #131418);
}
a { color: light-dark(#3d4fc4, #98a7ff); text-underline-offset: 0.2em }
h1 { margin: 0; font-size: 1.75rem; letter-spacing: -0.01em }
h2 { margin: 3.5rem 0 0; font-size: 1.25rem }
h3 { margin: 0; font: 600 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
code, pre { font: 0.85em/1.55 ui-monospace, monospace }
:not(pre) > code { padding: 0.1em 0.3em; border-radius: 0.25rem; background: light-dark(#f1f2f5, #202229) }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0.75rem 0 0; padding: 0; list-style: none }
nav a { font: 0.8rem/1.6 ui-monospace, monospace; overflow-wrap: anywhere }
section { margin-top: 1.5rem; padding: 1.25rem; border: 1px solid light-dark(#e7e8ed, #272930); border-radius: 0.625rem }
section:target { border-color: light-dark(#3d4fc4, #98a7ff); box-shadow: 0 0 0 1px light-dark(#3d4fc4, #98a7ff) }
.status, dt { color: light-dark(#5c5f6b, #9da0ad); font-size: 0.85rem }
.status { margin: 0 }
dl { margin: 0.75rem 0 0 }
dt { margin-top: 0.875rem; font-weight: 600 }
dd { margin: 0.125rem 0 0 }
pre { overflow-x: auto; margin: 0.25rem 0 0; padding: 0.75rem; border-radius: 0.375rem; background: light-dark(#f7f7f9, #0c0d10) }`;
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HOUR_SECONDS = 3600;

/**
 * The page that `details.help` of every error reply links to, where the documentation is not served, which has the same
 * page. The text is that of `docs/integrate/errors.md`; needs no token.
 */
export function errorHelpRoutes(): Hono<ApiEnv> {
  const cached = { "Cache-Control": `public, max-age=${HOUR_SECONDS}` };
  const headers = { ...cached, "Content-Security-Policy": POLICY };
  return serve(
    bind(operations.service.errorHelp, async (c) => {
      const { listHelp } = await import("@assay/contract/error-help");
      return c.html(toPage(listHelp()), 200, headers);
    }),
  ).get(STYLE_PATH, (c) => c.body(STYLE, 200, { ...cached, "Content-Type": "text/css; charset=utf-8" }));
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
${chapters.map(toChapter)}
</body>
</html>`;
}

function toChapter({ title, lead, sections }: HelpChapter) {
  const links = sections.map(({ code }) => html`<li><a href="#${errorAnchor(code)}">${code}</a></li>`);
  return html`<h2>${title}</h2>
<p>${withCode(lead)}</p>
<nav aria-label="${title}"><ul>${links}</ul></nav>
${sections.map(toSection)}`;
}

function toSection({ code, status, happened, why, fix, example }: HelpSection) {
  return html`<section id="${errorAnchor(code)}">
<h3>${code}</h3>
${status === null ? "" : html`<p class="status">Status ${status}</p>`}
<dl>
<dt>What happened</dt><dd>${withCode(happened)}</dd>
<dt>Why</dt><dd>${withCode(why)}</dd>
<dt>How to fix it</dt><dd>${withCode(fix)}</dd>
<dt>Example</dt><dd><pre tabindex="0">${JSON.stringify(example, null, 2)}</pre></dd>
</dl>
</section>
`;
}

/** Escapes the text; what is between backquotes becomes code. */
function withCode(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
