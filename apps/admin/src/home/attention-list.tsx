import type { Overview } from "@assay/client/admin";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { ToneIcon } from "@assay/ui";
import { ChevronRight } from "lucide-react";
import { Section } from "../app/section.tsx";
import { hrefTo } from "../app/tenant.ts";
import { type Attention, attentionOf } from "./attention.ts";

/** A sentence for each thing that somebody should look at, with the way to where it is fixed. */
export function AttentionList({ overview }: { overview: Overview }) {
  const items = attentionOf(overview);
  return (
    <Section title="Needs attention" end={<span>As of {formatDateTime(overview.at)}</span>}>
      {items.length === 0 ? (
        <p className="flex items-center gap-2 rounded-lg border border-line px-4 py-3 text-sm">
          <ToneIcon tone="complete" size={16} />
          Nothing needs attention.
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {items.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Row({ item: { tone, text, detail, path, search, act } }: { item: Attention }) {
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 text-sm transition-colors hover:bg-hover">
      <ToneIcon tone={tone} size={16} className="mt-0.5" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 sm:flex-row sm:items-baseline sm:gap-4">
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words">{text}</p>
          {detail && <p className="line-clamp-2 break-words text-muted">{detail}</p>}
        </div>
        <Link
          href={hrefTo(path, search)}
          aria-label={`${act}: ${text}`}
          className="flex shrink-0 items-center gap-0.5 text-accent after:absolute after:inset-0 hover:underline"
        >
          {act}
          <ChevronRight size={14} aria-hidden />
        </Link>
      </div>
    </li>
  );
}
