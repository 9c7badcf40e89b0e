import { Parser } from "htmlparser2";
import { scanJson, unescapeJson } from "../formats/scan-json.ts";
import type { Fields, Value } from "./value.ts";

/** The value of a JSON text that is well formed; numbers as written. */
export function parseJsonValue(text: string): Value {
  const lists: { items: Value[]; fields: [string, Value][] | null; name: string }[] = [];
  let root: Value = "";
  let awaitsName = false;
  const put = (value: Value) => {
    const frame = lists.at(-1);
    if (!frame) root = value;
    else if (frame.fields) frame.fields.push([frame.name, value]);
    else frame.items.push(value);
  };
  for (const { kind, start, end } of scanJson(text)) {
    const frame = lists.at(-1);
    if (kind === "space" || kind === "colon") continue;
    if (kind === "open") {
      const isRecord = text[start] === "{";
      lists.push({ items: [], fields: isRecord ? [] : null, name: "" });
      awaitsName = isRecord;
    } else if (kind === "close") {
      lists.pop();
      put(frame!.fields ? { fields: frame!.fields } : frame!.items);
      awaitsName = false;
    } else if (kind === "comma") awaitsName = frame?.fields != null;
    else {
      const words = kind === "string" ? readString(text.slice(start, end)) : text.slice(start, end);
      if (kind === "string" && awaitsName && frame) frame.name = words;
      else put(words === "null" && kind !== "string" ? "" : words);
      awaitsName = false;
    }
  }
  return root;
}

function readString(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return unescapeJson(written.slice(1, -1));
  }
}

interface OpenElement {
  readonly name: string;
  readonly fields: [string, Value][];
  text: string;
}

const DEPTH_MAX = 200;

/** The root element of an XML text as fields: attributes, words, and elements by their names without prefix. */
export function parseXmlValue(text: string): Fields {
  const root: OpenElement = { name: "", fields: [], text: "" };
  const open = [root];
  let tooDeep = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > DEPTH_MAX) tooDeep += 1;
        else open.push({ name: localName(name), fields: Object.entries(attributes), text: "" });
      },
      ontext(words) {
        open.at(-1)!.text += words;
      },
      onclosetag() {
        if (tooDeep > 0) tooDeep -= 1;
        else if (open.length > 1) {
          const element = open.pop()!;
          open.at(-1)!.fields.push([element.name, toValue(element)]);
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return { fields: root.fields };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Elements that come repeatedly are a list at the place of the first. */
function toValue({ fields, text }: OpenElement): Value {
  const words = text.trim();
  if (fields.length === 0) return words;
  const byName = new Map<string, Value[]>();
  for (const [name, value] of fields) {
    const known = byName.get(name);
    if (known) known.push(value);
    else byName.set(name, [value]);
  }
  const joined = [...byName].map(([name, values]) => [name, values.length === 1 ? values[0]! : values] as const);
  return { fields: words === "" ? joined : [...joined, ["text", words]] };
}
