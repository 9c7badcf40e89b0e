import type { RunRange } from "./locate-on-page.ts";

/**
 * Marks ranges within the elements that hold their runs, so that a mark is wherever its words are, at every size and
 * turn of the text. Returns the marks, and what takes them away again.
 */
export function markRanges(
  ranges: readonly RunRange[],
  elements: readonly HTMLElement[],
): { marks: readonly HTMLElement[]; unmark: () => void } {
  const marks = ranges.flatMap(({ run, start, end }) => {
    const words = elements[run]?.firstChild;
    if (!(words instanceof Text)) return [];
    const range = document.createRange();
    range.setStart(words, start);
    range.setEnd(words, end);
    const mark = document.createElement("mark");
    mark.className = "pdf-cited";
    range.surroundContents(mark);
    return mark;
  });
  return {
    marks,
    unmark() {
      for (const mark of marks) {
        const holder = mark.parentNode;
        mark.replaceWith(...mark.childNodes);
        holder?.normalize();
      }
    },
  };
}
