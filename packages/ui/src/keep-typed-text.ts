/** Of the window, as what listens travels with the dialogs. */
export const KEEP = "assay:keep";

/** Keeps what is typed in each open dialog until the same one opens again: the view below them is about to go. */
export function keepTypedText(): void {
  dispatchEvent(new Event(KEEP));
}
