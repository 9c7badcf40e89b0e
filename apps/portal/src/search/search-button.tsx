import { useSession } from "@assay/site/use-session";
import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";

const loadPalette = () => import("./search-palette.tsx");
const SearchPalette = lazy(loadPalette);

const SHORTCUTS = "/ Control+K Meta+K";

/** Looks like the field that it opens; `/` and ⌘K open it from anywhere. What is behind it loads when it is first wanted. */
export function SearchButton() {
  const { data: session } = useSession();
  /** Undefined until it is first wanted. */
  const [open, setOpen] = useState<boolean>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event) || document.querySelector('dialog[open], [role="dialog"], [role="menu"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-label="Search the evidence"
        aria-haspopup="dialog"
        aria-keyshortcuts={SHORTCUTS}
        disabled={!session}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadPalette().catch(() => undefined)}
        className="target flex size-8 shrink-0 items-center justify-center gap-2 rounded-md text-sm text-muted transition-colors hover:bg-hover hover:text-text disabled:opacity-60 md:w-56 md:justify-start md:border md:border-line-control md:bg-surface md:px-2.5 md:shadow-low md:hover:border-line-strong md:hover:bg-surface"
      >
        <Search size={16} aria-hidden className="shrink-0 md:size-3.5" />
        <span className="hidden flex-1 text-start md:block">Search evidence</span>
        <kbd aria-hidden className="hidden rounded-sm border border-line px-1.5 font-sans text-xs md:block">
          /
        </kbd>
      </button>
      {open !== undefined && (
        <Suspense fallback={null}>
          <SearchPalette open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (key.toLowerCase() === "k") return (ctrlKey || metaKey) && !shiftKey;
  return key === "/" && !ctrlKey && !metaKey && !isTypedInto(target);
}

function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
