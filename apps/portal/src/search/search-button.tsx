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
        className="target flex size-8 shrink-0 items-center justify-center gap-2 rounded-md text-sm text-muted transition-colors hover:bg-hover hover:text-text disabled:opacity-60 xl:w-56 xl:justify-start xl:border xl:border-line-control xl:bg-surface xl:px-2.5 xl:shadow-low xl:hover:border-line-strong xl:hover:bg-surface"
      >
        <Search size={16} aria-hidden className="shrink-0 xl:size-3.5" />
        <span className="sr-only text-start xl:not-sr-only xl:flex-1">Search evidence</span>
        <kbd aria-hidden className="hidden rounded-sm border border-line px-1.5 font-sans text-xs xl:has-keys:block">
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
