import { Parser } from "htmlparser2";
import { localName } from "./read-paragraphs.ts";

interface Node {
  readonly tag: string;
  readonly value: string | undefined;
  readonly children: Node[];
  text: string;
}

const DEPTH_MAX = 60;

/** An equation of Office (OMML) as one line: `(a+b)/2`, `x^2`, `sqrt(n)`. */
export function writeLinearEquation(xml: string): string {
  const root: Node = { tag: "oMath", value: undefined, children: [], text: "" };
  const open: Node[] = [root];
  let tooDeep = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length >= DEPTH_MAX) tooDeep += 1;
        else {
          const value = Object.entries(attributes).find(([key]) => localName(key) === "val")?.[1];
          const node: Node = { tag: localName(name), value, children: [], text: "" };
          open.at(-1)!.children.push(node);
          open.push(node);
        }
      },
      ontext(text) {
        open.at(-1)!.text += text;
      },
      onclosetag() {
        if (tooDeep > 0) tooDeep -= 1;
        else if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return write(root)
    .replace(/\s*([=×·+≤≥≠±≈⋅÷])\s*/gu, " $1 ")
    .replace(/\s+/g, " ")
    .trim();
}

function write(node: Node): string {
  const part = (tag: string) => {
    const found = node.children.find((child) => child.tag === tag);
    return found ? write(found).trim() : "";
  };
  const parts = (tag: string) => node.children.filter((child) => child.tag === tag).map((child) => write(child).trim());
  const property = (tag: string, otherwise: string) =>
    node.children.find((child) => child.tag.endsWith("Pr"))?.children.find((child) => child.tag === tag)?.value ??
    otherwise;
  switch (node.tag) {
    case "t":
      return node.text;
    case "f":
      return `${group(part("num"))}/${group(part("den"))}`;
    case "sSup":
      return `${group(part("e"))}${raised(part("sup"))}`;
    case "sSub":
      return `${group(part("e"))}${lowered(part("sub"))}`;
    case "sSubSup":
    case "sPre":
      return `${group(part("e"))}${lowered(part("sub"))}${raised(part("sup"))}`;
    case "limLow":
      return `${part("e")}${lowered(part("lim"))}`;
    case "limUpp":
      return `${part("e")}${raised(part("lim"))}`;
    case "rad":
      return part("deg") === "" ? `sqrt(${part("e")})` : `root(${part("deg")}, ${part("e")})`;
    case "nary":
      return `${property("chr", "∫")}${lowered(part("sub"))}${raised(part("sup"))} ${part("e")}`;
    case "d":
      return `${property("begChr", "(")}${parts("e").join(property("sepChr", ", "))}${property("endChr", ")")}`;
    case "func":
      return `${part("fName")} ${group(part("e"))}`;
    case "m":
      return `[${parts("mr").join("; ")}]`;
    case "mr":
      return parts("e").join(", ");
    case "eqArr":
      return parts("e").join("; ");
    case "ctrlPr":
    case "rPr":
      return "";
    default:
      return node.tag.endsWith("Pr") ? "" : node.children.map(write).join("");
  }
}

function group(text: string): string {
  return /^(?:[\p{L}\p{N}.,']+|[^\p{L}\p{N}]|\(.*\))?$/u.test(text) ? text : `(${text})`;
}

function raised(text: string): string {
  return text === "" ? "" : `^${group(text)}`;
}

function lowered(text: string): string {
  return text === "" ? "" : `_${group(text)}`;
}
