import { boxOf, isPlaceholder, NOTHING_CHOSEN } from "../text/choices.ts";

interface Attributes {
  readonly [name: string]: string;
}

const SHOWN_INPUTS = new Set("text email url number date tel time datetime-local month week range search".split(" "));
const BOX_ROLES = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);

/** What a control of a page shows that has no text of its own. */
export function textOfControl(tag: string, attributes: Attributes): string | null {
  const { type = "text", value, max, role = "" } = attributes;
  const kind = type.trim().toLowerCase();
  if (tag === "input" && (kind === "checkbox" || kind === "radio")) return boxOf(attributes.checked !== undefined);
  if (tag === "input") return SHOWN_INPUTS.has(kind) ? (value ?? null) : null;
  if (tag === "meter" || tag === "progress") return value === undefined ? null : max ? `${value}/${max}` : value;
  const state = attributes["aria-checked"];
  return BOX_ROLES.has(role) && state !== undefined ? boxOf(state === "true") : null;
}

/** Collects the entries of a list, of which a page shows the chosen ones. */
export interface ListReader {
  readonly isOpen: boolean;
  open(tag: string, attributes: Attributes): void;
  text(text: string): void;
  /** What the list shows, as it ends. */
  close(tag: string): string | null;
}

export function createListReader(): ListReader {
  let entries: { text: string; isChosen: boolean; isEmpty: boolean }[] | null = null;
  let showsFirst = true;
  let inEntry = false;
  return {
    get isOpen() {
      return entries !== null;
    },
    open(tag, { multiple, size, selected, value, disabled, label }) {
      if (tag === "select") {
        [entries, inEntry] = [[], false];
        showsFirst = multiple === undefined && !(Number(size) > 1);
      } else if (tag === "option" && entries) {
        entries.push({
          text: label ?? "",
          isChosen: selected !== undefined,
          isEmpty: value === "" || disabled !== undefined,
        });
        inEntry = label === undefined;
      }
    },
    text(text) {
      const entry = inEntry ? entries?.at(-1) : undefined;
      if (entry) entry.text += text;
    },
    close(tag) {
      if (tag === "option") inEntry = false;
      if (tag !== "select" || !entries) return null;
      const marked = entries.filter(({ isChosen }) => isChosen);
      // Of a list that is closed, a browser shows the last one that is marked, or the first.
      const shown = showsFirst ? (marked.at(-1) ?? entries[0]) : undefined;
      const chosen = showsFirst ? (shown ? [shown] : []) : marked;
      const named = chosen
        .map(({ text, isEmpty }) => ({ text: text.replace(/\s+/g, " ").trim(), isEmpty }))
        .filter(({ text, isEmpty }) => text !== "" && !isEmpty && !isPlaceholder(text));
      entries = null;
      return named.map(({ text }) => text).join(", ") || NOTHING_CHOSEN;
    },
  };
}
