import type { SearchResult } from "@assay/client";
import { languageOf } from "@assay/site/language-of";
import { Link } from "@assay/site/link";
import { readableQuote } from "@assay/site/readable-quote";
import { classNames } from "@assay/ui";
import { DocumentIcon } from "../documents/document-icon.tsx";
import { nameOf } from "../documents/name-of.ts";
import ReadFromImage from "../reading/read-from-image.tsx";
import { hrefOfResult, placeOf } from "./found-place.ts";

export interface ResultOptionProps {
  id: string;
  result: SearchResult;
  selected: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

/** A passage: where it is, and its quote with the words that were searched for. */
export function ResultOption({ id, result, selected, onPoint, onOpen }: ResultOptionProps) {
  const place = placeOf(result);
  return (
    <Link
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      href={hrefOfResult(result)}
      onClick={onOpen}
      onPointerMove={onPoint}
      className={classNames("block scroll-my-2 rounded-lg px-3 py-2.5", selected && "bg-hover")}
    >
      <span className="flex items-center gap-2 text-sm">
        <DocumentIcon fileType={result.fileType} />
        <bdi className="min-w-0 truncate font-medium text-text">{nameOf(result)}</bdi>
        {place && (
          <bdi className="ms-auto max-w-[45%] shrink-0 truncate text-xs text-muted" title={place}>
            {place}
          </bdi>
        )}
      </span>
      <span
        dir="auto"
        lang={languageOf(result.quote.text)}
        className="mt-1 line-clamp-3 ps-6 text-sm break-words text-muted"
      >
        {piecesOf(result.quote).map(({ start, text, found }) =>
          found ? (
            <mark key={start} className="rounded-xs bg-highlight px-px text-text">
              {text}
            </mark>
          ) : (
            <span key={start}>{readableQuote(text)}</span>
          ),
        )}
      </span>
      {result.textSource === "OCR" && <ReadFromImage certainty={result.certainty} className="mt-1 ps-6" />}
    </Link>
  );
}

function piecesOf({ text, matches }: SearchResult["quote"]) {
  const pieces: { start: number; text: string; found: boolean }[] = [];
  let from = 0;
  for (const [start, end] of matches) {
    if (start > from) pieces.push({ start: from, text: text.slice(from, start), found: false });
    pieces.push({ start, text: text.slice(start, end), found: true });
    from = end;
  }
  if (from < text.length) pieces.push({ start: from, text: text.slice(from), found: false });
  return pieces;
}
