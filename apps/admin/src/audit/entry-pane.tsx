import type { AuditDetails } from "@assay/client/admin";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatMoment } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { hrefWith, setSearch } from "@assay/site/location";
import { CopyText, EmptyState, Fact, IconButton, SkeletonList } from "@assay/ui";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { hrefTo } from "../app/tenant.ts";
import { describeAction, describeObject } from "./describe-action.ts";
import { describeDetail } from "./describe-detail.ts";
import { nameActor, nameObject } from "./name-in-entry.ts";
import { type NamedEntry, useAuditEntry } from "./use-audit.ts";

/** All that an entry says, and its place in the chain. */
export function EntryPane({ sequence }: { sequence: number }) {
  const { data, error, refetch } = useAuditEntry(sequence);
  const pane = useRef<HTMLElement>(null);
  // On a narrow screen it is above the table, which may be far down.
  useEffect(() => {
    pane.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <aside
      ref={pane}
      aria-labelledby="entry-title"
      className="order-first flex min-w-0 flex-col rounded-lg border border-line bg-raised xl:sticky xl:top-4 xl:order-none"
    >
      <div className="flex items-center gap-2 border-b border-line px-4 py-2">
        <h2 id="entry-title" className="min-w-0 flex-1 font-semibold tabular-nums">
          Entry {sequence.toLocaleString()}
        </h2>
        <IconButton
          label="Close the entry"
          icon={<X size={16} aria-hidden />}
          onClick={() => setSearch({ entry: null })}
        />
      </div>
      {data ? (
        <Details {...data} />
      ) : error ? (
        <ErrorPanel title="The entry cannot be shown" error={error} onRetry={() => void refetch()} />
      ) : data === null ? (
        <EmptyState title="This entry does not exist">The log of this tenant has no entry with this number.</EmptyState>
      ) : (
        <SkeletonList label="Loading the entry" rows={8} />
      )}
    </aside>
  );
}

function Details({ entry, names }: NamedEntry) {
  const { action, object_type, object_id, actor, runId, created_at, version, details, previousHash, hash, sequence } =
    entry;
  return (
    <div className="flex flex-col gap-4 px-4 py-3">
      <div>
        <p className="font-medium">{describeAction(action)}</p>
        <code className="font-mono text-xs break-all text-muted">{action}</code>
      </div>
      <dl className="flex flex-col gap-2.5 text-sm">
        <Fact stacked term="When">
          <time dateTime={created_at}>{formatMoment(created_at)}</time>
        </Fact>
        <Fact stacked term="By">
          <bdi className="break-all">{nameActor(entry, names)}</bdi>
          <Only name="actor" value={actor} label="all by them" />
        </Fact>
        <Fact stacked term={describeObject(object_type)}>
          {names[object_id] && <bdi className="block break-all">{nameObject(entry, names)}</bdi>}
          <CopyText text={object_id} what="the id" whole />
          <Only name="objectId" value={object_id} label="all about it" />
        </Fact>
        {runId && (
          <Fact stacked term="Run">
            <CopyText text={runId} what="the run's id" whole />
            <span className="flex flex-wrap gap-x-3 text-xs">
              <Link href={hrefTo(`/audit/runs/${runId}`)} className="text-accent hover:underline">
                its story
              </Link>
              <Link href={hrefTo(`/runs/${runId}`)} className="text-accent hover:underline">
                its details
              </Link>
            </span>
          </Fact>
        )}
      </dl>
      <Section title="What was recorded with it">
        <RecordedDetails details={details} version={version} />
      </Section>
      <Section title="Place in the chain">
        <dl className="flex flex-col gap-2.5 text-sm">
          <Fact stacked term="Hash">
            <CopyText text={hash} what="the hash" whole />
          </Fact>
          <Fact stacked term="Hash before it">
            <CopyText text={previousHash} what="the hash of the entry before" whole />
            {sequence > 1 && (
              <Link
                href={hrefWith({ entry: String(sequence - 1) })}
                className="block text-xs text-accent hover:underline"
              >
                entry {(sequence - 1).toLocaleString()}
              </Link>
            )}
          </Fact>
          <Fact stacked term="Made by rule">
            Version {version}
          </Fact>
        </dl>
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}

/** Its term above it: the pane is narrow, and hashes are long. */

function Only({ name, value, label }: { name: "actor" | "objectId"; value: string; label: string }) {
  return (
    <Link href={hrefWith({ [name]: value, cursor: null })} className="block text-xs text-accent hover:underline">
      {label}
    </Link>
  );
}

function RecordedDetails({ details, version }: { details: AuditDetails | null; version: 1 | 2 }) {
  const rows = describeDetail(details);
  if (rows.length === 0)
    return (
      <p className="text-sm text-muted">
        {version === 1 ? "Entries of this version record no more than is shown above." : "No more than is shown above."}
      </p>
    );
  return (
    <dl className="flex flex-col gap-2.5 text-sm">
      {rows.map(({ term, value, isHash }) => (
        <Fact stacked key={term} term={term}>
          {isHash ? <CopyText text={value} what={term} whole /> : value}
        </Fact>
      ))}
    </dl>
  );
}
