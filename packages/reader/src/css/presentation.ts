import type { StyledElement } from "./styled-element.ts";

interface Hint {
  readonly property: string;
  readonly value: string;
}

const FONT_SIZES = ["10px", "10px", "13px", "16px", "18px", "24px", "32px", "48px"];
const NOT_SHOWN = new Set(["datalist", "noframes", "noembed", "param", "rp", "audio", "video", "dialog", "area"]);

/** What old attributes and the browser's own style sheet say of an element; any rule of the page outweighs it. */
export function readPresentation({ tag, attributes, parent }: StyledElement): Hint[] {
  const hints: Hint[] = [];
  const add = (property: string, value: string | undefined) => {
    if (value !== undefined) hints.push({ property, value });
  };
  add("background-color", legacyColour(attributes.bgcolor));
  if (attributes.background) add("background-image", `url(${attributes.background})`);
  if (tag === "font") {
    add("color", legacyColour(attributes.color));
    add("font-size", fontSize(attributes.size));
  } else if (tag === "body") add("color", legacyColour(attributes.text));
  else if (tag === "a" && attributes.href !== undefined) add("color", linkColour(parent));
  else if (tag === "mark")
    hints.push({ property: "background-color", value: "yellow" }, { property: "color", value: "black" });
  else if (tag === "small" || tag === "sub" || tag === "sup") add("font-size", "smaller");
  else if (tag === "big") add("font-size", "larger");
  else if (/^h[1-6]$/.test(tag)) add("font-size", `${[2, 1.5, 1.17, 1, 0.83, 0.67][Number(tag[1]) - 1]}em`);
  if (NOT_SHOWN.has(tag) && !(tag === "dialog" && attributes.open !== undefined)) add("display", "none");
  if (attributes.popover !== undefined) add("display", "none");
  return hints;
}

function legacyColour(value: string | undefined): string | undefined {
  const name = value?.trim();
  if (!name) return undefined;
  return /^[0-9a-f]{6}$|^[0-9a-f]{3}$/i.test(name) ? `#${name}` : name;
}

function fontSize(size: string | undefined): string | undefined {
  const number = Number.parseInt(size ?? "", 10);
  if (size === undefined || Number.isNaN(number)) return undefined;
  const steps = /^\s*[+-]/.test(size) ? 3 + number : number;
  return FONT_SIZES[Math.max(1, Math.min(7, steps))];
}

function linkColour(parent: StyledElement | null): string {
  for (let above = parent; above; above = above.parent)
    if (above.tag === "body") return legacyColour(above.attributes.link) ?? "linktext";
  return "linktext";
}
