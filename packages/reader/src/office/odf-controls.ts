import { boxOf, isPlaceholder, NOTHING_CHOSEN } from "../text/choices.ts";

interface Attributes {
  readonly [name: string]: string;
}

/** Collects the controls of forms, which stand before the text that shows them. */
export interface OdfControls {
  open(tag: string, attributes: Attributes): void;
  /** What a control shows; empty where it is none that shows anything. */
  show(id: string): string;
}

interface Control {
  readonly text: string;
  readonly chosen: string[] | null;
}

export function createOdfControls(): OdfControls {
  const controls = new Map<string, Control>();
  let last: Control | null = null;
  return {
    open(tag, attributes) {
      const of = (name: string) => attributes[`form:${name}`];
      if (tag === "option" || tag === "item") {
        const label = of("label") ?? "";
        const isChosen = (of("current-selected") ?? of("selected")) === "true";
        if (isChosen && label.trim() !== "" && !isPlaceholder(label)) last?.chosen?.push(label);
        return;
      }
      const control = read(tag, of);
      if (!control) return;
      last = control;
      for (const id of [of("id"), attributes["xml:id"]]) if (id !== undefined) controls.set(id, control);
    },
    show(id) {
      const { text, chosen } = controls.get(id) ?? { text: "", chosen: null };
      return chosen === null ? text : chosen.join(", ") || text;
    },
  };
}

function read(tag: string, of: (name: string) => string | undefined): Control | null {
  const box = (isOn: boolean) => ({ text: `${boxOf(isOn)} ${of("label") ?? ""}`.trim(), chosen: null });
  const value = of("current-value") ?? of("value") ?? "";
  switch (tag) {
    case "checkbox":
      return box((of("current-state") ?? of("state")) === "checked");
    case "radio":
      return box((of("current-selected") ?? of("selected")) === "true");
    case "listbox":
      return { text: NOTHING_CHOSEN, chosen: [] };
    case "combobox":
    case "text":
    case "textarea":
    case "formatted-text":
    case "date":
    case "time":
    case "number":
      return { text: isPlaceholder(value) ? "" : value, chosen: null };
    default:
      return null;
  }
}
