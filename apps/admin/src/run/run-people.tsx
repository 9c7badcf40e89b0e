import type { FixedException, Review, ReviewQueue, Link as RunLink, SignOff, SignOffPayload } from "@assay/client";
import type { AdminRun } from "@assay/client/admin";
import { DamagedRows } from "@assay/site/damaged-rows";
import { describeAddress, describeSigner } from "@assay/site/describe-signer";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatCount, formatDateTime } from "@assay/site/format";
import { type Column, DataTable, Fact, Facts, Skeleton } from "@assay/ui";
import type { ReactNode } from "react";
import { Section } from "../app/section.tsx";
import { useTenantQuery } from "../app/use-tenant-query.ts";

/** What people say of a completed run: it is next to the verdicts and changes none of them. */
export function RunPeople({ run }: { run: AdminRun }) {
  const people = useTenantQuery({
    key: ["run", run.id, "people"],
    async load({ assay }, options) {
      const [queue, signOffs, exceptions, links, comments] = await Promise.all([
        assay.reviews.queue(run.id, options),
        assay.signOffs.list(run.id, options),
        assay.runs.exceptions(run.id, options),
        assay.links.list(run.id, options).page({ limit: 50 }),
        assay.comments.counts(run.id, options),
      ]);
      return { queue, signOffs, exceptions, links: links.items, comments };
    },
    enabled: run.status === "COMPLETED",
  });
  if (run.status !== "COMPLETED") return null;
  const { data, error, refetch } = people;
  if (!data)
    return (
      <Section title="People">
        {error ? (
          <ErrorPanel title="What people say cannot be shown" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40" />
        )}
      </Section>
    );
  return (
    <>
      <DamagedRows ids={data.queue.damaged.map(({ id }) => id)} what="reviews" />
      <Reviews queue={data.queue} comments={data.comments} />
      <DamagedRows ids={data.signOffs.damaged} what="sign-offs" />
      <Listed title="Sign-offs" rows={data.signOffs.signOffs} columns={SIGN_OFFS} none="Nobody has signed this run." />
      <Listed
        title="Exceptions of the run"
        rows={data.exceptions}
        columns={EXCEPTIONS}
        none="No exception was active when the run started."
      />
      <Listed title="Auditors' links" rows={data.links} columns={LINKS} none="There is no link to this run." />
    </>
  );
}

interface ReviewsProps {
  queue: ReviewQueue;
  comments: { total: number; openRequests: number };
}

function Reviews({ queue: { counts, items, closed }, comments }: ReviewsProps) {
  const reviews = items.flatMap(({ review }) => review ?? []);
  const reviewers = new Set(reviews.map(({ reviewerId }) => reviewerId)).size;
  return (
    <Section title="Reviews" end={closed ? "Closed, as the run is signed" : undefined}>
      <Facts className="rounded-lg border border-line px-4">
        <Fact term="Reviewed">
          {counts.reviewed} of {counts.total}
          {reviewers > 0 && ` by ${formatCount(reviewers, "person", "people")}`}
        </Fact>
        <Fact term="Decisions">
          {counts.agreed} agreed, {counts.changed} changed, {counts.sentBack} sent back
        </Fact>
        <Fact term="Evidence">
          opened {counts.openedPassages} of {counts.citedPassages} cited passages (reported by the client)
        </Fact>
        <Fact term="Comments">
          {formatCount(comments.total, "comment")}
          {comments.openRequests > 0 && `, ${formatCount(comments.openRequests, "open evidence request")}`}
        </Fact>
      </Facts>
      {reviews.length > 0 && (
        <details>
          <summary className="target w-fit text-sm">{formatCount(reviews.length, "review")} that count</summary>
          <div className="mt-2 max-h-96 overflow-y-auto">
            <DataTable label="Reviews" columns={REVIEWS} rows={reviews} rowKey={({ id }) => id} />
          </div>
        </details>
      )}
    </Section>
  );
}

interface ListedProps<Row> {
  title: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  none: ReactNode;
}

function Listed<Row extends { id: string }>({ title, rows, columns, none }: ListedProps<Row>) {
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className="rounded-lg border border-line px-4 py-3 text-sm text-muted">{none}</p>
      ) : (
        <DataTable label={title} columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
    </Section>
  );
}

const DECISIONS: Readonly<Record<Review["decision"], string>> = {
  AGREED: "Agreed",
  CHANGED: "Changed",
  SENT_BACK: "Sent back",
};

const REVIEWS: readonly Column<Review>[] = [
  {
    id: "requirement",
    header: "Requirement",
    cell: ({ requirementId }) => <span className="font-medium">{requirementId}</span>,
  },
  {
    id: "decision",
    header: "Decision",
    cell: ({ decision, status }) => `${DECISIONS[decision]}${status ? ` to ${status}` : ""}`,
  },
  {
    id: "reviewer",
    header: "Reviewer",
    className: "max-w-96",
    cell: (review) => (
      <>
        <bdi className="break-all">{review.reviewerName}</bdi>
        <span className="block text-xs text-muted empty:hidden">{describeAddress(review)}</span>
      </>
    ),
  },
  {
    id: "opened",
    header: "Opened",
    align: "end",
    cell: ({ openedCount, citedCount }) => `${openedCount} of ${citedCount}`,
  },
  { id: "at", header: "At", minor: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
];

const SIGN_OFFS: readonly Column<SignOff>[] = [
  { id: "act", header: "Act", cell: ({ act, role }) => `${act} ${role}` },
  {
    id: "signer",
    header: "Signer",
    cell: ({ signerName, signerRole }) => (
      <span className="break-all">
        <bdi>{signerName}</bdi>, {signerRole}
      </span>
    ),
  },
  { id: "at", header: "At", cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    id: "proof",
    header: "Proof",
    className: "max-w-64",
    cell: ({ payload }) => describeSigner(JSON.parse(payload) as SignOffPayload),
  },
  { id: "stands", header: "Stands", cell: ({ act, standing }) => (act === "SIGNED" ? (standing ? "Yes" : "No") : "") },
  { id: "statement", header: "Statement", className: "max-w-96", cell: ({ statement }) => <bdi>{statement}</bdi> },
];

const EXCEPTIONS: readonly Column<FixedException>[] = [
  {
    id: "requirement",
    header: "Requirement",
    cell: ({ requirementId }) => <span className="font-medium">{requirementId}</span>,
  },
  { id: "kind", header: "Kind", cell: ({ kind }) => kind },
  { id: "until", header: "Valid until", cell: ({ validUntil }) => validUntil },
  { id: "reason", header: "Reason", className: "max-w-96", cell: ({ reason }) => <bdi>{reason}</bdi> },
];

const LINKS: readonly Column<RunLink>[] = [
  { id: "label", header: "For", cell: ({ label }) => <bdi className="font-medium">{label}</bdi> },
  { id: "state", header: "State", cell: ({ state }) => state },
  { id: "may", header: "May", cell: ({ capabilities }) => capabilities.join(", ") },
  { id: "ends", header: "Ends", cell: ({ expiresAt }) => formatDateTime(expiresAt) },
  {
    id: "used",
    header: "Last used",
    minor: true,
    cell: ({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : "Never"),
  },
];
