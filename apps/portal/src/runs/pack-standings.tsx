import type { Run } from "@assay/client";
import { formatPercent } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { SignedMark } from "@assay/site/signed-mark";
import { sharesOf } from "@assay/site/verdict-counts";
import { SharesBar } from "@assay/ui";
import { nameOfRun } from "./name-of-run.ts";

export interface Standing {
  readonly packId: string;
  readonly packName: string;
  /** The newest completed run; undefined where there is none. */
  readonly run: Run | undefined;
}

/** Where each pack is, a row for each. */
export function PackStandings({ standings }: { standings: readonly Standing[] }) {
  return (
    <ul aria-label="Packs" className="divide-y divide-line rounded-lg border border-line">
      {standings.map(({ packId, packName, run }) => (
        <li key={packId} className="relative flex flex-col gap-1.5 px-4 py-3 text-sm hover:bg-hover">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <bdi className="min-w-0 flex-1 font-medium break-words">{packName}</bdi>
            {run && (
              <span className="tabular-nums">
                <span className="font-semibold">{formatPercent(run.completeCount, run.totalRequirements)}</span>{" "}
                complete
              </span>
            )}
          </p>
          {run ? (
            <>
              <SharesBar className="h-1.5" shares={sharesOf(run)} />
              <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
                <Link
                  href={hrefWith({ run: run.id, start: null })}
                  className="min-w-0 break-words outline-offset-[-2px] after:absolute after:inset-0"
                >
                  {nameOfRun(run)}
                </Link>
                <SignedMark run={run} />
              </p>
            </>
          ) : (
            <p className="text-xs text-muted">No run of it has finished.</p>
          )}
        </li>
      ))}
    </ul>
  );
}
