const RELEVANT = new Set(
  (
    "all display visibility opacity color background background-color background-image background-clip " +
    "-webkit-background-clip background-repeat font font-size text-indent position left right top bottom inset " +
    "inset-block inset-inline inset-block-start inset-block-end inset-inline-start inset-inline-end margin margin-left " +
    "margin-right margin-top margin-bottom margin-inline margin-block margin-inline-start margin-inline-end " +
    "margin-block-start margin-block-end clip clip-path -webkit-clip-path transform -webkit-transform -moz-transform " +
    "-ms-transform scale translate rotate zoom width height max-width max-height inline-size block-size max-inline-size " +
    "max-block-size overflow overflow-x overflow-y overflow-inline overflow-block line-height content-visibility filter " +
    "-webkit-filter mask mask-image -webkit-mask -webkit-mask-image -webkit-text-fill-color -webkit-text-security " +
    "letter-spacing z-index mix-blend-mode content animation animation-name -webkit-animation -webkit-animation-name " +
    "color-scheme mso-hide text-decoration text-decoration-line -webkit-text-decoration -webkit-text-decoration-line"
  ).split(" "),
);

/** Whether a property can have a part in hiding text. */
export function isRelevant(property: string): boolean {
  return RELEVANT.has(property) || property.startsWith("--");
}

/** Whether a declaration, taken alone, can hide; used where it is unknown whether it applies. */
export function mayHide(property: string, value: string): boolean {
  switch (property) {
    case "display":
      return /none|var\(/i.test(value);
    case "visibility":
      return /hidden|collapse|var\(/i.test(value);
    case "opacity":
      return !(Number(value) >= 0.5);
    case "all":
    case "animation":
    case "background-repeat":
      return false;
    default:
      return true;
  }
}
