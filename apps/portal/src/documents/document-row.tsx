import type { Document } from "@assay/client";
import { classNames, IconButton } from "@assay/ui";
import { ChevronDown, ChevronRight } from "lucide-react";
import { formatCount, formatDateTime } from "../app/format.ts";
import { Link } from "../app/link.tsx";
import { describeCoverage, isPartlyRead } from "./describe-coverage.ts";
import { DocumentIcon } from "./document-icon.tsx";
import { DocumentMenu } from "./document-menu.tsx";
import { FAILURE_ADVICE } from "./failure-advice.ts";
import { rowIndent } from "./flatten-tree.ts";
import { formatBytes } from "./format-bytes.ts";
import { formatDay, isPast } from "./format-day.ts";
import { nameOf } from "./name-of.ts";
import { StatusBadge } from "./status-badge.tsx";

export interface DocumentRowProps {
  document: Document;
  /** How many archives it is in, where they are shown as a tree. */
  depth: number;
  href: string;
  isSelected: boolean;
  isOpen: boolean;
  /** Opens and closes an archive; left out where the list is flat. */
  onToggle: (() => void) | undefined;
}

export function DocumentRow({ document, depth, href, isSelected, isOpen, onToggle }: DocumentRowProps) {
  const { originalFilename, fileType, archive } = document;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      className={classNames(
        "relative flex min-h-9 items-center gap-1 border-b border-line pe-2 hover:bg-hover",
        isSelected && "bg-accent-soft hover:bg-accent-soft",
      )}
      style={{ paddingInlineStart: rowIndent(depth) }}
    >
      <div className="flex w-9 shrink-0 justify-end">
        {archive && onToggle && (
          <IconButton
            label={isOpen ? `Hide what is in ${originalFilename}` : `Show what is in ${originalFilename}`}
            aria-expanded={isOpen}
            icon={<Chevron size={16} aria-hidden />}
            onClick={onToggle}
            className="relative z-10"
          />
        )}
      </div>
      <DocumentIcon fileType={fileType} />
      <div className="min-w-0 flex-1 px-1">
        <Link
          href={href}
          aria-current={isSelected || undefined}
          className="flex text-sm font-medium after:absolute after:inset-0"
          title={originalFilename}
        >
          <bdi className="truncate">{nameOf(document)}</bdi>
        </Link>
        <p className="flex gap-x-2.5 overflow-hidden text-xs whitespace-nowrap text-muted">
          <Facts document={document} />
        </p>
      </div>
      <StatusBadge status={document.status} />
      <DocumentMenu document={document} />
    </div>
  );
}

function Facts({ document }: { document: Document }) {
  const { failure, archive, fileType, sizeBytes, category, expiresAt, uploadedAt } = document;
  const coverage = describeCoverage(document);
  return (
    <>
      {failure && <span className="text-missing">{FAILURE_ADVICE[failure.code].title}</span>}
      {expiresAt && isPast(expiresAt) && <span className="text-partial">Expired {formatDay(expiresAt)}</span>}
      {isPartlyRead(document) && <span className="text-partial">{coverage}</span>}
      <span>{fileType}</span>
      <span>{formatBytes(sizeBytes)}</span>
      {archive && (
        <span>
          {formatCount(archive.members, "document")}
          {archive.skipped.length > 0 && `, ${archive.skipped.length} left out`}
        </span>
      )}
      {coverage && !isPartlyRead(document) && <span>{coverage}</span>}
      {category && <bdi className="max-w-40 truncate">{category}</bdi>}
      <time dateTime={uploadedAt} className="hidden truncate sm:inline">
        {formatDateTime(uploadedAt)}
      </time>
    </>
  );
}
