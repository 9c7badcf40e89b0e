import { describe, expect, test } from "vitest";
import { plainBoxes } from "../src/text/choices.ts";
import { checkSegments, extractAll, extractText, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";
import { book, odt, page, word, wordParagraph, wordRun } from "./hidden-files.ts";

async function lines(fileType: "html" | "docx", content: string | Uint8Array): Promise<string[]> {
  const { segments } = await extractAll(testExtractor(), sourceFile(fileType, content));
  checkSegments(segments);
  return segments.flatMap(({ text }) => text.split("\n")).filter((line) => line !== "T" && line !== "Seen");
}

const input = (type: string, checked: boolean, more = "") =>
  `<input type="${type}" ${checked ? "checked" : ""} ${more}>`;

describe("html", () => {
  test.each(["checkbox", "radio", "RADIO"])("a %s shows its state before its words, wherever it is", async (type) => {
    const [on, off] = [input(type, true), input(type, false)];
    for (const body of [
      `<p>Is MFA enforced? ${off} Yes ${on} No</p>`,
      `<p>Is MFA enforced? <label>${off} Yes</label> <label>${on} No</label></p>`,
      `<p>Is MFA enforced? <label for="a">Yes</label> ${off} <label for="b">No</label> ${on}</p>`,
      `<p>Is MFA enforced? Yes ${off} No ${on}</p>`,
      `<p>Is MFA enforced?${off}Yes${on}No</p>`,
    ])
      expect((await lines("html", page(body))).join()).toBe("Is MFA enforced? ☐ Yes ☒ No");
  });

  test("a last box without words moves no tick to another option", async () => {
    const [on, off] = [input("radio", true), input("radio", false)];
    const other = `${off} <input type="text">`;
    for (const [body, read] of [
      [`Encryption at rest: ${off} Yes ${on} No ${other}`, "Encryption at rest: ☐ Yes ☒ No ☐"],
      [`Encryption at rest:\n   ${off} Yes\n   ${on} No\n   ${other}`, "Encryption at rest: ☐ Yes ☒ No ☐"],
      [`Approver: ${off} CISO ${off} Board ${on} <input type="text">`, "Approver: ☐ CISO ☐ Board ☒"],
      [`MFA enforced ${off} Yes ${on} No ${other}`, "MFA enforced ☐ Yes ☒ No ☐"],
      [`Is MFA enforced, yes or no ${off} Yes ${on} No ${other}`, "Is MFA enforced, yes or no ☐ Yes ☒ No ☐"],
      [`Encrypted at rest? Yes ${off} No ${on} Encrypted in transit? Yes ${on} No ${off}`, undefined],
    ] as const)
      expect(await lines("html", page(`<p>${body}</p>`))).toEqual([
        read ?? "Encrypted at rest? ☐ Yes ☒ No Encrypted in transit? ☒ Yes ☐ No",
      ]);
  });

  test.each([",", " /", " or"])("what parts two options (%s) is no part of one", async (between) => {
    const body = `MFA enforced: Yes ${input("radio", false)}${between} No ${input("radio", true)}`;
    const [line] = await lines("html", page(`<p>${body}</p>`));
    expect(line!.replace(/\s+/g, " ").replace(" ,", ",")).toBe(`MFA enforced: ☐ Yes${between} ☒ No`);
  });

  test("how the source is laid out does not decide where an option begins", async () => {
    const box = input("checkbox", true);
    const [line] = await lines("html", page(`<p>All logs\n      of admins\n\t\tare kept ${box}</p>`));
    expect(line).toBe("☒ All logs of admins are kept");
  });

  test("each option in a line, an item or a cell of its own keeps its box", async () => {
    expect(
      await lines("html", page(`<div>${input("radio", false)} Yes</div><div>No ${input("radio", true)}</div>`)),
    ).toEqual(["☐ Yes", "☒ No"]);
    expect(await lines("html", page(`<ul><li>${input("checkbox", true)} Logs are kept</li></ul>`))).toEqual([
      "- ☒ Logs are kept",
    ]);
    const row = `<table><tr><td>MFA</td><td>${input("radio", false)} Yes</td><td>No ${input("radio", true)}</td></tr></table>`;
    expect(await lines("html", page(row))).toEqual(["MFA | ☐ Yes | ☒ No"]);
  });

  test.each([
    ["the chosen entry", "<option>Planned<option selected>In place", "In place"],
    ["the first, where none is marked", "<option>Planned<option>In place", "Planned"],
    ["nothing for an empty value", '<option value="">Any<option>In place', "☐ (nothing chosen)"],
    ["nothing where the entry asks to choose", "<option>-- Please select --<option>In place", "☐ (nothing chosen)"],
    ["nothing for a disabled entry", "<option disabled selected>State<option>In place", "☐ (nothing chosen)"],
    ["an entry of a group", '<optgroup label="G"><option>A</option></optgroup><option selected>B', "B"],
  ])("a list shows %s", async (_, options, shown) => {
    expect(await lines("html", page(`<p>Encryption: <select>${options}</select> today</p>`))).toEqual([
      `Encryption: ${shown} today`,
    ]);
  });

  test("a list of several shows those that are chosen", async () => {
    const list = (more: string) => `<select multiple>${more}<option>C</option></select>`;
    expect(await lines("html", page(`<p>Regions: ${list("<option selected>A<option selected>B")}</p>`))).toEqual([
      "Regions: A, B",
    ]);
    expect(await lines("html", page(`<p>Regions: ${list("<option>A")}</p>`))).toEqual(["Regions: ☐ (nothing chosen)"]);
  });

  test("values of other controls are text", async () => {
    const body = `<p>Since <input value="2024"> at <input type="time" value="10:30"></p><p>Scope: <textarea>Hamburg</textarea></p><p>Done: <meter max="10" value="7">70 %</meter></p><p>Left: <progress value="0.3"></progress></p><p><span role="checkbox" aria-checked="true"></span> Logs are kept</p>`;
    expect(await lines("html", page(body))).toEqual([
      ...["Since 2024 at 10:30", "Scope: Hamburg", "Done: 7/10", "Left: 0.3", "☒ Logs are kept"],
    ]);
  });

  test("controls that are hidden are marked hidden", async () => {
    const body = `<p style="display:none">${input("radio", true)} Yes</p><select hidden><option>In place</option></select>`;
    const { segments } = await extractAll(testExtractor(), sourceFile("html", page(body)));
    expect(hiddenTexts(segments).join(" ")).toMatch(/☒ ?Yes.*In place/s);
  });

  test("boxes that are characters are treated alike, and prose about them stays", async () => {
    expect(await lines("html", page("<p>1. Logs are kept: Yes ☒ No ☐</p><p>Mark ☐ or ☒ and sign.</p>"))).toEqual([
      "1. Logs are kept: ☒ Yes ☐ No",
      "Mark ☐ or ☒ and sign.",
    ]);
    expect(await lines("html", page("<p>Is MFA enforced? ☒</p><p>1. Logs are kept ☒</p>"))).toEqual([
      "Is MFA enforced? ☒",
      "1. ☒ Logs are kept",
    ]);
  });
});

test("hollow squares of Wingdings are boxes only next to a ticked one or before an answer", () => {
  const bullets = ["\uf071", " ", "Logs are kept", "\uf072 No passwords are shared"];
  expect(plainBoxes(bullets)).toEqual(bullets);
  expect(plainBoxes(["MFA: ", "\uf071", " ", "Yes", "\uf06f No"])).toEqual(["MFA: ", "☐", " ", "Yes", "☐ No"]);
  expect(plainBoxes(["\uf06f Yes \uf06f No"])).toEqual(["☐ Yes ☐ No"]);
  expect(plainBoxes(["\uf071 Logs are kept", "\uf0fe Backups are tested"])).toEqual([
    "☐ Logs are kept",
    "☑ Backups are tested",
  ]);
  expect(plainBoxes(["\uf0a8 Logs are kept"])).toEqual(["☐ Logs are kept"]);
});

test("tasks of markdown keep their marks next to their words", async () => {
  const [text] = await extractText("md", "# Tasks\n\n- [x] Logs are kept\n- [ ] Backups are tested\n");
  expect(text).toContain("[x] Logs are kept");
  expect(text).toContain("[ ] Backups are tested");
});

const NAMESPACES = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
const control = (properties: string, content: string) =>
  `<w:sdt ${NAMESPACES}><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const tick = (checked: boolean) =>
  control(`<w14:checkbox><w14:checked w14:val="${checked ? 1 : 0}"/></w14:checkbox>`, wordRun(checked ? "☒" : "☐"));
const legacy = (data: string, instruction: string, result = "") =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="F"/>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText> ${instruction} </w:instrText></w:r>${result && `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${wordRun(result)}`}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const legacyTick = (checked: boolean) =>
  legacy(
    `<w:checkBox><w:sizeAuto/><w:default w:val="0"/>${checked ? "<w:checked/>" : ""}</w:checkBox>`,
    "FORMCHECKBOX",
  );
const symbol = (checked: boolean) => `<w:r><w:sym w:font="Wingdings" w:char="${checked ? "F0FE" : "F0A8"}"/></w:r>`;
const space = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

describe("docx", () => {
  test.each([
    ["content controls", tick, "☒"],
    ["form fields of old", legacyTick, "☒"],
    ["symbols", symbol, "☑"],
  ] as const)("%s show their state before their words", async (_, make, on) => {
    for (const body of [
      `${space("Is MFA enforced? ")}${make(false)}${space(" Yes ")}${make(true)}${space(" No")}`,
      `${space("Is MFA enforced? Yes ")}${make(false)}${space(" No ")}${make(true)}`,
    ])
      expect(await lines("docx", word(wordParagraph(body)))).toEqual([`Is MFA enforced? ☐ Yes ${on} No`]);
  });

  test("a last box before a placeholder moves no tick to another option", async () => {
    const other = control("<w:showingPlcHdr/><w:text/>", wordRun("Click or tap here to enter text."));
    const line = (lead: string, first: string, second: string) =>
      word(
        wordParagraph(
          `${space(lead)}${tick(false)}${space(` ${first} `)}${tick(true)}${space(` ${second} `)}${tick(false)}${space(" ")}${other}`,
        ),
      );
    expect(await lines("docx", line("MFA enforced: ", "Yes", "No"))).toEqual(["MFA enforced: ☐ Yes ☒ No ☐"]);
    expect(await lines("docx", line("Frequency of review: ", "annually", "never"))).toEqual([
      "Frequency of review: ☐ annually ☒ never ☐",
    ]);
  });

  const entries = (result: string) =>
    `<w:ddList>${result}<w:listEntry w:val="Select one"/><w:listEntry w:val="Planned"/><w:listEntry w:val="In &amp; out"/></w:ddList>`;
  test.each([
    ["the chosen entry", legacy(entries('<w:result w:val="2"/>'), "FORMDROPDOWN"), "In & out"],
    ["the entry that is chosen at first", legacy(entries('<w:default w:val="1"/>'), "FORMDROPDOWN"), "Planned"],
    ["nothing where the entry asks to choose", legacy(entries(""), "FORMDROPDOWN"), "☐ (nothing chosen)"],
    ["the entry once", legacy(entries('<w:result w:val="1"/>'), "FORMDROPDOWN", "Planned"), "Planned"],
    ["what was filled in", legacy("<w:textInput/>", "FORMTEXT", "Hamburg"), "Hamburg"],
    ["the chosen entry of a control", control("<w:dropDownList/>", wordRun("In place")), "In place"],
    ["a date", control("<w:date/>", wordRun("11.02.2026")), "11.02.2026"],
    [
      "nothing for a placeholder",
      control("<w:showingPlcHdr/><w:dropDownList/>", wordRun("Choose an item.")),
      "☐ (nothing chosen)",
    ],
    [
      "nothing for a placeholder in several runs and a language of its own",
      control("<w:showingPlcHdr/><w:comboBox/>", wordRun("Valitse ") + wordRun("kohde.")),
      "☐ (nothing chosen)",
    ],
    ["nothing for a date to come", control("<w:showingPlcHdr/><w:date/>", wordRun("Click here")), "☐ (nothing chosen)"],
    [
      "nothing where the text asks to choose",
      control("<w:dropDownList/>", wordRun("Choose an item.")),
      "☐ (nothing chosen)",
    ],
  ])("a field shows %s", async (_, field, shown) => {
    expect(await lines("docx", word(wordParagraph(space("State: ") + field)))).toEqual([`State: ${shown}`]);
  });

  test("a placeholder of a text is no answer", async () => {
    const field = control("<w:showingPlcHdr/><w:text/>", wordRun("Click or tap here to enter text."));
    expect(await lines("docx", word(wordParagraph(space("Owner: ") + field)))).toEqual(["Owner:"]);
  });

  test("a control around whole paragraphs keeps them", async () => {
    const body = control("<w:alias/>", wordParagraph(wordRun("Logs are kept")) + wordParagraph(wordRun("for a year")));
    expect(await lines("docx", word(body))).toEqual(["Logs are kept", "for a year"]);
  });

  test("a symbol in a hidden run stays hidden", async () => {
    const run = `<w:r><w:rPr><w:vanish/></w:rPr><w:sym w:font="Wingdings" w:char="F0FE"/><w:t> Yes</w:t></w:r>`;
    const { segments } = await extractAll(testExtractor(), sourceFile("docx", word(wordParagraph(run))));
    expect(hiddenTexts(segments).join("")).toContain("☑");
  });
});

test("rtf: boxes and lists of a form are as they are shown", async () => {
  const field = (kind: string, properties: string, result = "") =>
    String.raw`{\field{\*\fldinst { FORM${kind} }{\*\formfield{${properties}}}}{\fldrslt ${result}}}`;
  const list = String.raw`{\*\ffl Please select}{\*\ffl Europe}`;
  const rtf = [
    String.raw`{\rtf1\ansi `,
    String.raw`MFA: ${field("CHECKBOX", String.raw`\fftype1\ffres25\ffdefres1`)}Yes `,
    String.raw`${field("CHECKBOX", String.raw`\fftype1\ffres0\ffdefres1`)}No\par `,
    String.raw`Region: ${field("DROPDOWN", String.raw`\fftype2\ffres1\ffdefres0${list}`)}\par `,
    String.raw`Site: ${field("DROPDOWN", String.raw`\fftype2\ffres25\ffdefres0${list}`)}\par `,
    String.raw`Plan: ${field("DROPDOWN", String.raw`\fftype2\ffres1\ffdefres0${list}`, "Europe")}\par `,
    String.raw`Plant: ${field("DROPDOWN", String.raw`\fftype2\ffres25\ffdefres0${list}`, "Please select")}\par `,
    String.raw`Parts: ${field("DROPDOWN", String.raw`\fftype2\ffres1\ffdefres0${list}`, String.raw`{\b Eu}rope`)}, then more\par `,
    String.raw`Bare: ${field("DROPDOWN", String.raw`\fftype2\ffres1`, "Europe")}\par `,
    String.raw`Name: ${field("TEXT", String.raw`\fftype0`, "Ann")}\par}`,
  ].join("");
  expect((await extractText("rtf", rtf)).join("\n")).toBe(
    "MFA: ☒ Yes ☐ No\nRegion: Europe\nSite: ☐ (nothing chosen)\nPlan: Europe\nPlant: ☐ (nothing chosen)\nParts: Europe, then more\nBare: Europe\nName: Ann",
  );
});

test("odt: controls are where the text shows them, with their words", async () => {
  const box = (id: string, state: string, label = "") =>
    `<form:checkbox form:id="${id}" form:label="${label}" form:current-state="${state}"/>`;
  const list = (id: string, chosen: string) =>
    `<form:listbox form:id="${id}"><form:option form:label="Low"/><form:option form:label="High" ${chosen}/></form:listbox>`;
  const at = (id: string) => `<draw:control text:anchor-type="as-char" draw:control="${id}"/>`;
  const forms = [
    box("a", "unchecked") + box("b", "checked") + box("c", "checked", "Approved"),
    `<form:radio form:id="d" form:label="Daily"/><form:radio form:id="e" form:label="Weekly" form:current-selected="true"/>`,
    list("f", 'form:current-selected="true"') + list("g", ""),
    `<form:text form:id="h" form:value="Old" form:current-value="Ann"/><form:button form:id="i" form:label="Send"/>`,
  ];
  const lines = [
    `Is MFA enforced? ${at("a")} Yes ${at("b")} No`,
    at("c"),
    `Backups: ${at("d")} ${at("e")}`,
    `Risk: ${at("f")}`,
    `Class: ${at("g")}`,
    `Owner: ${at("h")}${at("i")}`,
  ];
  const body = `<office:forms><form:form>${forms.join("")}</form:form></office:forms>${lines.map((line) => `<text:p>${line}</text:p>`).join("")}`;
  const { segments } = await extractAll(testExtractor(), sourceFile("odt", odt(body)));
  expect(segments.map(({ text }) => text).join("\n")).toBe(
    "Seen\nIs MFA enforced? ☐ Yes ☒ No\n☒ Approved\nBackups: ☐ Daily ☒ Weekly\nRisk: High\nClass: ☐ (nothing chosen)\nOwner: Ann",
  );
});

test("xlsx: letters of a symbol font are the boxes that it draws, in a cell or in a part of one", async () => {
  const cell = (at: string, text: string, style = "") => `<c r="${at}" ${style} t="inlineStr"><is>${text}</is></c>`;
  const run = (font: string, text: string) => `<r><rPr><rFont val="${font}"/></rPr><t>${text}</t></r>`;
  const rows = [
    `<row r="1">${cell("A1", "<t>Locked</t>")}${cell("B1", "<t>þ</t>", 's="1"')}</row>`,
    `<row r="2">${cell("A2", "<t>Open</t>")}${cell("B2", "<t>¨</t>", 's="1"')}</row>`,
    `<row r="3">${cell("A3", `${run("Wingdings", "x")}${run("Arial", " x-ray room")}`)}</row>`,
  ];
  const fonts = '<font><name val="Wingdings"/></font>';
  const file = book({ rows: rows.join(""), fonts, xf: 'numFmtId="0" fontId="1"' });
  const { segments } = await extractAll(testExtractor(), sourceFile("xlsx", file));
  expect(segments.map(({ text }) => text).join("\n")).toBe("Seen\nLocked | ☑\nOpen | ☐\n☒ x-ray room");
});
