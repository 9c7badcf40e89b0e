import { startCrc32, streamZip } from "../../zip-stream.ts";
import type { Block, Inline, Piece } from "../blocks.ts";
import { coverOf } from "../cover.ts";
import { contentsOf, SECTIONS } from "../report-blocks.ts";
import type { ReportState } from "../report-state.ts";
import { SHOWN_VERDICTS, VERDICT_NAMES } from "../verdict-groups.ts";
import { paragraph, table } from "./paragraphs.ts";
import { DOCUMENT_END, DOCUMENT_START, partsOf } from "./parts.ts";

/** In fiftieths of a percent of the page. */
const WHOLE = 5000;
const FACTS = [1200, WHOLE - 1200];

/** The same blocks as in the printed report, as a Word file to be edited; equal state gives equal bytes. */
export async function* writeReportDocx(state: ReportState): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  const parts = Object.entries({ ...partsOf(state), "word/document.xml": [...documentOf(state)].join("") });
  yield* streamZip(
    parts
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, text]) => {
        const bytes = encoder.encode(text);
        const crc = startCrc32();
        crc.add(bytes);
        return { name, size: bytes.length, crc32: crc.end(), content: () => [bytes] };
      }),
  );
}

function* documentOf(state: ReportState): Generator<string, undefined> {
  yield DOCUMENT_START;
  yield* coverLines(state);
  yield* contentsLines(state);
  for (const { title, blocks } of SECTIONS) {
    yield paragraph(title, "Heading1");
    for (const block of blocks(state)) yield* linesOf(block);
  }
  yield DOCUMENT_END;
}

function* coverLines(state: ReportState): Generator<string, undefined> {
  const { title, subtitle, facts, requirements, reviewed, counts, signers, gaps } = coverOf(state);
  const shown = SHOWN_VERDICTS.filter((verdict) => verdict !== "FAILED" || counts.FAILED);
  yield paragraph(subtitle);
  yield paragraph(title, "Title");
  yield table(facts, FACTS, false);
  yield evenTable([
    ["Requirements", ...shown.map((verdict) => VERDICT_NAMES[verdict]), "Reviewed"],
    [`${requirements}`, ...shown.map((verdict) => `${counts[verdict] ?? 0}`), `${reviewed}`],
  ]);
  yield paragraph("Signed by", "Heading2");
  if (signers.length === 0) yield paragraph("Nobody: no signature stands.");
  for (const [role, name, at] of signers) yield paragraph([`${role} `, { said: name }, `, ${at}`], "ListBullet");
  yield paragraph("Not covered", "Heading2");
  for (const gap of gaps) yield paragraph(gap, "ListBullet");
}

/** A field that Word fills with page numbers once its reader updates it; until then the titles stand there. */
function* contentsLines(state: ReportState): Generator<string, undefined> {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  yield paragraph("Contents", "Heading2", "<w:pageBreakBefore/>");
  const instruction = '<w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" \\h </w:instrText></w:r>';
  yield `<w:p>${mark("begin")}${instruction}${mark("separate")}</w:p>`;
  for (const { level, text } of contentsOf(state))
    yield paragraph(level === 1 ? text : ["    ", ...([text].flat() as Piece[])]);
  yield `<w:p>${mark("end")}</w:p>`;
}

function* linesOf(block: Block): Generator<string, undefined> {
  switch (block.kind) {
    case "heading":
      yield paragraph(block.text, `Heading${block.level}`);
      return;
    case "paragraph":
      yield paragraph(block.text);
      return;
    case "facts":
      yield table(block.rows, FACTS, false);
      return;
    case "list":
      for (const item of block.items) yield paragraph(item, "ListBullet");
      return;
    case "table":
      yield evenTable([block.headings, ...block.rows]);
      return;
    case "bars":
      yield evenTable([
        ["Criterion", ...SHOWN_VERDICTS.map((verdict) => VERDICT_NAMES[verdict])],
        ...block.bars.map(({ label, counts }) => [
          label,
          ...SHOWN_VERDICTS.map((verdict) => `${counts[verdict] ?? 0}`),
        ]),
      ]);
      return;
    case "quote":
      yield paragraph({ said: block.text }, "Quote");
      yield paragraph(block.source, "Source");
      for (const note of block.notes) yield paragraph(note, "Source");
      return;
    case "requirement":
      for (const inner of block.blocks) yield* linesOf(inner);
      return;
    default:
      throw new TypeError(`Cannot write a block of kind '${String((block satisfies never as Block).kind)}'`);
  }
}

function evenTable(rows: readonly (readonly Inline[])[]): string {
  const columns = rows[0]!.length;
  return table(rows, Array(columns).fill(Math.floor(WHOLE / columns)), true);
}
