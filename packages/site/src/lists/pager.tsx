import { buttonClasses } from "@assay/ui";
import { Link } from "../router/link.tsx";
import { hrefWith, useSearchParam } from "../router/location.ts";

/** The page of a list that the address names; undefined for the first. */
export function useCursor(): string | undefined {
  return useSearchParam("cursor") ?? undefined;
}

/** The way to the next page and back to the first; nothing where one page is all. Filters must drop `cursor`. */
export function Pager({ nextCursor }: { nextCursor: string | null | undefined }) {
  const cursor = useCursor();
  if (!cursor && !nextCursor) return null;
  return (
    <nav aria-label="Pages of the list" className="flex justify-end gap-2">
      {cursor && (
        <Link href={hrefWith({ cursor: null })} className={buttonClasses()}>
          First page
        </Link>
      )}
      {nextCursor && (
        <Link href={hrefWith({ cursor: nextCursor })} className={buttonClasses()}>
          Next page
        </Link>
      )}
    </nav>
  );
}
