import type { AdminRunDetails } from "@assay/client/admin";
import { formatCount } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { CopyText, Fact, Facts } from "@assay/ui";
import { Section } from "../app/section.tsx";
import { hrefTo } from "../app/tenant.ts";
import { formatCost } from "../runs/format-cost.ts";

/** What the run cost, and how it is named elsewhere. */
export function RunFacts({ details: { run } }: { details: AdminRunDetails }) {
  const { tokensIn, tokensOut, costUsd } = run.usage;
  const asked = Math.max(1, run.assessedCount);
  return (
    <Section title="Cost and names">
      <Facts className="rounded-lg border border-line px-4 py-1.5">
        <Fact term="Cost">
          {formatCost(costUsd)}
          {costUsd > 0 && <span className="text-muted">, {formatCost(costUsd / asked)} for each requirement</span>}
        </Fact>
        <Fact term="Tokens">
          {formatCount(tokensIn, "token")} in, {formatCount(tokensOut, "token")} out
        </Fact>
        <Fact term="Trace id">
          <CopyText text={run.traceId} what="the trace's id" />
        </Fact>
        <Fact term="Pack id">
          <CopyText text={run.packId} what="the pack's id" />
        </Fact>
        <Fact term="Audit log">
          <Link href={hrefTo("/audit", { runId: run.id })} className="text-accent underline-offset-2 hover:underline">
            Entries of this run
          </Link>
        </Fact>
      </Facts>
    </Section>
  );
}
