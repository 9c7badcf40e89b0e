import type { Derivation } from "@assay/contract";
import { findProp, type OscalControl, type OscalPart } from "./catalogue-schema.ts";
import type { ResolveText } from "./resolve-parameters.ts";

const OBJECTIVES = new Set(["assessment-objective", "objective"]);
const METHODS = new Set(["assessment-method", "assessment"]);
const OBJECTS = new Set(["assessment-objects", "objects"]);
const HINT_MAX = 4000;
const SUMMARY_MAX = 1500;

/** A requirement's text, and what it was put together from if it is not in the file as it is. */
export interface ReadText {
  readonly title: string;
  readonly from: Derivation | undefined;
}

export interface Objective {
  /** Its label, or its id where it has none. */
  readonly label: string;
  readonly id: string;
  readonly text: ReadText;
  readonly props: OscalPart["props"];
}

export function isWithdrawn(control: OscalControl): boolean {
  return findProp(control, "status")?.toLowerCase() === "withdrawn";
}

/** The title and the whole statement of a control, items with their labels. */
export function readStatement(control: OscalControl, resolve: ResolveText): ReadText {
  const statement = control.parts?.find(({ name }) => name === "statement");
  const prose = statement ? listItems(statement).join(" ") : "";
  const title = resolve(control.title);
  if (prose === "") return { title, from: title === withoutBreaks(control.title) ? undefined : "STATEMENT" };
  return { title: `${title}: ${resolve(prose)}`, from: "STATEMENT" };
}

function listItems(part: OscalPart): string[] {
  const label = part.name === "item" ? findProp(part, "label") : undefined;
  const own = [label, part.prose].filter(Boolean).join(" ");
  return [own, ...(part.parts ?? []).flatMap(listItems)].filter((text) => text !== "");
}

/**
 * Every objective of a control, nested ones included, parents first. One that only groups others is stated by what it
 * groups.
 */
export function listObjectives(control: OscalControl, resolve: ResolveText): Objective[] {
  const walk = (part: OscalPart): Objective[] => {
    const inner = (part.parts ?? []).flatMap(walk);
    if (!OBJECTIVES.has(part.name)) return inner;
    const own = resolve(part.prose ?? "");
    const parts = (part.parts ?? []).filter(({ name }) => OBJECTIVES.has(name)).flatMap((child) => listProse(child));
    const label = findProp(part, "label") ?? part.id ?? "";
    const title = parts.length === 0 ? own : [own, summarize(parts.map(resolve))].filter(Boolean).join(" ");
    const from =
      parts.length > 0 ? "PARTS" : own !== "" && own === withoutBreaks(part.prose ?? "") ? undefined : "STATEMENT";
    return [
      { label, id: part.id ?? "", text: { title: title || resolve(control.title), from }, props: part.props },
      ...inner,
    ];
  };
  return (control.parts ?? []).flatMap(walk);
}

function listProse(part: OscalPart): string[] {
  return [part.prose ?? "", ...(part.parts ?? []).filter(({ name }) => OBJECTIVES.has(name)).flatMap(listProse)].filter(
    (prose) => prose.trim() !== "",
  );
}

// What is omitted is a requirement of its own.
function summarize(parts: readonly string[]): string {
  let text = "";
  for (const [at, part] of parts.entries()) {
    const next = text === "" ? part : `${text} ${part}`;
    if (at > 0 && next.length > SUMMARY_MAX) return `${text} (and ${parts.length - at} more)`;
    text = next;
  }
  return text;
}

/** What an assessor examines for a control: documents and records, as a search hint. */
export function readExamined(control: OscalControl, resolve: ResolveText): string | null {
  const objects = (control.parts ?? [])
    .filter((part) => METHODS.has(part.name) && findProp(part, "method")?.toUpperCase() === "EXAMINE")
    .flatMap(({ parts }) => parts ?? [])
    .filter(({ name }) => OBJECTS.has(name))
    .flatMap(({ prose }) => (prose ?? "").split(/\n\s*\n/))
    .map(resolve)
    .filter((text) => text !== "");
  if (objects.length === 0) return null;
  return objects.join("; ").slice(0, HINT_MAX).toWellFormed();
}

function withoutBreaks(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
