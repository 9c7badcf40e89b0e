/** As many columns as the room allows; always the name, the state and the menu. */
export const DOCUMENT_COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_1rem_2rem] items-center gap-x-3 pe-2 " +
  "@md:grid-cols-[minmax(0,1fr)_5rem_4.5rem_2rem] " +
  "@2xl:grid-cols-[minmax(0,1fr)_6rem_5rem_4.5rem_2rem] " +
  "@3xl:grid-cols-[minmax(0,1fr)_4rem_6rem_7.5rem_4.5rem_5rem_4.5rem_2rem]";

/** From which width a column is there. */
export const COLUMN_FROM = { md: "hidden @md:block", "2xl": "hidden @2xl:block", "3xl": "hidden @3xl:block" } as const;

/** Names the columns. Each row says its facts by itself, so assistive technology skips it. */
export function DocumentColumnHeads() {
  return (
    <div
      aria-hidden
      className={`${DOCUMENT_COLUMNS} h-8 shrink-0 border-b border-line bg-sunken ps-[4.25rem] text-xs text-muted @max-md:hidden`}
    >
      <span>Name</span>
      <span className={COLUMN_FROM["3xl"]}>Kind</span>
      <span className={COLUMN_FROM["2xl"]}>Category</span>
      <span className={COLUMN_FROM["3xl"]}>Read</span>
      <span className={`${COLUMN_FROM["3xl"]} text-end`}>Size</span>
      <span className={COLUMN_FROM.md}>Uploaded</span>
      <span>State</span>
      <span />
    </div>
  );
}
