import type { Document } from "@assay/client";
import { isContainer } from "@assay/contract/containers";
import { titleOfFailure } from "@assay/site/document-failure-title";
import { formatCount, formatDateTime, formatWhen } from "@assay/site/format";
import { formatBytes } from "@assay/site/format-bytes";
import { Link } from "@assay/site/link";
import { classNames, IconButton, StateLabel, ToneIcon } from "@assay/ui";
import { ChevronDown, ChevronRight } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Choosing } from "./bulk/selection.ts";
import { describeRecognition, describeUnread, describeWaiting, isEncodingUnsure } from "./describe-coverage.ts";
import { COLUMN_FROM, DOCUMENT_COLUMNS, shownCoverage, shownKind } from "./document-columns.tsx";
import { DocumentIcon } from "./document-icon.tsx";
import { DocumentMenu } from "./document-menu.tsx";
import { describeEvidenceKind } from "./evidence-kind.ts";
import { rowIndent } from "./flatten-tree.ts";
import { formatDay, isPast, isReviewDue } from "./format-day.ts";
import { describeLeaving } from "./is-evidence.ts";
import { isSettled } from "./is-settled.ts";
import { nameOf } from "./name-of.ts";
import { stateOf } from "./status-badge.tsx";

const ChooseBox = lazy(() => import("./bulk/choose-box.tsx"));

export interface DocumentRowProps {
  document: Document;
  /** Of no other document in the list. */
  name: string;
  /** Who answers for it. */
  owner: string | undefined;
  /** What becomes of a new version of it that is no evidence yet. */
  successor: string | undefined;
  /** How many archives it is in, where they are shown as a tree. */
  depth: number;
  href: string;
  isSelected: boolean;
  /** Where several are being chosen. */
  choosing: Choosing | undefined;
  isOpen: boolean;
  /** Opens and closes an archive; omitted where the list is flat. */
  onToggle: (() => void) | undefined;
}

export function DocumentRow(props: DocumentRowProps) {
  const { document, name, owner, successor, depth, href, isSelected, choosing, isOpen, onToggle } = props;
  const { originalFilename, fileType, archive } = document;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      data-document={document.id}
      className={classNames(
        DOCUMENT_COLUMNS,
        "relative min-h-9 border-b border-line text-xs text-muted transition-colors hover:bg-hover",
        isSelected && "bg-accent-soft hover:bg-accent-soft",
      )}
      style={{ paddingInlineStart: rowIndent(depth) }}
    >
      <div className="flex min-w-0 items-start gap-2">
        <div className="flex h-[35px] w-6 shrink-0 items-center justify-end pointer-coarse:h-11">
          {archive && onToggle && (
            <IconButton
              label={isOpen ? `Hide what is in ${name}` : `Show what is in ${name}`}
              aria-expanded={isOpen}
              icon={<Chevron size={16} aria-hidden />}
              onClick={onToggle}
              className="relative z-10 size-6"
            />
          )}
        </div>
        <span className="flex h-[35px] items-center pointer-coarse:h-11">
          {choosing ? (
            <Suspense fallback={<DocumentIcon fileType={fileType} />}>
              <ChooseBox {...{ document, name, choosing }} />
            </Suspense>
          ) : (
            <DocumentIcon fileType={fileType} />
          )}
        </span>
        <div className="min-w-0 flex-1 py-[7px] pointer-coarse:py-3">
          <Link
            href={href}
            aria-current={isSelected || undefined}
            className="flex text-sm text-text outline-offset-[-2px] after:absolute after:inset-0"
            title={originalFilename}
          >
            <bdi className="truncate">{name}</bdi>
          </Link>
          <Notes document={document} successor={successor} />
        </div>
      </div>
      <Facts document={document} owner={owner} />
      <StateLabel {...stateOf(document.status)} className="@max-md:[&>span]:sr-only" />
      <DocumentMenu document={document} name={name} />
    </div>
  );
}

/** What a reader should know of it, below the name; most documents have nothing of the kind. */
function Notes({ document, successor }: Pick<DocumentRowProps, "document" | "successor">) {
  const { failure, archive, expiresAt, reviewBy, originalFilename } = document;
  const recognition = describeRecognition(document);
  const waiting = describeWaiting(document);
  const leaving = describeLeaving(document);
  const unread = isSettled(document) ? describeUnread(document) : undefined;
  const notes: { className: string; text: string; icon?: boolean }[] = [
    ...(leaving ? [{ className: "font-medium text-text", text: leaving }] : []),
    ...(successor && !leaving ? [{ className: "font-medium text-text", text: successor }] : []),
    ...(failure ? [{ className: "text-missing", text: titleOfFailure(failure.code) }] : []),
    ...(expiresAt && isPast(expiresAt) ? [{ className: "text-partial", text: `Expired ${formatDay(expiresAt)}` }] : []),
    ...(isReviewDue(reviewBy) && !leaving
      ? [{ className: "text-partial", text: `Review due ${formatDay(reviewBy)}` }]
      : []),
    ...(waiting ? [{ className: "text-partial", text: waiting, icon: true }] : []),
    ...(recognition ? [{ className: "", text: recognition }] : []),
    ...(unread ? [{ className: "text-partial", text: unread, icon: true }] : []),
    ...(isEncodingUnsure(document) ? [{ className: "text-partial", text: "Encoding unsure", icon: true }] : []),
    ...(archive && archive.skipped.length > 0
      ? [{ className: "", text: `${formatCount(archive.skipped.length, "file")} left out` }]
      : []),
  ];
  const isRenamed = nameOf(document) !== originalFilename;
  if (notes.length === 0 && !isRenamed) return null;
  return (
    <p className="flex gap-x-2.5 overflow-hidden whitespace-nowrap">
      {isRenamed && <bdi className="truncate">{originalFilename}</bdi>}
      {notes.map(({ className, text, icon = false }) => (
        <span key={text} className={classNames("inline-flex items-center gap-1", className)}>
          {icon && <ToneIcon tone="partial" size={12} />}
          {text}
        </span>
      ))}
    </p>
  );
}

function Facts({ document, owner }: Pick<DocumentRowProps, "document" | "owner">) {
  const { sizeBytes, category, uploadedAt, fileType } = document;
  return (
    <>
      <span
        className={`${COLUMN_FROM["5xl"]} truncate`}
        title={isContainer(fileType) ? undefined : describeEvidenceKind(document)}
      >
        {shownKind(document)}
      </span>
      <bdi className={`${COLUMN_FROM["2xl"]} truncate`} title={category ?? undefined}>
        {category}
      </bdi>
      <bdi className={`${COLUMN_FROM["4xl"]} truncate`} title={owner}>
        {owner}
      </bdi>
      <span className={`${COLUMN_FROM["4xl"]} truncate`}>{shownCoverage(document)}</span>
      <span className={`${COLUMN_FROM["4xl"]} text-end tabular-nums`}>{formatBytes(sizeBytes)}</span>
      <time dateTime={uploadedAt} title={formatDateTime(uploadedAt)} className={`${COLUMN_FROM.md} tabular-nums`}>
        {formatWhen(uploadedAt)}
      </time>
    </>
  );
}
