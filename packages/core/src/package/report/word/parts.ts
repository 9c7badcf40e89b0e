import type { ReportState } from "../report-state.ts";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const LINKS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

export const DOCUMENT_START = `${DECLARATION}<w:document ${W} ${R}><w:body>`;
/** A4 with the margins of the printed report, in twentieths of a point. */
export const DOCUMENT_END =
  '<w:sectPr><w:headerReference w:type="default" r:id="rId3"/><w:footerReference w:type="default" r:id="rId4"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="907" w:bottom="1021" w:left="907" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>';

/** What a Word file is made of next to its text. */
export function partsOf({ run, snapshotHash }: ReportState): Readonly<Record<string, string>> {
  const header = `Assay report, run ${run.id}, snapshot ${snapshotHash.slice(0, 16)}`;
  return {
    "[Content_Types].xml": `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
      ["document", "document.main"],
      ["styles", "styles"],
      ["numbering", "numbering"],
      ["header1", "header"],
      ["footer1", "footer"],
    ]
      .map(([part, type]) => `<Override PartName="/word/${part}.xml" ContentType="${TYPES}.${type}+xml"/>`)
      .join("")}</Types>`,
    "_rels/.rels": `${DECLARATION}<Relationships ${LINKS}><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `${DECLARATION}<Relationships ${LINKS}>${["styles", "numbering", "header", "footer"]
      .map((type, at) => {
        const file = type === "header" || type === "footer" ? `${type}1` : type;
        return `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${file}.xml"/>`;
      })
      .join("")}</Relationships>`,
    "word/styles.xml": `${DECLARATION}<w:styles ${W}>${STYLES}</w:styles>`,
    "word/numbering.xml": `${DECLARATION}<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="360" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    "word/header1.xml": `${DECLARATION}<w:hdr ${W}><w:p><w:pPr><w:pStyle w:val="Header"/></w:pPr><w:r><w:t>${header}</w:t></w:r></w:p></w:hdr>`,
    "word/footer1.xml": `${DECLARATION}<w:ftr ${W}><w:p><w:pPr><w:pStyle w:val="Header"/><w:jc w:val="right"/></w:pPr><w:r><w:t xml:space="preserve">Page </w:t></w:r><w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple><w:r><w:t xml:space="preserve"> of </w:t></w:r><w:fldSimple w:instr=" NUMPAGES "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p></w:ftr>`,
  };
}

const heading = (level: number, size: number, before: number) =>
  style(`Heading${level}`, `heading ${level}`, {
    paragraph: `<w:keepNext/><w:keepLines/><w:spacing w:before="${before}" w:after="80"/><w:outlineLvl w:val="${level - 1}"/>`,
    letters: `<w:b/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
  });

function style(id: string, name: string, { paragraph = "", letters = "" }): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${letters}</w:rPr></w:style>`;
}

const STYLES = [
  '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="20"/><w:szCs w:val="20"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="60" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>',
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
  style("Title", "Title", {
    paragraph: '<w:spacing w:after="160"/>',
    letters: '<w:b/><w:sz w:val="40"/><w:szCs w:val="40"/>',
  }),
  heading(1, 32, 360),
  heading(2, 26, 300),
  heading(3, 22, 240),
  heading(4, 20, 200),
  style("Quote", "Quote", {
    paragraph:
      '<w:pBdr><w:left w:val="single" w:sz="18" w:space="8" w:color="3D4FC4"/></w:pBdr><w:ind w:left="240" w:right="240"/>',
  }),
  style("Source", "Source", {
    paragraph: '<w:ind w:left="240"/>',
    letters: '<w:color w:val="5C5F6B"/><w:sz w:val="16"/><w:szCs w:val="16"/>',
  }),
  style("ListBullet", "List Bullet", {
    paragraph: '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>',
  }),
  style("Header", "header", { letters: '<w:color w:val="5C5F6B"/><w:sz w:val="16"/><w:szCs w:val="16"/>' }),
].join("");
