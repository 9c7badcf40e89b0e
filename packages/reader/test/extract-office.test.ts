import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { extractAll, extractText, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";

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

const run = (text: string, properties = "") =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string, style = "") =>
  `<w:p><w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ""}</w:pPr>${content}</w:p>`;
const part = (name: string, content: string) => `<w:${name} xmlns:w="${W}">${content}</w:${name}>`;

function makeDocx(body: string, extra: Record<string, string> = {}): Uint8Array {
  return pack({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": relationships({ r: "officeDocument=word/document.xml" }),
    "word/_rels/document.xml.rels": relationships({
      f: "footnotes=footnotes.xml",
      e: "endnotes=endnotes.xml",
      c: "comments=comments.xml",
    }),
    "word/styles.xml": part(
      "styles",
      [1, 2]
        .map(
          (level) => `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>`,
        )
        .join(""),
    ),
    "word/document.xml": part("document", `<w:body>${body}</w:body>`),
    ...extra,
  });
}

describe("docx", () => {
  test("the numbers that Word counts for lists and headings are part of the text", async () => {
    const level = (at: number, format: string, text: string, more = "") =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = part(
      "numbering",
      `<w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1", '<w:pStyle w:val="H1"/>')}${level(1, "decimal", "%1.%2", '<w:pStyle w:val="H2"/>')}${level(2, "lowerLetter", "(%3)")}</w:abstractNum>
       <w:abstractNum w:abstractNumId="1">${level(0, "upperRoman", "%1 &amp;")}${level(1, "bullet", "o")}</w:abstractNum>
       <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
       <w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
       <w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/></w:lvlOverride></w:num>`,
    );
    const style = (id: string, name: string, properties: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${properties}</w:style>`;
    const styles = part(
      "styles",
      style("H1", "heading 1", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>') +
        style("H2", "heading 2", '<w:basedOn w:val="H1"/>'),
    );
    const item = (list: number, at: number, text: string, more = "") =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>${more}</w:pPr>${run(text)}</w:p>`;
    const changed = '<w:pPrChange w:id="1"><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:pPrChange>';
    const body = [
      paragraph(run("Scope"), "H1"),
      paragraph(run("Access"), "H1"),
      paragraph(run("Passwords"), "H2"),
      item(1, 2, "Length of 14", changed) + item(1, 2, "Changed when known"),
      paragraph(run("Accounts"), "H2"),
      item(1, 2, "One person each"),
      item(2, 0, "First") + item(2, 1, "Bullet") + item(2, 0, "Second") + item(3, 0, "Begun anew") + item(0, 0, "None"),
    ].join("");
    const docx = makeDocx(body, { "word/numbering.xml": numbering, "word/styles.xml": styles });
    const { segments } = await extractAll(testExtractor(), sourceFile("docx", docx));
    expect(segments.map(({ location, text }) => [location, text])).toEqual([
      ["2 Access > 2.1 Passwords", "1 Scope\n2 Access\n2.1 Passwords\n- (a) Length of 14\n- (b) Changed when known"],
      [
        "2 Access > 2.2 Accounts",
        "2.2 Accounts\n- (a) One person each\n- I & First\n- Bullet\n- II & Second\n- IV & Begun anew\nNone",
      ],
    ]);
  });

  test("headings make sections, tables make rows, notes, comments, headers and footers are read", async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text ? run(text) : "")}</w:tc>`;
    const body = [
      paragraph(run("Preface")),
      paragraph(run("2 Access control"), "H1"),
      paragraph(
        run("Access is reviewed") +
          `<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="0"/></w:r>`,
      ),
      paragraph(run("2.1 Passwords"), "H2"),
      `<w:tbl><w:tr>${cell("Rule")}${cell("Value")}</w:tr><w:tr>${cell("Length")}${cell("14")}${cell("")}</w:tr></w:tbl>`,
      paragraph(run("3 Logging"), "H1"),
      paragraph(run("Logs are kept")),
    ].join("");
    const docx = makeDocx(body, {
      "word/footnotes.xml": part("footnotes", `<w:footnote w:id="2">${paragraph(run("Each quarter."))}</w:footnote>`),
      "word/comments.xml": part(
        "comments",
        `<w:comment w:id="0" w:initials="AB" w:author="Ann">${paragraph(run("Since 2024"))}</w:comment>`,
      ),
      "word/header1.xml": part("hdr", paragraph(run("Policy P-7"))),
      "word/header2.xml": part("hdr", paragraph(run("Policy P-7"))),
      "word/footer1.xml": part("ftr", paragraph(run("Confidential")) + paragraph(run("Page 1 of 3"))),
    });
    expect(await extractText("docx", docx)).toEqual([
      "[2 Access control] Preface\n2 Access control\nAccess is reviewed[1]\n2.1 Passwords\nRule | Value\nLength | 14",
      "[3 Logging] 3 Logging\nLogs are kept",
      "[Notes] - Each quarter.",
      "[Header] Policy P-7",
      "[Footer] Confidential",
      "[Comments] Ann: Since 2024",
    ]);
  });

  test("a cell of the repeated head that is merged with one below it is in both rows", async () => {
    const cell = (text: string, properties = "") =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text ? run(text) : "")}</w:tc>`;
    const body = `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell("Control", '<w:vMerge w:val="restart"/>')}${cell("State")}</w:tr><w:tr>${cell("", "<w:vMerge/>")}${cell("In 2026")}</w:tr><w:tr>${cell("MFA")}${cell("No")}</w:tr></w:tbl>`;
    expect(await extractText("docx", makeDocx(body))).toEqual(["Control | State\nControl | In 2026\nMFA | No"]);
  });

  test("runs that Word does not show are marked hidden, white table heads on a shade are not", async () => {
    const white = `<w:color w:val="FFFFFF"/>`;
    const runs = [
      run("Seen "),
      run("vanished", "<w:vanish/>"),
      run(" seen "),
      run("white", white),
      run(" tiny", `<w:sz w:val="1"/>`),
    ];
    const table = `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr>${paragraph(run("Head", white))}</w:tc></w:tr></w:tbl>`;
    const body = paragraph(runs.join("")) + table;
    const { segments } = await extractAll(testExtractor(), sourceFile("docx", makeDocx(body)));
    expect(segments[0]?.text).toBe("Seen vanished seen white tiny\nHead");
    expect(hiddenTexts(segments)).toEqual(["vanished", "white", "tiny"]);
  });

  test("fields, tagged ranges, moved and reversed text are kept; deleted text and what was moved away are not", async () => {
    const body =
      `<w:p><w:fldSimple w:instr=" IF a > b ">${run("Version 3, ")}</w:fldSimple><w:del>${run("deleted")}</w:del>` +
      `<w:moveFrom>${run("away")}</w:moveFrom><w:moveTo w:id="1">${run("moved, ")}</w:moveTo><w:ins>${run("new, ")}</w:ins>` +
      `<w:bdo w:val="rtl">${run("reversed")}</w:bdo></w:p>` +
      `<w:customXml w:element="row"><w:customXmlPr><w:attr w:name="a"/></w:customXmlPr>${paragraph(run("Tagged"))}</w:customXml>`;
    expect(await extractText("docx", makeDocx(body))).toEqual(["Version 3, moved, new, reversed\nTagged"]);
  });

  test("equations are kept as text", async () => {
    const body = `<w:p>${run("Risk = ")}<m:oMath><m:r><m:t>P</m:t></m:r><m:r><m:t>× I</m:t></m:r></m:oMath></w:p>`;
    expect(await extractText("docx", makeDocx(body))).toEqual(["Risk = P × I"]);
  });

  test.each([
    [
      "declares entities",
      { "word/document.xml": `<!DOCTYPE x [<!ENTITY a "aaaa">]>${part("document", "")}` },
      "UNREADABLE_FILE",
    ],
    ["has no document part", { "word/document.xml": "", "word/other.bin": "x" }, "UNREADABLE_FILE"],
    ["unpacks to too much", { "word/document.xml": " ".repeat(70 * 1024 * 1024) }, "EXTRACTION_LIMIT_EXCEEDED"],
  ])("a package that %s is refused", async (_, extra: Record<string, string>, code) => {
    await expect(extractText("docx", makeDocx("", extra))).rejects.toMatchObject({ name: "DocumentError", code });
  });
});

test("pptx: slides in the order of the show with tables and notes; hidden ones are labelled and marked", async () => {
  const text = (value: string) => `<a:p><a:r><a:t>${value}</a:t></a:r></a:p>`;
  const slide = (content: string, attributes = "") => `<p:sld ${attributes}><p:sp>${content}</p:sp></p:sld>`;
  const pptx = pack({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relationships({ r: "officeDocument=/ppt/presentation.xml" }),
    "ppt/presentation.xml": `<p:presentation><p:sldIdLst><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/></p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationships({ a: "slide=slides/slide1.xml", b: "slide=slides/slide2.xml" }),
    "ppt/slides/slide1.xml": slide(text("Second"), `show="0"`),
    "ppt/slides/slide2.xml": slide(
      `${text("First &amp; best")}<a:tbl><a:tr><a:tc>${text("a")}</a:tc><a:tc>${text("b")}</a:tc></a:tr></a:tbl>`,
    ),
    "ppt/slides/_rels/slide2.xml.rels": relationships({ n: "notesSlide=../notesSlides/n.xml" }),
    "ppt/notesSlides/n.xml": `<p:notes><p:sp>${text("Say this")}</p:sp><p:sp><p:ph type="sldNum"/>${text("1")}</p:sp></p:notes>`,
  });
  const { segments, ...summary } = await extractAll(testExtractor(), sourceFile("pptx", pptx));
  expect(segments.map(({ location, text: value }) => [location, value])).toEqual([
    ["Slide 1", "First & best\na | b\n\nNotes:\nSay this"],
    ["Slide 2 (hidden)", "Second"],
  ]);
  expect(hiddenTexts(segments)).toEqual(["Second"]);
  expect(summary).toMatchObject({ pages: 2, pagesWithText: 2, warnings: [] });
});

test("odt: headings, lists, rows and footers; deleted text is omitted", async () => {
  const odt = pack({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": `<!DOCTYPE manifest:manifest PUBLIC "x" "y"><manifest/>`,
    "styles.xml": `<office:styles><style:footer><text:p>Page footer</text:p></style:footer></office:styles>`,
    "content.xml": `<office:document-content><office:automatic-styles><style:style style:name="T1" style:family="text"><style:text-properties text:display="none"/></style:style></office:automatic-styles><office:body><office:text>
      <text:tracked-changes><text:p>Deleted</text:p></text:tracked-changes>
      <text:h text:outline-level="1">Scope</text:h><text:p>All<text:s text:c="2"/>staff<text:tab/>and <text:span text:style-name="T1">hidden</text:span></text:p>
      <text:list><text:list-item><text:p>Item</text:p></text:list-item></text:list>
      <table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>
      </office:text></office:body></office:document-content>`,
  });
  const { segments } = await extractAll(testExtractor(), sourceFile("odt", odt));
  expect(segments.map(({ location, text: value }) => [location, value])).toEqual([
    ["Scope", "Scope\nAll  staff\tand hidden\n- Item\na | b"],
    ["Footer", "Page footer"],
  ]);
  expect(hiddenTexts(segments)).toEqual(["hidden"]);
});

test("odt: lists and headings have their numbers, as they are shown", async () => {
  const level = (at: number, format: string, more = "") =>
    `<text:list-level-style-number text:level="${at}" style:num-format="${format}" style:num-suffix="." ${more}/>`;
  const item = (text: string, inner = "", more = "") =>
    `<text:list-item ${more}><text:p>${text}</text:p>${inner}</text:list-item>`;
  const odt = pack({
    mimetype: "application/vnd.oasis.opendocument.text",
    "META-INF/manifest.xml": "<manifest/>",
    "styles.xml": `<office:styles><text:outline-style style:name="Outline">
      <text:outline-level-style text:level="1" style:num-format="1"/>
      <text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles>`,
    "content.xml": `<office:document-content><office:automatic-styles>
      <text:list-style style:name="L1">${level(1, "1")}${level(2, "a", 'style:num-prefix="("').replace('suffix="."', 'suffix=")"')}${level(3, "1", 'text:display-levels="3"')}</text:list-style>
      <text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/></text:list-style>
      </office:automatic-styles><office:body><office:text>
      <text:h text:outline-level="1">Scope</text:h><text:h text:outline-level="2">People</text:h>
      <text:list text:style-name="L1">${item("Passwords", `<text:list>${item("length")}${item("age")}</text:list>`)}${item("")}${item("Keys")}</text:list>
      <text:list text:style-name="L2">${item("Bullet")}</text:list>
      <text:list text:style-name="L1" text:continue-numbering="true">${item("Cards")}${item("Locks", "", 'text:start-value="9"')}</text:list>
      <text:h text:outline-level="1">Duties</text:h>
      <text:list text:style-name="L1">${item("Anew")}</text:list>
      </office:text></office:body></office:document-content>`,
  });
  const { segments } = await extractAll(testExtractor(), sourceFile("odt", odt));
  expect(segments.map(({ location, text: value }) => [location, value])).toEqual([
    [
      "1 Scope > 1.1 People",
      "1 Scope\n1.1 People\n1. Passwords\n(a) length\n(b) age\n3. Keys\n- Bullet\n4. Cards\n9. Locks",
    ],
    ["2 Duties", "2 Duties\n1. Anew"],
  ]);
});

test.each(["docx", "xlsx", "pptx"] as const)(
  "a %s that is protected by a password is ENCRYPTED_FILE",
  async (fileType) => {
    const compound = Buffer.from("d0cf11e0a1b11ae1".padEnd(1024, "0"), "hex");
    await expect(extractText(fileType, compound)).rejects.toMatchObject({ code: "ENCRYPTED_FILE" });
  },
);
