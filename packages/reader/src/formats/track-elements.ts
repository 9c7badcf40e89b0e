import { Parser } from "htmlparser2";
import { createPageStyles, type Looks, type StyleSource } from "../css/page-styles.ts";
import type { StyledElement } from "../css/styled-element.ts";

interface Attributes {
  readonly [name: string]: string;
}

/** Knows of each element that is open how it looks under the page's own style rules. */
export interface ElementTracker {
  open(tag: string, attributes: Attributes): void;
  close(): void;
  /** Whether a reader may miss this text of the innermost element, wherever the page is read at all. */
  isHidden(text: string): boolean;
  /** Whether the page's style rules cross out the text of the innermost element. */
  isStruck(): boolean;
  /** Whether text was judged by a print on which it turned out that the page shows nothing: that is no way to read it. */
  readonly misjudged: boolean;
  /** The same page from its beginning, without such prints. */
  again(): ElementTracker;
  readonly absentStyles: readonly string[];
  readonly unjudged: boolean;
}

interface Open {
  readonly element: StyledElement;
  readonly looks: Looks;
  last: StyledElement | null;
  /** Its own content is replaced by a shadow tree. */
  replaced: boolean;
}

const OF_HEAD = new Set(["head", "title", "meta", "link", "base", "style", "script"]);

export function createElementTracker(html: string): ElementTracker {
  return track(scanPage(html), new Set());
}

function track(scanned: ScannedPage, blank: ReadonlySet<number>): ElementTracker {
  const { sources, root, body } = scanned;
  const styles = createPageStyles(sources);
  const shownIn = new Set<number>();
  const hiddenIn = new Set<number>();
  const enter = (tag: string, attributes: Attributes, above: Open | null): Open => {
    const parent = above?.element ?? null;
    const previous = above?.last ?? null;
    const element = { tag, attributes, parent, previous, position: (previous?.position ?? 0) + 1 };
    if (above) above.last = element;
    return {
      element,
      looks: styles.enter(element, above?.looks ?? null),
      last: null,
      replaced: above?.replaced ?? false,
    };
  };
  // Browsers make these where a page leaves them out, and rules for them hold.
  const page = enter("html", root, null);
  enter("head", {}, page);
  const content = enter("body", body, page);
  const stack: Open[] = [];

  const above = (tag: string): Open => {
    const innermost = stack.at(-1) ?? page;
    const nearest = innermost === page && !OF_HEAD.has(tag) ? content : innermost;
    if (tag !== "tr" || nearest.element.tag !== "table") return nearest;
    // A row that is in a table itself gets a body there.
    return nearest.last?.tag === "tbody"
      ? { ...nearest, element: nearest.last, last: null }
      : enter("tbody", {}, nearest);
  };
  return {
    open(tag, attributes) {
      const opened = tag === "html" ? page : tag === "body" ? content : enter(tag, attributes, above(tag));
      if (tag === "template" && attributes.shadowrootmode !== undefined && stack.length > 0)
        stack.at(-1)!.replaced = true;
      stack.push(opened);
    },
    close: () => void stack.pop(),
    isHidden(text) {
      const { looks, replaced } = stack.at(-1) ?? content;
      if (text.trim() === "" || OF_HEAD.has(stack.at(-1)?.element.tag ?? "")) return false;
      for (let place = 0; place < styles.places && shownIn.size < styles.places; place += 1)
        if (!looks.hiddenIn.has(place)) shownIn.add(place);
      let hidden = replaced;
      for (const place of looks.hiddenIn) {
        if (blank.has(place)) continue;
        hiddenIn.add(place);
        hidden = true;
      }
      return hidden;
    },
    isStruck: () => (stack.at(-1) ?? content).looks.struck,
    get misjudged() {
      return shownIn.size > 0 && styles.prints.values().some((place) => hiddenIn.has(place) && !shownIn.has(place));
    },
    again: () => track(scanned, styles.prints.difference(shownIn)),
    absentStyles: styles.absent,
    get unjudged() {
      return styles.unjudged;
    },
  };
}

/** Collects what is in the way of a single pass: style rules may follow what they style. */
interface ScannedPage {
  readonly sources: readonly StyleSource[];
  readonly root: Attributes;
  readonly body: Attributes;
}

function scanPage(html: string): ScannedPage {
  const sources: StyleSource[] = [];
  let root: Attributes = {};
  let body: Attributes = {};
  let media = "";
  let css: string | null = null;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (tag === "html") root = { ...attributes, ...root };
        else if (tag === "body") body = { ...attributes, ...body };
        else if (tag === "style" && isCss(attributes.type)) [css, media] = ["", attributes.media ?? ""];
        else if (tag === "link" && isStyleSheet(attributes))
          sources.push({ href: attributes.href ?? "", media: attributes.media ?? "" });
      },
      ontext(text) {
        if (css !== null) css += text;
      },
      onclosetag(tag) {
        if (tag !== "style" || css === null) return;
        sources.push({ css, media });
        css = null;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return { sources, root, body };
}

function isCss(type: string | undefined): boolean {
  return !type?.trim() || /^\s*text\/css\b/i.test(type);
}

function isStyleSheet({ rel, type, href }: Attributes): boolean {
  const kinds = rel?.toLowerCase().split(/\s+/) ?? [];
  return kinds.includes("stylesheet") && !kinds.includes("alternate") && isCss(type) && Boolean(href);
}
