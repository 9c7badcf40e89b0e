export interface Controls {
  /** Of each that can be pressed now; the one at `n` has the attribute `data-walk="n"`. */
  readonly keys: readonly string[];
  /** Of each of `keys`: the same for what is the same control in another row of a list. */
  readonly kinds: readonly string[];
  readonly deadLinks: readonly string[];
}

/** The controls in view of the page that it runs in, each with its kind, its name and its place. */
export function listControls(): Controls {
  const PRESSED =
    "button, summary, [role=button], [role=tab], [role=switch], [role=checkbox], [role=menuitem], input[type=checkbox], input[type=radio]";
  /** What is so already, and so may do nothing. */
  const CHOSEN = "[aria-selected=true], [aria-pressed=true], [aria-current], :checked";
  const keys: string[] = [];
  const kinds: string[] = [];
  const seen = new Map<string, number>();
  for (const old of document.querySelectorAll("[data-walk]")) old.removeAttribute("data-walk");
  for (const element of document.querySelectorAll<HTMLElement>(PRESSED)) {
    if (element.matches(`:disabled, [aria-disabled=true], [tabindex="-1"], ${CHOSEN}`) || !isInView(element)) continue;
    const key = `${kindOf(element)} “${nameOf(element)}” in ${placeOf(element)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    element.setAttribute("data-walk", String(keys.length));
    keys.push(times === 1 ? key : `${key}, number ${times}`);
    kinds.push(kindInRow(element) ?? keys.at(-1)!);
  }
  const links = [...document.querySelectorAll("a")].filter(
    (link) => isInView(link) && (!link.getAttribute("href") || link.getAttribute("href") === "#"),
  );
  return { keys, kinds, deadLinks: links.map(nameOf) };

  function isInView(element: HTMLElement): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return (
      hit !== null &&
      (element.contains(hit) || hit.contains(element) || labelsOf(element).some((each) => each.contains(hit)))
    );
  }

  function labelsOf(element: HTMLElement): readonly Element[] {
    return element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  }

  /** By the way to it from its row and by how its name begins: such as the menus of all documents. */
  function kindInRow(element: HTMLElement): string | undefined {
    const row = element.closest("li, tr, [role=row], [role=listitem]");
    if (!row) return undefined;
    const way: string[] = [];
    for (let each: Element = element; each !== row; each = each.parentElement!)
      way.unshift(`${each.localName} ${[...each.parentElement!.children].indexOf(each)}`);
    return `${placeOf(element)}: ${way.join(" > ")} ${nameOf(element).match(/^\p{L}*/u)![0]}`;
  }

  function kindOf(element: HTMLElement): string {
    return element.getAttribute("role") ?? (element instanceof HTMLInputElement ? element.type : element.localName);
  }

  function nameOf(element: HTMLElement): string {
    const label = element.ariaLabel ?? labelsOf(element)[0]?.textContent ?? element.textContent;
    return (label || element.title).trim().slice(0, 80);
  }

  function placeOf(element: HTMLElement): string {
    const place =
      element.closest("[aria-label]:not(button, input, a)") ?? element.closest("header, main, nav, [role=dialog]");
    return place?.getAttribute("aria-label") ?? place?.localName ?? "the page";
  }
}
