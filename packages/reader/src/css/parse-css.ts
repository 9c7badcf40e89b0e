import { type CssNode, parse } from "css-tree";

/** Parses CSS as leniently as browsers do; `null` where nothing can be made of the text. */
export function parseCss(text: string, context: string): CssNode | null {
  try {
    return parse(text, {
      context,
      parseValue: context === "value",
      parseCustomProperty: false,
      onParseError: () => undefined,
    });
  } catch (error) {
    if (error instanceof SyntaxError || (error as Error).name === "SyntaxError") return null;
    throw error;
  }
}
