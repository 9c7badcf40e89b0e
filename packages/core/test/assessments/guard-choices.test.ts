import { readRequirement } from "@assay/language/requirement";
import { listStatements } from "@assay/language/text";
import { expect, test } from "vitest";
import { noteWeakness } from "../../src/assessments/guard/note-weakness.ts";
import { reasonOfChoice } from "../../src/assessments/guard/reasons/choice.ts";

const REQUIREMENT = readRequirement({ title: "MFA is enforced for all administrators", criterionTitle: "Access" });

function weakness(text: string, quote: string, more: { isChecked?: boolean; isSure?: boolean } = {}) {
  const start = text.indexOf(quote);
  const passage = { text, statements: listStatements(text), documentTitle: "answers.pdf" };
  const range = { start, end: start + quote.length };
  return noteWeakness({ requirement: REQUIREMENT, passage, range, on: "2026-11-27", ...more });
}

const ASKED = "Is MFA enforced for all administrators?";
const STATED = "MFA is enforced for all administrators";
const WAYS = [{}, { isChecked: true }, { isSure: true }];

test.each([
  [`${ASKED} ☐ Yes ☒ No`],
  [`${ASKED} ☐ Yes ☐ No`],
  [`${ASKED} ☒ Yes ☒ No`],
  [`${ASKED} ☐ Yes ☐ Partly ☒ Planned`],
  [`${ASKED} ☐ Yes ☑ No, from next year`],
  [`${ASKED} [ ] Yes [x] No`],
  [`${ASKED}\n☐ Yes\t☒ No`],
  [`${ASKED}\n☐ Yes\n☒ No`],
  [`${STATED} ☐ Yes ☒ No`],
  [`${STATED}: ☐ (nothing chosen)`],
  [`☐ ${STATED}`],
  [`- [ ] ${STATED}`],
  [`Controls: ☒ Backups are tested ☐ ${STATED}`],
  [`Control | Yes | No\n${STATED} | ☐ | ☒`],
  [`Control | Yes | No\n${STATED} |  | x`],
  [`${ASKED} ☐ Yes ☒ , No`],
  [`${ASKED} ☐ Yes ☒ / No`],
  [`${ASKED} ☐ Yes ☒ or No`],
  [`${STATED}: [ ☐ ] Yes [ ☒ ] No`],
  [`${STATED}: ☒ Not used ☐ Used`],
  [`${STATED}: ☒ Optional ☐ Mandatory`],
  [`${STATED}: ☒ Never ☐ Always`],
  [`${STATED}: ☒ Will not be done ☐ Will be done`],
  [`${STATED}: 🗹 no 🗷 yes`],
  [`${STATED}: 🞎 yes 🗹 no`],
  [`${STATED} | ☒ | ☐`],
  [`${STATED}\t☐\tYes\t☒\tNo`],
  [`${STATED} | ☐ | ☒`],
  [`${STATED}: ☐ Yes ☒ No ☐`],
  [`${STATED}: ☐ CISO ☐ Board ☒`],
  [`${STATED} No ☒ Yes ☐`],
  [`${STATED}: Never ☒ Always ☐`],
  [`${STATED}: No: ☒ Yes: ☐`],
  [`${STATED}. ☐ Yes ☒ No`],
  [`${STATED}. ☐ I confirm`],
  [`MFA for admins: ☒ None ☐ All`],
])("%s never supports it", (text) => {
  for (const way of WAYS) expect(weakness(text, text, way), JSON.stringify(way)).toBeDefined();
});

test.each([
  [`${STATED}.\n☐ Yes ☒ No`, `${STATED}.`],
  [`${STATED}.\n☐ Yes\n☒ No`, `${STATED}.`],
])("the answer right below what is cited counts: %s", (text, quote) => {
  for (const way of WAYS) expect(weakness(text, quote, way), JSON.stringify(way)).toBeDefined();
});

test.each([
  [`${ASKED} ☒ Yes ☐ No`],
  [`${ASKED} ☑ Yes ☐ No ☐ N/A`],
  [`${STATED} ☒ Yes ☐ No`],
  [`☒ ${STATED}`],
  [`- [x] ${STATED}`],
  [`Controls: ☐ Backups are tested ☒ ${STATED}`],
  [`Control | Yes | No\n${STATED} | ☒ | ☐`],
  [`${STATED}: ☒ Yes ☐ No ☐`],
  [`${STATED}: [ ☒ ] Yes [ ☐ ] No`],
  [`${STATED}: ☒ Yes / ☐ No`],
  [`${STATED}: 🗹 Yes 🞎 No`],
  [`☒ | ${STATED}`],
])("%s may support it", (text) => {
  const quote = text.split("\n").at(-1)!;
  for (const way of WAYS) expect(weakness(text, quote, way), JSON.stringify(way)).toBeUndefined();
});

test("brackets in a sentence are no boxes", () => {
  const text = `${STATED} of the platform [x] and of its tools.`;
  expect(weakness(text, text)).toBeUndefined();
});

test("a box of the page after a sentence says nothing about the sentence", () => {
  const text = `${STATED}. ☐ Show details`;
  for (const way of WAYS) expect(weakness(text, text, way)).toBeUndefined();
});

test("what is explained behind an answer that is not ticked is no denial by the boxes", () => {
  const [statement] = listStatements(`${STATED}: ☒ Yes ☐ No, not all administrators use MFA`);
  expect(reasonOfChoice(statement!, [statement!], REQUIREMENT)).toBeUndefined();
});

test("no exceptions are no denial", () => {
  const text = `${STATED}.\nKnown exceptions to MFA for all administrators: ☒ None ☐ Some`;
  expect(weakness(text, text)).toBeUndefined();
});
