import { Parser } from "htmlparser2";
import type { Package } from "./open-package.ts";
import { localName } from "./read-paragraphs.ts";

export interface Relationship {
  readonly type: string;
  /** Name of the part inside the package. */
  readonly target: string;
}

/** What a part refers to, by relationship id; targets outside the file are omitted. */
export function readRelationships(parts: Package, partName: string): Map<string, Relationship> {
  const slash = partName.lastIndexOf("/");
  const folder = partName.slice(0, slash + 1);
  const xml = parts.read(`${folder}_rels/${partName.slice(slash + 1)}.rels`) ?? "";
  const found = new Map<string, Relationship>();
  const parser = new Parser(
    {
      onopentag(name, { Id: id, Type: type = "", Target: target, TargetMode: mode }) {
        if (localName(name) !== "Relationship" || !id || !target || mode === "External") return;
        found.set(id, { type: type.slice(type.lastIndexOf("/") + 1), target: resolvePart(folder, target) });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return found;
}

function resolvePart(folder: string, target: string): string {
  const path = target.replaceAll("\\", "/");
  const steps = path.startsWith("/") ? [] : folder.split("/");
  for (const step of path.split("/")) {
    if (step === "..") steps.splice(steps.findLastIndex(Boolean), 1);
    else steps.push(step);
  }
  return steps.filter((step) => step !== "" && step !== ".").join("/");
}
