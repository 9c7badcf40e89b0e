/**
 * What a person sees to be wrong with the layout of the page that it runs in: the document scrolls, a box that nobody
 * can scroll has been scrolled, a text is cut although its row has free width.
 */
export function inspectLayout(): string[] {
  /** Between columns and inside of cells. */
  const GUTTER_PX = 32;
  const TOLERANCE_PX = 1;
  const faults: string[] = [];
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()}> “${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 60)}”`;

  const root = document.scrollingElement ?? document.documentElement;
  if (root.scrollHeight > innerHeight + TOLERANCE_PX)
    faults.push(`The document scrolls: it is ${root.scrollHeight} px high in a window of ${innerHeight} px`);
  if (root.scrollWidth > innerWidth + TOLERANCE_PX)
    faults.push(`The document scrolls: it is ${root.scrollWidth} px wide in a window of ${innerWidth} px`);

  for (const element of document.body.querySelectorAll("*")) {
    if (!(element instanceof HTMLElement) || element.clientWidth <= 1) continue;
    const style = getComputedStyle(element);
    if (style.visibility !== "visible" || element.closest("[inert], [aria-hidden=true]")) continue;
    if (element.scrollTop > TOLERANCE_PX && /hidden|clip/.test(style.overflowY))
      faults.push(`Scrolled out of sight, with no way back: ${nameOf(element)} by ${element.scrollTop} px`);
    if (isCut(element, style)) {
      const free = freeWidth(element);
      if (free > GUTTER_PX)
        faults.push(
          `Cut although its row has ${Math.round(free)} px free: ${nameOf(element)} (${element.clientWidth} of ${element.scrollWidth} px)`,
        );
    }
  }
  return faults;

  function isCut(element: HTMLElement, style: CSSStyleDeclaration): boolean {
    if (element.matches("input, textarea, select, pre, code")) return false;
    if (/auto|scroll/.test(style.overflowX) || element.scrollWidth <= element.clientWidth + TOLERANCE_PX) return false;
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  }

  /** What is empty next to a text in all rows of its list, or in its own row where it is in none. */
  function freeWidth(element: HTMLElement): number {
    const row = rowOf(element);
    if (!row) return 0;
    const list = row.closest("ul, ol, table, [role=list], [role=table], [role=grid], [role=listbox]") ?? row;
    const own = element.getBoundingClientRect();
    const frame = contentBoxOf(row);
    const used = [...boxesIn(list)]
      .filter(({ element: of }) => !of.contains(element) && !element.contains(of))
      .map(({ box }) => box)
      // What is as wide as the row, such as a second line of it, says nothing of its columns.
      .filter((box) => box.left >= own.right - TOLERANCE_PX || box.right <= own.left + TOLERANCE_PX)
      .filter((box) => list !== row || (box.top < own.bottom && box.bottom > own.top));
    const taken = [...used, own].sort((a, b) => a.left - b.left);
    let free = 0;
    let at = frame.left;
    for (const { left, right } of taken) {
      free += Math.max(0, left - at - GUTTER_PX);
      at = Math.max(at, right);
    }
    return free + Math.max(0, frame.right - at - GUTTER_PX);
  }

  /** The nearest ancestor that puts something next to the text, or that is wider than it. */
  function rowOf(element: HTMLElement): HTMLElement | undefined {
    const own = element.getBoundingClientRect();
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
      const isRow = each.matches("li, tr, [role=row], [role=listitem], header, dd");
      if (isRow || each.clientWidth > own.width + GUTTER_PX) return each;
    }
    return undefined;
  }

  function contentBoxOf(element: HTMLElement): { left: number; right: number } {
    const { left, right } = element.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    return { left: left + Number.parseFloat(paddingLeft), right: right - Number.parseFloat(paddingRight) };
  }

  /** The boxes of what is painted: lines of text, images, controls. */
  function* boxesIn(
    top: Element,
  ): Generator<{ element: Element; box: { left: number; right: number; top: number; bottom: number } }> {
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement!;
      if (node instanceof Element && !node.matches("svg, img, input, button, select, canvas, [role=progressbar]"))
        continue;
      if (!(node instanceof Element) && !node.textContent?.trim()) continue;
      const range = document.createRange();
      if (node instanceof Element) range.selectNode(node);
      else range.selectNodeContents(node);
      for (const each of range.getClientRects()) {
        const box = clippedIn(top, element, each);
        if (box.right - box.left > 1 && box.bottom - box.top > 1) yield { element, box };
      }
    }
  }

  /** What of a box is painted: a text that is cut has the width that it would need. */
  function clippedIn(top: Element, element: Element, { left, right, top: upper, bottom }: DOMRect) {
    const box = { left, right, top: upper, bottom };
    for (let each = element; each !== top && each.parentElement; each = each.parentElement) {
      if (getComputedStyle(each).overflowX === "visible") continue;
      const by = each.getBoundingClientRect();
      box.left = Math.max(box.left, by.left);
      box.right = Math.min(box.right, by.right);
    }
    return box;
  }
}
