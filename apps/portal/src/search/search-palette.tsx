import type { SearchResult } from "@assay/client";
import { navigate } from "@assay/site/location";
import { useSettled } from "@assay/site/use-settled";
import { IconButton } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { hrefOfResult } from "./found-place.ts";
import { ResultList } from "./result-list.tsx";
import { searchQuery } from "./search-query.ts";

const LENGTH_MAX = 500;

export interface SearchPaletteProps {
  open: boolean;
  onClose: () => void;
}

/** Searches the text of the evidence: typed above, chosen below by arrow keys or pointer, opened in the viewer. */
export default function SearchPalette({ open, onClose }: SearchPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const listId = useId();
  const q = useSettled(typed.trim());
  const search = useQuery(searchQuery(q));
  const isCurrent = q === typed.trim() && search.data !== undefined && !search.isPlaceholderData;
  const results: readonly SearchResult[] = q === "" ? [] : (search.data?.results ?? []);
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, results.length - 1);
  /** Enter was pressed before what was typed had been searched for. */
  const [isAwaited, setAwaited] = useState(false);

  useEffect(() => {
    const shown = dialog.current;
    // A click on the dialog itself is one next to what it holds.
    const onClick = ({ target }: MouseEvent) => target === shown && shown?.close();
    shown?.addEventListener("click", onClick);
    return () => shown?.removeEventListener("click", onClick);
  }, []);
  useEffect(() => {
    if (!open || dialog.current?.open) return;
    dialog.current?.showModal();
    field.current?.select();
  }, [open]);

  const close = () => {
    setAwaited(false);
    dialog.current?.close();
  };
  const openResult = (result: SearchResult | undefined) => {
    if (!result) return;
    close();
    navigate(hrefOfResult(result));
  };
  useEffect(() => {
    if (!isAwaited || !isCurrent) return;
    setAwaited(false);
    openResult(results[0]);
  });

  const type = (value: string) => {
    setTyped(value);
    setChosen(0);
    setAwaited(false);
  };
  const move = (by: number) => setChosen((at + by + results.length) % Math.max(1, results.length));
  const actOf = (key: string) => {
    if (key === "ArrowDown") return () => move(1);
    if (key === "ArrowUp") return () => move(-1);
    if (key !== "Enter") return undefined;
    return () => (isCurrent ? openResult(results[at]) : setAwaited(typed.trim() !== ""));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const act = actOf(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const optionId = (index: number) => `${listId}-${index}`;

  return (
    <dialog
      ref={dialog}
      aria-label="Search evidence"
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-transparent p-0 text-text backdrop:bg-black/45 sm:mx-auto sm:mt-[10vh] sm:h-fit sm:w-[min(42rem,calc(100vw-2rem))]"
    >
      <div className="flex h-full flex-col overflow-hidden bg-raised sm:max-h-[75dvh] sm:rounded-xl sm:border sm:border-line sm:shadow-raised">
        <div className="flex shrink-0 items-center gap-2 border-b border-line ps-4 pe-2">
          <Search size={16} aria-hidden className="shrink-0 text-muted" />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label="Search evidence"
            aria-expanded={results.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={results.length > 0 ? optionId(at) : undefined}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={LENGTH_MAX}
            placeholder="A question, or words"
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            className="h-12 min-w-0 flex-1 bg-transparent text-base text-text outline-none placeholder:text-muted max-sm:text-[1rem]"
          />
          <IconButton label="Close" icon={<X size={16} aria-hidden />} onClick={close} />
        </div>
        <ResultList
          {...{ listId, q, search, results, optionId }}
          chosen={at}
          onChoose={setChosen}
          onOpen={close}
          isTyping={q !== typed.trim()}
        />
        <p className="hidden shrink-0 gap-4 border-t border-line px-4 py-2 text-xs text-muted has-keys:flex">
          <Key keys="↑ ↓">choose</Key>
          <Key keys="↵">open</Key>
          <Key keys="Esc">close</Key>
        </p>
      </div>
    </dialog>
  );
}

function Key({ keys, children }: { keys: string; children: string }) {
  return (
    <span>
      <kbd className="font-sans font-medium text-text">{keys}</kbd> {children}
    </span>
  );
}
