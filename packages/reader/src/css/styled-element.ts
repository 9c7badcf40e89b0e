/** An element as a selector sees it, while the page is read from the front. */
export interface StyledElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: StyledElement | null;
  /** The sibling before it. */
  readonly previous: StyledElement | null;
  /** Among its siblings, from 1. */
  readonly position: number;
}
