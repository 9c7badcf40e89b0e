import { contentTypes, coreProperties, escapeXml, relationships, XML_HEAD } from "./office-package.ts";
import type { Block, MarkdownDocument } from "./read-markdown.ts";
import { zipFiles } from "./zip-files.ts";

export type DocxOptions = { header: string; footer: string; creator: string /** YYYY-MM-DD */; date: string };

const NS =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const PARTS = ["styles", "footnotes", "comments", "header", "footer"] as const;
const MAIN = "officedocument.wordprocessingml";

/** Writes a Word file with heading styles, tables, a header, a footer, footnotes (`[^1]`) and comments (`{>>Author: text<<}`). */
export function writeDocx(source: MarkdownDocument, options: DocxOptions): Uint8Array {
  const comments: { author: string; text: string }[] = [];
  const noteNames = [...source.footnotes.keys()];

  const inline = (text: string) =>
    text
      .split(/(\[\^\w+\]|\s?\{>>.+?<<\})/)
      .map((piece) => {
        const note = /^\[\^(\w+)\]$/.exec(piece)?.[1];
        if (note)
          return `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="${noteNames.indexOf(note) + 1}"/></w:r>`;
        const [, author, comment] = /^\s?\{>>(.+?): (.+)<<\}$/.exec(piece) ?? [];
        if (author && comment) {
          comments.push({ author, text: comment });
          return `<w:r><w:commentReference w:id="${comments.length - 1}"/></w:r>`;
        }
        return piece ? run(piece) : "";
      })
      .join("");

  const body = source.blocks.map((block) => blockXml(block, inline)).join("");
  const section =
    '<w:sectPr><w:headerReference w:type="default" r:id="rId4"/><w:footerReference w:type="default" r:id="rId5"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1134" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';

  return zipFiles({
    "[Content_Types].xml": contentTypes([
      ["word/document.xml", `${MAIN}.document.main`],
      ...PARTS.map((part) => [`word/${part}.xml`, `${MAIN}.${part}`] as const),
      ["docProps/core.xml", "package.core-properties"],
    ]),
    "_rels/.rels": relationships([
      ["officeDocument", "word/document.xml"],
      ["metadata/core-properties", "docProps/core.xml"],
    ]),
    "docProps/core.xml": coreProperties({ title: source.title, creator: options.creator, date: options.date }),
    "word/document.xml": part("document", `<w:body>${body}${section}</w:body>`),
    "word/_rels/document.xml.rels": relationships(PARTS.map((name) => [name, `${name}.xml`])),
    "word/styles.xml": part("styles", STYLES),
    "word/footnotes.xml": part("footnotes", footnotesXml([...source.footnotes.values()])),
    "word/comments.xml": part("comments", commentsXml(comments, options.date)),
    "word/header.xml": part("hdr", paragraph(run(options.header))),
    "word/footer.xml": part(
      "ftr",
      paragraph(
        `${run(`${options.footer} · Page `)}<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>`,
      ),
    ),
  });
}

function blockXml(block: Block, inline: (text: string) => string): string {
  switch (block.kind) {
    case "heading":
      return paragraph(inline(block.text), block.level === 1 ? "Title" : `Heading${block.level - 1}`);
    case "paragraph":
      return paragraph(inline(block.text));
    case "list":
      return block.items.map((item) => paragraph(inline(`• ${item}`))).join("");
    case "table":
      return tableXml(block.rows, inline);
    case "page":
      return paragraph('<w:r><w:br w:type="page"/></w:r>');
    default:
      return block satisfies never;
  }
}

function tableXml(rows: string[][], inline: (text: string) => string): string {
  const columns = rows[0]?.length ?? 0;
  const grid = `<w:gridCol w:w="${Math.floor(9070 / columns)}"/>`.repeat(columns);
  const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="999999"/>`;
  const borders = ["top", "left", "bottom", "right", "insideH", "insideV"].map(border).join("");
  const lines = rows.map((cells, index) => {
    const properties = index === 0 ? "<w:trPr><w:tblHeader/></w:trPr>" : "";
    return `<w:tr>${properties}${cells.map((cell) => `<w:tc>${paragraph(inline(cell))}</w:tc>`).join("")}</w:tr>`;
  });
  return `<w:tbl><w:tblPr><w:tblW w:w="9070" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${lines.join("")}</w:tbl>${paragraph("")}`;
}

function footnotesXml(notes: string[]): string {
  const special = (type: string, id: number) =>
    `<w:footnote w:type="${type}" w:id="${id}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`;
  const body = notes.map(
    (text, index) =>
      `<w:footnote w:id="${index + 1}">${paragraph(`<w:r><w:footnoteRef/></w:r>${run(` ${text}`)}`)}</w:footnote>`,
  );
  return `${special("separator", -1)}${special("continuationSeparator", 0)}${body.join("")}`;
}

function commentsXml(comments: { author: string; text: string }[], date: string): string {
  return comments
    .map(
      ({ author, text }, index) =>
        `<w:comment w:id="${index}" w:author="${escapeXml(author)}" w:date="${date}T09:00:00Z" w:initials="${author.replace(/[^A-Z]/g, "")}">${paragraph(run(text))}</w:comment>`,
    )
    .join("");
}

function part(root: string, content: string): string {
  return `${XML_HEAD}<w:${root} ${NS}>${content}</w:${root}>`;
}

function paragraph(content: string, style?: string): string {
  return `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ""}${content}</w:p>`;
}

function run(text: string): string {
  return `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
}

const heading = (id: string, name: string, level: number, halfPoints: number) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${level}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${halfPoints}"/></w:rPr></w:style>`;

const STYLES = `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="120"/></w:pPr><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/></w:rPr></w:style>${heading("Title", "Title", 9, 40)}${heading("Heading1", "heading 1", 0, 30)}${heading("Heading2", "heading 2", 1, 24)}`;
