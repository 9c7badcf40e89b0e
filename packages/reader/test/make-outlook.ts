import { Buffer } from "node:buffer";
import { burn, type Entry } from "@kenjiuno/msgreader/lib/Burner.js";

/** As compound files number them. */
const [FOLDER, STREAM, ROOT] = [1, 2, 5];

interface Folder {
  readonly [name: string]: Folder | Uint8Array;
}

const unicode = (text: string) => Buffer.from(text, "utf16le");
const number = (value: number) => Uint8Array.from([value, 0, 0, 0]);

/** The table of the properties that stand in no stream of their own. */
function properties(headerBytes: number, attachMethod?: number): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  if (attachMethod === undefined) return header;
  return Buffer.concat([header, Buffer.from("0300053706000000", "hex"), number(attachMethod), number(0)]);
}

/** An Outlook message, with files. */
export function makeOutlookMessage(
  body: string | { readonly rich: Uint8Array },
  files: Readonly<Record<string, Uint8Array>>,
): Uint8Array {
  const attachments = Object.entries(files).map(([name, content], at): [string, Folder] => [
    `__attach_version1.0_#0000000${at}`,
    {
      "__properties_version1.0": properties(8, 1),
      "__substg1.0_3707001F": unicode(name),
      "__substg1.0_37010102": content,
    },
  ]);
  return burnFolder({
    "__nameid_version1.0": {
      "__substg1.0_00020102": new Uint8Array(),
      "__substg1.0_00030102": new Uint8Array(),
      "__substg1.0_00040102": new Uint8Array(),
    },
    "__properties_version1.0": properties(32),
    "__substg1.0_0037001F": unicode("Review"),
    "__substg1.0_0C1A001F": unicode("Ann"),
    ...(typeof body === "string" ? { "__substg1.0_1000001F": unicode(body) } : { "__substg1.0_10090102": body.rich }),
    ...Object.fromEntries(attachments),
  });
}

/** A compound file of streams, as of an OLE object. */
export const makeCompoundFile = (streams: Readonly<Record<string, Uint8Array>>): Uint8Array => burnFolder(streams);

function burnFolder(root: Folder): Uint8Array {
  const entries: Entry[] = [];
  const add = (name: string, content: Folder | Uint8Array, type: number): number => {
    const at = entries.length;
    if (content instanceof Uint8Array) {
      entries.push({ name, type, length: content.length, binaryProvider: () => Uint8Array.from(content) });
      return at;
    }
    const children: number[] = [];
    entries.push({ name, type, length: 0, children });
    for (const [inner, value] of Object.entries(content))
      children.push(add(inner, value, value instanceof Uint8Array ? STREAM! : FOLDER!));
    return at;
  };
  add("Root Entry", root, ROOT!);
  return burn(entries);
}
