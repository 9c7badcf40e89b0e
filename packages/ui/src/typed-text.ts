import { type RefObject, useEffect } from "react";
import { KEEP } from "./keep-typed-text.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;

const FIELDS =
  'textarea, input:not([type=password], [type=file], [type=hidden], [type=checkbox], [type=radio], [aria-hidden="true"])';

/** By dialog, then by field. */
const kept = new Map<string, Map<string, string>>();

/** Forgets it: anyone who is here now has not typed it. */
export function dropTypedText(): void {
  kept.clear();
}

/** Gives a dialog what was typed in it before its view went; `heading` tells it from others at the same address. */
export function useTypedText(body: RefObject<HTMLElement | null>, heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const keep = () => kept.set(keyOf(heading.current), readFields(body.current));
    addEventListener(KEEP, keep);
    return () => removeEventListener(KEEP, keep);
  }, [body, heading]);
  // After each render, as a field may be shown by another one.
  useEffect(() => {
    const key = keyOf(heading.current);
    const typed = kept.get(key);
    if (!typed) return;
    for (const [field, of] of listFields(body.current)) {
      const text = typed.get(of);
      if (text !== undefined) type(field, text);
      typed.delete(of);
    }
    if (typed.size === 0) kept.delete(key);
  });
}

const keyOf = (heading: HTMLElement | null) => JSON.stringify([location.href, heading?.textContent]);

function readFields(body: HTMLElement | null): Map<string, string> {
  return new Map(listFields(body).flatMap(([{ value }, of]) => (value === "" ? [] : [[of, value]])));
}

function listFields(body: HTMLElement | null): [Field, string][] {
  const fields = [...(body?.querySelectorAll<Field>(FIELDS) ?? [])];
  return fields.map((field) => [field, field.name || field.labels?.[0]?.textContent || field.ariaLabel || ""]);
}

/** As a person does, so that React hears of it. */
function type(field: Field, text: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")!.set!.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
