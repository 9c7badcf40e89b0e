/** The first stop of the keyboard on a page: past what every page has, to `#main`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
    >
      Skip to the content
    </a>
  );
}
