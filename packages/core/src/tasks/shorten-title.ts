const TITLE_LENGTH_MAX = 160;

/** Cuts a task's title to its greatest length. */
export function shorten(text: string): string {
  return text.length <= TITLE_LENGTH_MAX
    ? text
    : `${text
        .slice(0, TITLE_LENGTH_MAX - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
