/** The style of a report, with running headers that name the run: its id and hash hold no character that CSS reads. */
export function reportStyle(runId: string, snapshotHash: string): string {
  return `${STYLE}@page {
  size: A4;
  margin: 20mm 16mm 18mm;
  @top-left { content: "Assay report, run ${runId}"; font: 8pt system-ui, sans-serif; color: #5c5f6b; }
  @top-right { content: "Snapshot ${snapshotHash.slice(0, 16)}"; font: 8pt system-ui, sans-serif; color: #5c5f6b; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt system-ui, sans-serif; color: #5c5f6b; }
}
`;
}

const STYLE = `:root {
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #131418);
  --sunken: light-dark(#f7f7f9, #0c0d10);
  --line: light-dark(#e7e8ed, #272930);
  --text: light-dark(#17181d, #ebecf0);
  --muted: light-dark(#5c5f6b, #9da0ad);
  --accent: light-dark(#3d4fc4, #98a7ff);
  --complete: light-dark(#17703c, #6fce94);
  --partial: light-dark(#845400, #e5b454);
  --missing: light-dark(#b01f24, #f58b8b);
  --failed: light-dark(#65489b, #c0a8ee);
}
* { box-sizing: border-box; }
html { background: var(--sunken); color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", "Helvetica Neue", Arial, "Noto Sans", "Noto Sans CJK SC", "Noto Sans Arabic", "Noto Sans Hebrew", sans-serif; }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 2rem; background: var(--surface); }
h1, h2, h3, h4 { line-height: 1.25; overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.75rem; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.3rem; }
h3 { margin: 2rem 0 .5rem; font-size: 1.1rem; padding-bottom: .25rem; border-bottom: 2px solid var(--line); }
h4 { margin: 0 0 .5rem; font-size: 1rem; }
p, ul { margin: .5rem 0; }
a { color: var(--accent); }
code { font: .85em ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.kind { margin: 0; color: var(--muted); }
dl { margin: .5rem 0; }
dl > div { display: grid; grid-template-columns: 11rem 1fr; gap: .75rem; padding: .15rem 0; }
dt { color: var(--muted); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
header dl { display: grid; grid-template-columns: 1fr 1fr; column-gap: 2rem; }
header dl > div { grid-template-columns: 5.5rem 1fr; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 .75rem; padding: 0; list-style: none; }
.count { flex: 1 1 6rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; color: var(--muted); }
.count b { display: block; font-size: 1.5rem; line-height: 1.2; color: var(--text); }
.count.COMPLETE b, .verdict.COMPLETE { color: var(--complete); }
.count.PARTIAL b, .verdict.PARTIAL { color: var(--partial); }
.count.MISSING b, .verdict.MISSING { color: var(--missing); }
.count.NOT_JUDGED b, .verdict.NOT_JUDGED, .count.FAILED b, .verdict.FAILED { color: var(--failed); }
.verdict { padding: 0 .4em; border: 1px solid; border-radius: .3em; font-size: .85em; font-weight: 600; white-space: nowrap; }
.bar { display: block; width: 100%; height: 1rem; border-radius: .25rem; background: var(--line); }
rect { stroke: var(--surface); stroke-width: .3; }
rect.COMPLETE { fill: #279b5a; }
rect.PARTIAL { fill: #d8940b; }
rect.MISSING { fill: #d5393e; }
rect.NOT_JUDGED { fill: #8a68c6; }
rect.FAILED { fill: #5b3f8f; }
.first { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; margin-top: 1rem; }
.first h2 { margin: 0 0 .25rem; font-size: 1.05rem; }
.first ul { padding-left: 1.1rem; }
nav ul { padding: 0; list-style: none; }
nav a { display: block; padding: .15rem 0; text-decoration: none; }
nav .level-2 { padding-left: 1.5rem; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { color: var(--muted); font-weight: 600; }
td { overflow-wrap: anywhere; min-width: 4rem; }
.bars th[scope="row"] { width: 35%; color: inherit; font-weight: 400; overflow-wrap: anywhere; }
.bars td:last-child { width: 30%; }
article { margin: 1rem 0; padding: 1rem 0 0; border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 22rem; }
h3 + article { border-top: 0; }
figure { margin: .75rem 0; padding: .25rem .9rem; border-inline-start: 3px solid var(--accent); }
blockquote { margin: 0 0 .25rem; white-space: pre-wrap; overflow-wrap: anywhere; }
figcaption { color: var(--muted); font-size: .85rem; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  body { padding: 1rem; }
  header dl, .first { grid-template-columns: 1fr; }
  dl > div, header dl > div { grid-template-columns: 1fr; gap: 0; }
  .bars td:last-child { width: 40%; }
  .bars td:nth-child(2) { min-width: 5rem; }
}
@media print {
  :root { color-scheme: light; print-color-adjust: exact; }
  html { background: none; font-size: 10pt; }
  body { max-width: none; padding: 0; }
  nav, section[aria-labelledby="scope"], section[aria-labelledby="requirements"], section[aria-labelledby="documents"] { break-before: page; }
  nav h2, section[aria-labelledby="scope"] h2 { margin-top: 0; }
  h1, h2, h3, h4 { break-after: avoid; }
  h1, h2, h3, h4, tr, figure, dl > div, .count { break-inside: avoid; }
  thead { display: table-header-group; }
  article { content-visibility: visible; }
  .wide { overflow: visible; }
  a { color: inherit; text-decoration: none; }
}
`;
