import type { Citation, JudgedPart, PartVerdict } from "@assay/client";
import { languageOf } from "@assay/site/language-of";
import { Link } from "@assay/site/link";
import { hrefWith, useSearchParam } from "@assay/site/location";
import { readableQuote } from "@assay/site/readable-quote";
import { classNames, TONES, type Tone, ToneIcon } from "@assay/ui";

const LABELS: Record<PartVerdict, string> = {
  MET: "Met",
  PARTLY: "Partly met",
  NOT_MET: "Not met",
  CONTRADICTED: "Contradicted",
};

const PART_TONES: Record<PartVerdict, Tone> = {
  MET: "complete",
  PARTLY: "partial",
  NOT_MET: "missing",
  CONTRADICTED: "failed",
};

export interface PartListProps {
  parts: readonly JudgedPart[];
  citations: readonly Citation[];
}

/** What the requirement asks for, one thing each, and the quotes that each verdict rests on. */
export function PartList({ parts, citations }: PartListProps) {
  return (
    <ol className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {parts.map(({ part, verdict, why, citations: indexes }) => (
        <li key={part} className="flex gap-2.5 px-3 py-2.5 text-sm">
          <ToneIcon tone={PART_TONES[verdict]} size={16} className="mt-0.5" />
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 break-words" dir="auto">
                {part}
              </span>
              <span className={classNames("text-xs font-medium whitespace-nowrap", TONES[PART_TONES[verdict]].text)}>
                {LABELS[verdict]}
              </span>
            </p>
            {why && (
              <p className="break-words text-muted" dir="auto">
                {why}
              </p>
            )}
            {indexes.map((index) => (
              <QuoteLink key={index} citation={citations[index]} index={index} />
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
}

function QuoteLink({ citation, index }: { citation: Citation | undefined; index: number }) {
  const chosen = useSearchParam("citation") === String(index);
  if (!citation) return null;
  return (
    <Link
      href={hrefWith({ document: citation.documentId, citation: String(index), panel: null })}
      aria-current={chosen ? "true" : undefined}
      className={classNames(
        "mt-0.5 block border-l-2 py-0.5 pl-2 transition-colors hover:border-accent hover:text-text",
        chosen ? "border-accent text-text" : "border-line text-muted",
      )}
    >
      <q dir="auto" lang={languageOf(citation.text)} className="line-clamp-2 break-words">
        {readableQuote(citation.text)}
      </q>
    </Link>
  );
}

/** How many parts there are and how many of them are met, in words. */
export function titleOfParts(parts: readonly JudgedPart[]): string {
  const met = parts.filter(({ verdict }) => verdict === "MET").length;
  return `Parts (${met} of ${parts.length} met)`;
}
