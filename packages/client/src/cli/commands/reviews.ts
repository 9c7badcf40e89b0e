import type { ReviewQueueItem } from "../../generated/types.ts";
import { defineCommand } from "../command.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";
import { formatAddressProof } from "../format-address-proof.ts";
import { formatReviews } from "../format-reviews.ts";
import { LIMIT, readList } from "../read-list.ts";
import { printTable } from "../terminal/table.ts";
import type { Style } from "../terminal/terminal.ts";
import { VERDICT_STYLES, verdictOf } from "../verdicts.ts";
import { FORCE, writeOutput } from "../write-output.ts";

const STYLES: Readonly<Record<string, Style>> = { AGREED: "green", CHANGED: "yellow", SENT_BACK: "red" };

export const reviews = defineCommand({
  name: "reviews",
  group: "results",
  summary: "Show what people say of the verdicts, and what is left to review",
  details: [
    "In the order of risk: not judged, COMPLETE with weak support, flagged, changed since an earlier review. --fail-on of other commands counts verdicts, not reviews.",
    "Piped, each line has risk, requirement, verdict, review, status by review, reviewer, opened, time and how the address was proved.",
  ],
  arguments: [RUN_ARGUMENT],
  options: {
    left: { type: "boolean", says: "Only what nobody has reviewed." },
    decision: {
      type: "string",
      value: "<decision>",
      choices: ["AGREED", "CHANGED", "SENT_BACK"],
      says: "Only those with this review.",
    },
    limit: LIMIT,
    output: {
      type: "string",
      short: "o",
      value: "<path>",
      completes: "file",
      says: "Save all reviews of the run, for `assay verify`.",
    },
    force: FORCE,
  },
  examples: [
    { command: "assay reviews", does: "The newest run" },
    { command: "assay reviews --left", does: "What is left, the highest risk first" },
    { command: "assay reviews --decision SENT_BACK --json", does: "For a program" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const connection = await connect();
    const run = await findRun(connection, args[0], signal);
    if (options.output !== undefined) {
      const reviews = await connection.assay.reviews.list(run.id, { signal }).toArray();
      const bytes = new TextEncoder().encode(`${JSON.stringify({ runId: run.id, reviews }, null, 2)}\n`);
      await writeOutput(terminal, bytes, { path: options.output, force: options.force ?? false });
      return undefined;
    }
    const queue = await connection.assay.reviews.queue(run.id, { signal });
    const wanted = queue.items.filter(
      ({ review }) =>
        (!options.left || review === null) && (options.decision === undefined || review?.decision === options.decision),
    );
    const { items, isCut } = await readList(wanted, options.limit);
    if (terminal.json)
      terminal.printJson({ runId: run.id, counts: queue.counts, damaged: queue.damaged, closed: queue.closed, items });
    else {
      if (items.length > 0)
        printTable<ReviewQueueItem>(
          terminal,
          [
            { title: "Risk", value: ({ risk }) => risk },
            { title: "Requirement", value: ({ requirementId }) => requirementId, flexible: true },
            { title: "Verdict", value: verdictOf, style: (each) => VERDICT_STYLES[verdictOf(each)] },
            {
              title: "Review",
              value: ({ review }) => review?.decision ?? "",
              style: ({ review }) => (review ? STYLES[review.decision] : undefined),
            },
            { title: "Status", value: ({ review }) => review?.status ?? "" },
            { title: "Reviewer", value: ({ review }) => review?.reviewerName ?? "" },
            { title: "Opened", value: ({ review }) => (review ? `${review.openedCount} of ${review.citedCount}` : "") },
            ...(terminal.isInteractive
              ? []
              : [{ title: "At", value: ({ review }: ReviewQueueItem) => review?.createdAt ?? "" }]),
            { title: "Address", value: ({ review }) => (review ? formatAddressProof(review) : "") },
          ],
          items,
        );
      terminal.note(formatReviews(queue.counts));
      if (queue.damaged.length > 0)
        terminal.note(`Damaged, and not shown: ${queue.damaged.map(({ id }) => id).join(", ")}`);
      if (queue.closed) terminal.note("The run is signed: its reviews are closed.");
    }
    if (isCut) terminal.note(`The first ${items.length}: use --limit for more.`);
    return undefined;
  },
});
