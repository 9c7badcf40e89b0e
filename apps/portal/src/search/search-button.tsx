import { useSession } from "@assay/site/use-session";
import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";

const loadPalette = () => import("./search-palette.tsx");
const SearchPalette = lazy(loadPalette);

const SHORTCUTS = "Control+K Meta+K";
const SHOWN_SHORTCUT = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? "") ? "⌘ K" : "Ctrl K";

/** Looks like the field that it opens; ⌘K opens it from anywhere. What is behind it loads when it is first wanted. */
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
        aria-haspopup="dialog"
        aria-keyshortcuts={SHORTCUTS}
        disabled={!session}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadPalette().catch(() => undefined)}
        className="target flex size-8 shrink-0 items-center justify-center gap-2 rounded-md text-sm text-muted transition-colors hover:bg-hover hover:text-text disabled:opacity-60 md:w-56 md:justify-start md:border md:border-line-control md:bg-surface md:px-2.5 md:shadow-low md:hover:border-line-strong md:hover:bg-surface"
      >
        <Search size={16} aria-hidden className="shrink-0 md:size-3.5" />
        <span className="sr-only text-start md:not-sr-only md:flex-1">Search evidence</span>
        <kbd aria-hidden className="hidden rounded-sm border border-line px-1.5 font-sans text-xs md:block">
          {SHOWN_SHORTCUT}
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

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}
