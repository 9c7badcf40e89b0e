import type { LinkSession, Run } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatDateTime, formatMoment } from "@assay/site/format";
import { BASE, setSearch, useSearchParam } from "@assay/site/location";
import { OfflineBanner } from "@assay/site/offline-banner";
import { RunBadge } from "@assay/site/run-status";
import { SignedMark } from "@assay/site/signed-mark";
import { SkipLink } from "@assay/site/skip-link";
import { ThemeButton } from "@assay/site/theme-button";
import { SkeletonList, Tabs } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { runQuery } from "../workspace/use-run.ts";
import { AuditEvidence } from "./audit-evidence.tsx";
import { AuditReports } from "./audit-reports.tsx";
import { AuditSignOffs } from "./audit-sign-offs.tsx";
import { AuditVerdicts } from "./audit-verdicts.tsx";

interface AuditTab {
  readonly id: string;
  readonly label: string;
  readonly Component: ComponentType<{ run: Run }>;
}

/** What there is to see of the run, in order; the first one is shown unless the address names another. */
const TABS: readonly AuditTab[] = [
  { id: "verdicts", label: "Verdicts", Component: AuditVerdicts },
  { id: "evidence", label: "Evidence list", Component: AuditEvidence },
  { id: "sign-off", label: "Sign-off", Component: AuditSignOffs },
  { id: "reports", label: "Reports", Component: AuditReports },
];

/** The run of a link: whose it is, for whom, until when, and its views. It leads nowhere else. */
export function AuditedRun({ session }: { session: LinkSession }) {
  const run = useQuery(runQuery(session.runId));
  const asked = useSearchParam("view");
  const chosen = TABS.find(({ id }) => id === asked) ?? TABS[0]!;
  return (
    <div className="flex h-dvh flex-col">
      <SkipLink />
      <AuditHeader session={session} run={run.data} />
      <OfflineBanner />
      <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-hidden outline-none">
        {run.data ? (
          <Tabs
            label="Views of the run"
            className="h-full bg-surface"
            value={chosen.id}
            onChange={(id) => setSearch({ view: id === TABS[0]!.id ? null : id })}
            tabs={TABS.map(({ id, label, Component }) => ({ id, label, content: <Component run={run.data} /> }))}
          />
        ) : run.error ? (
          <ErrorPanel title="The run cannot be shown" error={run.error} onRetry={() => void run.refetch()} />
        ) : (
          <SkeletonList label="Loading the run" rows={12} />
        )}
      </main>
    </div>
  );
}

function AuditHeader({ session, run }: { session: LinkSession; run: Run | undefined }) {
  const { tenantName, label, linkExpiresAt } = session;
  return (
    <header className="flex shrink-0 items-center gap-3 border-b border-line bg-surface px-3 py-2">
      <img src={`${BASE}/icon.svg`} alt="Assay" width={22} height={22} />
      <div className="min-w-0 flex-1">
        <h1 className="flex flex-wrap items-center gap-x-2 text-sm font-semibold">
          <bdi className="min-w-0 break-words">{tenantName}</bdi>
          {run && (
            <span className="min-w-0 font-normal break-words">
              {run.name ? <bdi>{run.name}</bdi> : `Run of ${formatMoment(run.createdAt)}`}
            </span>
          )}
        </h1>
        <p className="text-xs break-words text-muted">
          For <bdi>{label}</bdi>, to read until {formatDateTime(linkExpiresAt)}
        </p>
      </div>
      {run && (
        <span className="hidden items-center gap-2 sm:flex">
          <RunBadge status={run.status} />
          <SignedMark run={run} />
        </span>
      )}
      <ThemeButton />
    </header>
  );
}
