import { strToU8, zipSync } from "fflate";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const pack = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

const relationships = (targets: Record<string, string>) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(targets)
    .map(([id, target]) => {
      const [type, part] = target.split("=");
      return `<Relationship Id="${id}" Type="${REL}/${type}" Target="${part}"/>`;
    })
    .join("")}</Relationships>`;

export const page = (body: string, head = "") =>
  `<!doctype html><html><head><title>T</title>${head}</head><body><p>Seen</p>${body}</body></html>`;

export const mail = (html: string) =>
  `From: a@example.com\r\nSubject: S\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`;

export const wordRun = (text: string, properties = "") => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;

/** A Word file with a theme of white paper; `styles` go into its style sheet. */
export function word(body: string, { styles = "", extra = {} as Record<string, string> } = {}): Uint8Array {
  return pack({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": relationships({ r: "officeDocument=word/document.xml" }),
    "word/styles.xml": `<w:styles xmlns:w="${W}">${styles}</w:styles>`,
    "word/document.xml": `<w:document xmlns:w="${W}" xmlns:wp="urn:wp"><w:body><w:p><w:r><w:t>Seen</w:t></w:r></w:p>${body}</w:body></w:document>`,
    ...extra,
  });
}

export const wordParagraph = (content: string, properties = "") => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;

export interface BookSource {
  readonly rows: string;
  readonly cols?: string;
  readonly fonts?: string;
  readonly fills?: string;
  /** Of the style with the number 1. */
  readonly xf?: string;
  readonly format?: string;
  readonly state?: string;
  readonly strings?: string;
}

export const cell = (text: string, { style = 1, column = "B", row = 3 } = {}) =>
  `<c r="${column}${row}" s="${style}" t="inlineStr"><is><t>${text}</t></is></c>`;

export function book({ rows, cols = "", fonts = "", fills = "", xf = "", format, state, strings = "" }: BookSource) {
  return pack({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relationships({ r: "officeDocument=xl/workbook.xml" }),
    "xl/workbook.xml": `<workbook xmlns:r="${REL}"><sheets><sheet name="Open" sheetId="1" r:id="a"/><sheet name="Other" sheetId="2" ${state ? `state="${state}"` : ""} r:id="b"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships({
      a: "worksheet=worksheets/a.xml",
      b: "worksheet=worksheets/b.xml",
      s: "sharedStrings=sharedStrings.xml",
    }),
    "xl/styles.xml": `<styleSheet><numFmts>${format === undefined ? "" : `<numFmt numFmtId="164" formatCode="${format}"/>`}</numFmts><fonts><font><sz val="11"/></font>${fonts}</fonts><fills><fill><patternFill patternType="none"/></fill>${fills}</fills><cellXfs><xf numFmtId="0"/><xf ${xf || 'numFmtId="0"'}/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst>${strings}</sst>`,
    "xl/worksheets/a.xml": `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Seen</t></is></c></row></sheetData></worksheet>`,
    "xl/worksheets/b.xml": `<worksheet><cols>${cols}</cols><sheetData>${rows}</sheetData></worksheet>`,
  });
}

export interface SlideSource {
  /** Where the shape is, in thousands of its units. */
  readonly at?: readonly [x: number, y: number, width: number, height: number];
  readonly run?: string;
  readonly shape?: string;
  readonly after?: string;
  readonly slide?: string;
  readonly background?: string;
  readonly placeholder?: string;
  readonly master?: string;
}

const frame = ([x, y, width, height]: readonly number[]) =>
  `<a:xfrm><a:off x="${x! * 1000}" y="${y! * 1000}"/><a:ext cx="${width! * 1000}" cy="${height! * 1000}"/></a:xfrm>`;

export const box = (at: readonly number[], fill: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="9" name="x"/></p:nvSpPr><p:spPr>${frame(at)}${fill}</p:spPr></p:sp>`;

export const solid = (hex: string) => `<a:solidFill><a:srgbClr val="${hex}"/></a:solidFill>`;

export function show(text: string, source: SlideSource = {}): Uint8Array {
  const {
    at = [1000, 1000, 4000, 500],
    run = "<a:rPr/>",
    shape = "",
    after = "",
    slide = "",
    background = "",
  } = source;
  const text2 = `<a:p><a:r>${run}<a:t>${text}</a:t></a:r></a:p>`;
  return pack({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relationships({ r: "officeDocument=/ppt/presentation.xml" }),
    "ppt/presentation.xml": `<p:presentation><p:sldIdLst><p:sldId id="256" r:id="a"/><p:sldId id="257" r:id="b"/></p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationships({ a: "slide=slides/a.xml", b: "slide=slides/b.xml" }),
    "ppt/slides/a.xml": `<p:sld><p:sp><a:p><a:r><a:t>Seen</a:t></a:r></a:p></p:sp></p:sld>`,
    "ppt/slides/b.xml": `<p:sld ${slide}><p:cSld>${background}<p:spTree><p:sp><p:nvSpPr><p:cNvPr id="2" name="t" ${shape}/><p:nvPr>${source.placeholder ?? ""}</p:nvPr></p:nvSpPr><p:spPr>${frame(at)}</p:spPr><p:txBody>${text2}</p:txBody></p:sp>${after}</p:spTree></p:cSld></p:sld>`,
    "ppt/slides/_rels/b.xml.rels": relationships({ l: "slideLayout=../slideLayouts/l.xml" }),
    "ppt/slideLayouts/l.xml": "<p:sldLayout/>",
    "ppt/slideLayouts/_rels/l.xml.rels": relationships({ m: "slideMaster=../slideMasters/m.xml" }),
    "ppt/slideMasters/m.xml": `<p:sldMaster>${source.master ?? ""}</p:sldMaster>`,
  });
}

/** An OpenDocument text; `styles` are automatic ones, `common` those of its styles part. */
export function odt(body: string, styles = "", common = ""): Uint8Array {
  return pack({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": "<manifest/>",
    "styles.xml": `<office:document-styles><office:styles>${common}</office:styles></office:document-styles>`,
    "content.xml": `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text><text:p>Seen</text:p>${body}</office:text></office:body></office:document-content>`,
  });
}

export const odtStyle = (name: string, properties: string, family = "text", parent = "") =>
  `<style:style style:name="${name}" style:family="${family}" ${parent && `style:parent-style-name="${parent}"`}><style:text-properties ${properties}/></style:style>`;

export const odtSpan = (text: string, style: string) =>
  `<text:p><text:span text:style-name="${style}">${text}</text:span></text:p>`;

const ODF = "urn:oasis:names:tc:opendocument:xmlns";

/** A sheet with a cell that is seen, and one with `cell` in the third row and second column. */
export const ods = (cell: string, styles = "", { row = "", group = "", column = "" } = {}) =>
  pack({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "META-INF/manifest.xml": "<manifest/>",
    "content.xml": `<office:document-content xmlns:office="${ODF}:office:1.0" xmlns:text="${ODF}:text:1.0" xmlns:table="${ODF}:table:1.0"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="S"><table:table-column/><table:table-column ${column}/><table:table-row><table:table-cell><text:p>Seen</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1"><table:table-cell/></table:table-row><table:table-row-group ${group}><table:table-row ${row}><table:table-cell/><table:table-cell>${cell}</table:table-cell></table:table-row></table:table-row-group></table:table></office:spreadsheet></office:body></office:document-content>`,
  });

/** A book of one chapter. */
export const epub = (chapter: string, more: Record<string, string> = {}) =>
  pack({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    "OEBPS/book.opf": `<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>`,
    "OEBPS/a.xhtml": chapter,
    ...more,
  });
