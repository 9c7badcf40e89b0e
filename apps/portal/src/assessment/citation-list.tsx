import type { Citation, CitationNote } from "@assay/client";
import { WEAK_REASON_TEXTS } from "@assay/contract/weak-reasons";
import { languageOf } from "@assay/site/language-of";
import { Link } from "@assay/site/link";
import { hrefWith, useSearchParam } from "@assay/site/location";
import { readableQuote } from "@assay/site/readable-quote";
import { classNames, Skeleton } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { FileText, TriangleAlert } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Subject } from "../review/attention.ts";
import { RejectQuote } from "../review/reject-quote.tsx";
import { citedNameQuery } from "./cited-name-query.ts";

const ReadFromImage = lazy(() => import("../reading/read-from-image.tsx"));
const CheckedMeaning = lazy(() => import("./checked-meaning.tsx"));
const RejectedQuote = lazy(() => import("../review/rejected-quote.tsx"));
const CitedPlace = lazy(() => import("./cited-place.tsx"));

/** A later service may name other reasons. */
const TEXTS: Readonly<Record<string, string>> = WEAK_REASON_TEXTS;

export interface CitationListProps {
  runId: string;
  citations: readonly Citation[];
  notes: readonly CitationNote[];
  /** Those that the review which counts rejects, by index. */
  rejected: readonly number[] | undefined;
  /** Of whom a decision is taken; null where nobody may decide. */
  subject: Subject | null;
}

/** The quotes that the verdict rests on; each opens the evidence next to it. */
export function CitationList({ runId, citations, notes, rejected, subject }: CitationListProps) {
  const chosen = useSearchParam("citation");
  return (
    <ol className="flex flex-col gap-2">
      {citations.map((citation, index) => (
        <li key={`${citation.chunkId} ${citation.text}`}>
          <CitationLink
            runId={runId}
            citation={citation}
            index={index}
            chosen={chosen === String(index)}
            note={notes.find((note) => note.index === index)}
            isRejected={rejected?.includes(index)}
          />
          {subject && <RejectQuote {...{ subject, index }} />}
        </li>
      ))}
    </ol>
  );
}

interface CitationLinkProps {
  runId: string;
  citation: Citation;
  index: number;
  chosen: boolean;
  note: CitationNote | undefined;
  isRejected: boolean | undefined;
}

function CitationLink({ runId, citation, index, chosen, note, isRejected }: CitationLinkProps) {
  const weak = note?.weak;
  const { documentId, text, pageNumber } = citation;
  return (
    <Link
      href={hrefWith({ document: documentId, citation: String(index), panel: null })}
      aria-current={chosen ? "true" : undefined}
      className={classNames(
        "block rounded-lg border px-3 py-2 text-sm transition-colors hover:border-accent",
        chosen ? "border-accent bg-accent-soft" : "border-line bg-surface",
      )}
    >
      <q dir="auto" lang={languageOf(text)} className="line-clamp-6 break-words">
        {readableQuote(text)}
      </q>
      <span className="mt-1.5 flex items-center gap-1.5 text-xs text-muted">
        <FileText size={12} aria-hidden className="shrink-0" />
        <DocumentName runId={runId} documentId={documentId} />
        {pageNumber !== null ? (
          <span className="whitespace-nowrap">page {pageNumber}</span>
        ) : (
          <Suspense fallback={null}>
            <CitedPlace citation={citation} />
          </Suspense>
        )}
      </span>
      {note?.textSource === "OCR" && (
        <Suspense fallback={null}>
          <ReadFromImage certainty={note.certainty} className="mt-1.5 flex" />
        </Suspense>
      )}
      {note?.meaning && (
        <Suspense fallback={null}>
          <CheckedMeaning pairs={note.meaning} />
        </Suspense>
      )}
      {isRejected && (
        <Suspense fallback={null}>
          <RejectedQuote />
        </Suspense>
      )}
      {weak && (
        <span className="mt-1.5 flex items-start gap-1.5 text-xs text-partial">
          <TriangleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
          Proves nothing by itself: {TEXTS[weak] ?? weak}.
        </span>
      )}
    </Link>
  );
}

function DocumentName({ runId, documentId }: { runId: string; documentId: string }) {
  const { data, isPending } = useQuery(citedNameQuery(runId, documentId));
  if (isPending) return <Skeleton className="h-3 w-32" />;
  if (!data) return <span className="italic">{data === null ? "a document that was deleted" : "a document"}</span>;
  return (
    <>
      <bdi className="truncate" title={data.name}>
        {data.name}
      </bdi>
      {data.deleted && <span className="whitespace-nowrap italic">deleted since</span>}
    </>
  );
}
