import { useEffect, useEffectEvent } from "react";
import { singleKeysAreOn } from "./single-keys.ts";

/** Where letters are typed, or choose something. */
const TYPED_INTO = "input, textarea, select, [role=combobox]";
/** What is open over the page has keys of its own. */
const OVER_THE_PAGE = 'dialog[open], [role="dialog"], [role="menu"], [role="listbox"]';

interface KeyOptions {
  /** Whether a key that is held down acts again and again. */
  whileHeld?: boolean;
}

/** Keys of one letter or sign, wherever the focus is. */
export function useKeys(acts: Readonly<Record<string, () => void>>, { whileHeld = false }: KeyOptions = {}): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = acts[event.key];
    if (!act || (event.repeat && !whileHeld) || !isFree(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function isFree({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !singleKeysAreOn()) return false;
  if (target instanceof Element && target.closest(TYPED_INTO)) return false;
  return document.querySelector(OVER_THE_PAGE) === null;
}
