import { liftTextBoxes } from "./lift-text-boxes.ts";
import { writeLinearEquation } from "./linear-equation.ts";
import { markHiddenRuns } from "./mark-hidden-runs.ts";
import type { WordStyles } from "./word-styles.ts";
import { writeChoices } from "./write-choices.ts";

/** Rewrites a WordprocessingML part so that mammoth keeps what it would drop, and says what Word would not show. */
export function prepareWordXml(xml: string, styles: WordStyles): string {
  // What hides a text box is on what is around it.
  return liftTextBoxes(markHiddenRuns(flattenEquations(writeChoices(unwrap(dropUnread(xml)))), styles));
}

/** Attributes that no reader looks at, of the elements of which there are most: each would become an object. */
function dropUnread(xml: string): string {
  return xml
    .replaceAll('<w:t xml:space="preserve">', "<w:t>")
    .replace(/(<w:(?:p|r|tr))(?: w:rsid[A-Za-z]{1,8}="[0-9A-Fa-f]{8}")+/g, "$1");
}

const ATTRIBUTES = String.raw`(?:\s(?:"[^"]*"|[^>"])*)?`;
const WRAPPER_NAMES = ["w:fldSimple", "w:customXml", "w:moveTo", "w:bdo", "w:dir"];
const WRAPPERS = new RegExp(
  `<w:customXmlPr>.*?</w:customXmlPr>|</?w:(?:fldSimple|customXml|moveTo|bdo|dir)${ATTRIBUTES}>`,
  "gs",
);

/** Fields, tagged ranges, moved text and text of another direction: mammoth knows none of these and drops what they hold. */
function unwrap(xml: string): string {
  return WRAPPER_NAMES.some((name) => xml.includes(name)) ? xml.replace(WRAPPERS, "") : xml;
}

function flattenEquations(xml: string): string {
  if (!xml.includes("<m:oMath")) return xml;
  return xml
    .replace(/<m:oMathPara>(?:<m:oMathParaPr>.*?<\/m:oMathParaPr>)?|<\/m:oMathPara>/gs, "")
    .replace(/<m:oMath(?:\s[^>]*)?>(.*?)<\/m:oMath>/gs, (_, equation: string) => {
      const text = escapeXml(writeLinearEquation(`<m:oMath>${equation}</m:oMath>`));
      return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    });
}

const escapeXml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
