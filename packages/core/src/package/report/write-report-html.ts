import type { Block, Inline, Piece, VerdictCounts } from "./blocks.ts";
import { type Cover, coverOf } from "./cover.ts";
import { Html, html } from "./html.ts";
import { languageOf } from "./language-of.ts";
import { contentsOf, SECTIONS } from "./report-blocks.ts";
import type { ReportState } from "./report-state.ts";
import { reportStyle } from "./report-style.ts";
import { SHOWN_VERDICTS, VERDICT_NAMES } from "./verdict-groups.ts";

/** Of what is encoded at once, in UTF-16 code units. */
const BATCH_LENGTH = 64_000;

/** One file for people, without a script: the bytes are made while they are taken, a batch of requirements at a time. */
export async function* writeReportHtml(state: ReportState): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  let waiting = "";
  for await (const piece of pieces(state)) {
    waiting += piece.markup;
    if (waiting.length < BATCH_LENGTH) continue;
    yield encoder.encode(waiting);
    waiting = "";
  }
  yield encoder.encode(waiting);
}

async function* pieces(state: ReportState): AsyncGenerator<Html, undefined> {
  const style = reportStyle(state.run.id, state.snapshotHash);
  const cover = coverOf(state);
  yield html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${await hashOf(style)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${`${cover.subtitle}: ${state.run.name ?? state.packName}`}</title>
<style>${new Html(style)}</style>
</head>
<body>
${writeCover(cover)}
<nav aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ul>
${contentsOf(state).map(({ level, id, text }) => html`<li class="level-${level}"><a href="#${id}">${writeInline(text)}</a></li>\n`)}</ul>
</nav>
<main>
`;
  for (const { id, title, blocks } of SECTIONS) {
    yield html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
`;
    for (const block of blocks(state)) yield html`${writeBlock(block)}\n`;
    yield html`</section>\n`;
  }
  yield html`</main>
</body>
</html>
`;
}

async function hashOf(style: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

function writeCover(cover: Cover): Html {
  const { requirements, reviewed, counts } = cover;
  const tiles: (readonly [string, number, string])[] = [
    ["Requirements", requirements, "all"],
    ...SHOWN_VERDICTS.filter((verdict) => verdict !== "FAILED" || counts.FAILED).map(
      (verdict) => [VERDICT_NAMES[verdict], counts[verdict] ?? 0, verdict] as const,
    ),
    ["Reviewed", reviewed, "all"],
  ];
  return html`<header>
<p class="kind">${cover.subtitle}</p>
<h1>${writeInline(cover.title)}</h1>
${writeFacts(cover.facts)}
<ul class="counts">${tiles.map(([name, count, look]) => html`<li class="count ${look}"><b>${count}</b> ${name}</li>`)}</ul>
${writeBar(counts, "All verdicts")}
<div class="first">
<section aria-labelledby="signers"><h2 id="signers">Signed by</h2>
${
  cover.signers.length === 0
    ? html`<p>Nobody: no signature stands.</p>`
    : html`<ul>${cover.signers.map(([role, name, at]) => html`<li><b>${role}</b> ${writeInline({ said: name })}<br>${at}</li>`)}</ul>`
}
</section>
<section aria-labelledby="gaps"><h2 id="gaps">Not covered</h2>
<ul>${cover.gaps.map((gap) => html`<li>${writeInline(gap)}</li>`)}</ul>
</section>
</div>
</header>`;
}

function writeBlock(block: Block): Html {
  switch (block.kind) {
    case "heading": {
      const tag = new Html(`h${block.level}`);
      return html`<${tag} id="${block.id}">${writeInline(block.text)}</${tag}>`;
    }
    case "paragraph":
      return html`<p>${writeInline(block.text)}</p>`;
    case "facts":
      return writeFacts(block.rows);
    case "list":
      return html`<ul>${block.items.map((item) => html`<li>${writeInline(item)}</li>`)}</ul>`;
    case "table":
      return html`<div class="wide"><table><thead><tr>${block.headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${block.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${writeInline(cell)}</td>`)}</tr>\n`)}</tbody></table></div>`;
    case "bars":
      return html`<table class="bars"><thead><tr><th scope="col">Criterion</th><th scope="col">Verdicts</th><th scope="col">Counts</th></tr></thead>
<tbody>${block.bars.map(({ label, counts }) => html`<tr><th scope="row">${writeInline(label)}</th><td>${writeBar(counts, "")}</td><td>${describeCounts(counts)}</td></tr>\n`)}</tbody></table>`;
    case "quote":
      return html`<figure><blockquote dir="auto" lang="${languageOf(block.text)}">${block.text}</blockquote>
<figcaption>${writeInline(block.source)}${block.notes.map((note) => html`<br><b>${note}</b>`)}</figcaption></figure>`;
    case "requirement":
      return html`<article>
${block.blocks.map((inner) => html`${writeBlock(inner)}\n`)}</article>`;
    default:
      throw new TypeError(`Cannot write a block of kind '${String((block satisfies never as Block).kind)}'`);
  }
}

function writeFacts(rows: readonly (readonly [label: string, value: Inline])[]): Html {
  return html`<dl>${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${writeInline(value)}</dd></div>`)}</dl>`;
}

function writeInline(inline: Inline): Html {
  return html`${[inline].flat().map((piece) => writePiece(piece as Piece))}`;
}

function writePiece(piece: Piece): Html {
  if (typeof piece === "string") return html`${piece}`;
  if ("said" in piece) return html`<bdi lang="${languageOf(piece.said)}">${piece.said}</bdi>`;
  if ("code" in piece) return html`<code>${piece.code}</code>`;
  if ("link" in piece) return html`<a href="#${piece.link}">${piece.text}</a>`;
  return html`<span class="verdict ${piece.verdict}">${VERDICT_NAMES[piece.verdict]}</span>`;
}

/** A chart of one bar; who does not see it reads the counts next to it. */
function writeBar(counts: VerdictCounts, label: string): Html {
  const shown = SHOWN_VERDICTS.map((verdict) => ({ verdict, count: counts[verdict] ?? 0 }));
  const total = Math.max(
    1,
    shown.reduce((sum, { count }) => sum + count, 0),
  );
  let from = 0;
  const pieces = shown.map(({ verdict, count }) => {
    const width = (count / total) * 100;
    const x = from;
    from += width;
    return count === 0 ? html`` : html`<rect class="${verdict}" x="${round(x)}" width="${round(width)}" height="10"/>`;
  });
  const name = `${label && `${label}: `}${describeCounts(counts)}`;
  return html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${name}">${pieces}</svg>`;
}

function round(value: number): string {
  return value.toFixed(3);
}

function describeCounts(counts: VerdictCounts): string {
  return SHOWN_VERDICTS.flatMap((verdict) =>
    counts[verdict] ? [`${counts[verdict]} ${VERDICT_NAMES[verdict].toLowerCase()}`] : [],
  ).join(", ");
}
