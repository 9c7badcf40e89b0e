import { expect, test } from "vitest";
import { listXfaLines } from "../src/pdf/list-xfa-lines.ts";
import { placeFields } from "../src/pdf/place-fields.ts";
import { checkSegments, extractAll, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";
import { makePdf, type PdfPageSource, textAt } from "./make-pdf.ts";

async function read(page: PdfPageSource): Promise<string> {
  const { segments } = await extractAll(testExtractor(), sourceFile("pdf", makePdf([page])));
  checkSegments(segments);
  return segments.map(({ text }) => text).join("\n");
}

/** A box of 12 units with the lower left corner at a place. */
const box = (x: number, y: number, option: string, value: string, more = "") =>
  `/Subtype /Widget /FT /Btn /T (f${y}) /V /${value} /AS /${option === value ? option : "Off"} /Rect [${x} ${y} ${x + 12} ${y + 12}] /AP << /N << /${option} << >> /Off << >> >> >> ${more}`;
const radio = (x: number, y: number, option: string, value: string) => box(x, y, option, value, "/Ff 49152");
const field = (x: number, y: number, value: string, more = "") =>
  `/Subtype /Widget /FT /Tx /T (t${x}) /V (${value}) /Rect [${x} ${y} ${x + 90} ${y + 14}] ${more}`;

const Q = "Is MFA enforced?";

test.each([
  ["a pair of boxes of one field", box],
  ["a group of radio buttons", radio],
])("%s shows which one is on, and the others too", async (_, make) => {
  for (const [value, line] of [
    ["Yes", "☒ Yes\t☐ No"],
    ["No", "☐ Yes\t☒ No"],
    ["Off", "☐ Yes\t☐ No"],
  ] as const) {
    const content = [textAt(60, 720, Q), textAt(80, 700, "Yes"), textAt(140, 700, "No")].join("\n");
    const annotations = [make(64, 698, "Yes", value), make(124, 698, "No", value)];
    expect(await read({ content, annotations })).toBe(`${Q}\n${line}`);
  }
});

test("export values that say nothing leave the words of the page", async () => {
  const content = [textAt(60, 700, Q), textAt(200, 700, "Yes"), textAt(260, 700, "No"), textAt(310, 700, "N/A")];
  const annotations = [box(184, 698, "0", "1"), box(244, 698, "1", "1"), box(294, 698, "2", "1")];
  expect((await read({ content: content.join("\n"), annotations })).replace(/\s+/g, " ")).toBe(`${Q} ☐ Yes ☒ No ☐ N/A`);
});

test("a box on the right of its words is written before them", async () => {
  const content = [textAt(60, 700, `${Q} Yes`), textAt(240, 700, "No"), textAt(60, 660, "Logs are kept")].join("\n");
  const annotations = [box(190, 698, "Yes", "No"), box(260, 698, "No", "No"), box(140, 658, "On", "On")];
  const text = await read({ content, annotations });
  expect(text.split(/\n+/).map((line) => line.replace(/\s+/g, " "))).toEqual([`${Q} ☐ Yes ☒ No`, "☒ Logs are kept"]);
});

test("answers on the left of their buttons keep them, also where the next answer is nearer", async () => {
  const content = [textAt(60, 700, "Yes"), textAt(120, 700, "No"), textAt(60, 660, "All"), textAt(110, 660, "Some")];
  const annotations = [
    radio(84, 698, "a", "a"),
    radio(140, 698, "b", "a"),
    radio(92, 658, "a", "b"),
    radio(150, 658, "b", "b"),
  ];
  const text = await read({ content: content.join("\n"), annotations });
  expect(text.split(/\n+/).map((line) => line.replace(/\s+/g, " "))).toEqual(["☒ Yes ☐ No", "☐ All ☒ Some"]);
});

test("words of one run are parted where the boxes lie in it", async () => {
  const line = "Is MFA enforced?      Yes      No";
  const annotations = [box(152, 698, "Yes", "No"), box(194, 698, "No", "No")];
  expect((await read({ content: textAt(60, 700, line), annotations })).replace(/\s+/g, " ")).toBe(`${Q} ☐ Yes ☒ No`);
});

test("boxes in the columns of a table have the headings of their columns", async () => {
  const rows = ["MFA is enforced", "Backups are tested", "Keys are rotated"];
  const content = [
    ...[textAt(60, 740, "Control"), textAt(300, 740, "Yes"), textAt(360, 740, "No")],
    ...rows.map((row, at) => textAt(60, 720 - at * 20, row)),
  ].join("\n");
  const annotations = rows.flatMap((_, at) => {
    const value = at === 1 ? "Yes" : "No";
    return [box(303, 718 - at * 20, "Yes", value), box(361, 718 - at * 20, "No", value)];
  });
  const text = await read({ content, annotations });
  expect(text).toContain("MFA is enforced ☐ Yes ☒ No");
  expect(text).toContain("Backups are tested ☒ Yes ☐ No");
  expect(text).toContain("Keys are rotated ☐ Yes ☒ No");
});

test("a box that is drawn under its field is no second answer", async () => {
  const glyph = "BT /C1 12 Tf 1 0 0 1 64 700 Tm <25A1> Tj ET";
  const content = [glyph, textAt(80, 700, "Yes"), textAt(140, 700, "No")].join("\n");
  const annotations = [box(64, 698, "Yes", "Yes"), box(124, 698, "No", "Yes")];
  expect(await read({ content, annotations })).toBe("☒ Yes\t☐ No");
});

test("values and chosen entries follow their labels, and an entry that asks to choose is no answer", async () => {
  const list = (x: number, y: number, value: string) =>
    field(x, y, value, "").replace(
      "/FT /Tx",
      "/FT /Ch /Ff 131072 /Opt [(Select one) (Planned) [(f) (Fully in place)]]",
    );
  const content = [
    ...[textAt(60, 700, "Owner:"), textAt(60, 680, "Encryption at rest"), textAt(60, 660, "Retention")],
    ...[textAt(60, 640, "Recovery time"), textAt(260, 640, "hours"), textAt(60, 600, "Describe your backups")],
  ].join("\n");
  const annotations = [
    ...[field(160, 698, "Ann Lee"), list(160, 678, "f"), list(160, 658, "Select one"), field(160, 638, "4")],
    field(60, 580, "Every night, to another region"),
  ];
  const text = await read({ content, annotations });
  expect(text.replace(/\t/g, " ").split(/\n+/)).toEqual([
    ...["Owner: Ann Lee", "Encryption at rest: Fully in place", "Retention: ☐ (nothing chosen)"],
    ...["Recovery time 4 hours", "Describe your backups", "Every night, to another region"],
  ]);
});

test("the name of a field is its label only where no text is near", async () => {
  const content = textAt(60, 700, "Questionnaire");
  const annotations = [
    box(64, 300, "Yes", "No", "/TU (MFA enforced)"),
    box(124, 300, "No", "No", "/TU (MFA enforced)"),
    box(64, 200, "On", "On", "/TU (Logs are kept)"),
  ];
  expect((await read({ content, annotations })).split("\n")).toEqual([
    ...["Questionnaire", "MFA enforced: ☐ Yes", "MFA enforced: ☒ No", "☒ Logs are kept"],
  ]);
});

test("a field that is not shown is marked hidden", async () => {
  const content = textAt(60, 700, "Is MFA enforced?");
  const bytes = makePdf([{ content, annotations: [field(160, 698, "Always", "/F 2")] }]);
  const { segments } = await extractAll(testExtractor(), sourceFile("pdf", bytes));
  expect(hiddenTexts(segments).join()).toContain("Always");
});

test.each([
  ["MFA enforced:", 0],
  ["MFA enforced", 0],
  ["Is MFA enforced?", 0],
  ["MFA enforced", 40],
])("a last box without words moves no tick of %s to another option", async (asked, apart) => {
  const content = [textAt(60, 700, asked), textAt(200, 700, "Yes"), textAt(260 + apart, 700, "No")].join("\n");
  const annotations = [box(186, 698, "a", "b"), box(246 + apart, 698, "b", "b"), box(290 + apart, 698, "c", "b")];
  const [line, ...rest] = (await read({ content, annotations })).split(/\n+/);
  expect(line!.replace(/\s+/g, " ")).toBe(`${asked} ☐ Yes ☒ No`);
  expect(rest).toEqual(["f698: ☐ c"]);
});

test("a box between brackets is before its words", async () => {
  const content = [textAt(60, 700, "MFA is used: [   ] Yes"), textAt(222, 700, "[   ] No")].join("\n");
  const annotations = [box(136, 698, "Yes", "No"), box(226, 698, "No", "No")];
  expect((await read({ content, annotations })).replace(/\s+/g, " ")).toBe("MFA is used: [ ☐ ] Yes [ ☒ ] No");
});

test("a ticked box without words is no other option's", async () => {
  const content = [textAt(60, 700, "MFA enforced"), textAt(200, 700, "Yes"), textAt(260, 700, "No")].join("\n");
  const annotations = [box(186, 698, "a", "c"), box(246, 698, "b", "c"), box(290, 698, "c", "c")];
  const [line, ...rest] = (await read({ content, annotations })).split(/\n+/);
  expect(line!.replace(/\s+/g, " ")).toBe("MFA enforced ☐ Yes ☐ No");
  expect(rest).toEqual(["f698: ☒ c"]);
});

test("where boxes of a line are on different sides of words, none is placed", async () => {
  const words = [textAt(60, 700, "Answer"), textAt(130, 700, "Yes"), textAt(200, 700, "No"), textAt(290, 700, "Other")];
  const annotations = [box(116, 698, "a", "b"), box(218, 698, "b", "b")];
  const text = await read({ content: words.join("\n"), annotations });
  expect(text.split(/\n+/).slice(1)).toEqual(["f698: ☐ a", "f698: ☒ b"]);
  expect(text.split("\n")[0]).not.toMatch(/[☐☒]/);
});

test("on a page that is turned, boxes stay with their words", async () => {
  const turned = (x: number, y: number, text: string) => `BT /F1 12 Tf 0 1 -1 0 ${x} ${y} Tm (${text}) Tj ET`;
  const content = [turned(100, 60, Q), turned(120, 80, "Yes"), turned(120, 140, "No")].join("\n");
  const at = (y: number, option: string) =>
    box(0, 0, option, "No").replace(/\/Rect \[[^\]]*\]/, `/Rect [110 ${y} 122 ${y + 12}]`);
  expect(await read({ content, annotations: [at(64, "Yes"), at(124, "No")] })).toBe(`${Q}\n☐ Yes\t☒ No`);
});

test("a box at the end of a question belongs to the question", async () => {
  const content = [textAt(60, 700, Q), textAt(60, 680, "Logs are kept")].join("\n");
  const annotations = [box(170, 698, "On", "On"), box(170, 678, "On", "Off")];
  expect((await read({ content, annotations })).split(/\n+/)).toEqual([`☒ ${Q}`, "☐ Logs are kept"]);
});

test("each of thousands of fields has its box", () => {
  const runs = Array.from({ length: 500 }, (_, at) => ({
    ...{ str: "Yes ".repeat(40), width: 400 },
    transform: [8, 0, 0, 8, 60, 9000 - at * 12],
  }));
  const annotations = Array.from({ length: 5000 }, (_, at) => {
    const [x, y] = [60 + (at % 20) * 20, 8999 - Math.floor(at / 10) * 12];
    return {
      ...{ subtype: "Widget", fieldType: "Btn", checkBox: true, fieldValue: "Yes", exportValue: "Yes" },
      rect: [x, y, x + 8, y + 8],
    };
  });
  const { runs: placed, lines } = placeFields(runs, annotations);
  const text = [...placed.map(({ str }) => str), ...lines.map((line) => line.text)].join("\n");
  expect(text.match(/☒/g)).toHaveLength(5000);
});

test("the answers of an XFA form are read with their captions", () => {
  const caption = (value: string) => ({ name: "div", children: [{ name: "span", value }] });
  const field = (...children: object[]) => ({
    ...{ name: "div", attributes: { class: ["xfaField"] } },
    children: [{ name: "label", children }],
  });
  const box = (type: string, checked: boolean) => ({ name: "input", attributes: { type, checked } });
  const list = (...options: [string, boolean][]) => ({
    name: "select",
    children: options.map(([value, selected]) => ({ name: "option", value, attributes: { selected } })),
  });
  const page = {
    name: "div",
    children: [
      { name: "span", value: "Supplier statement" },
      field(caption("Is MFA enforced?"), { name: "input", attributes: { type: "text", value: "No" } }),
      field(caption("Yes"), box("checkbox", false)),
      field(box("radio", true), caption("No")),
      field(caption("State"), list(["Planned", false], ["In place", true])),
      field(caption("Review"), list(["Please select", true], ["Yearly", false])),
      field(caption("Remarks"), { name: "textarea", attributes: { textContent: "None" } }),
    ],
  };
  expect(listXfaLines(page)).toEqual([
    ...["Supplier statement", "Is MFA enforced? No", "☐ Yes", "☒ No", "State: In place"],
    ...["Review: ☐ (nothing chosen)", "Remarks: None"],
  ]);
});
