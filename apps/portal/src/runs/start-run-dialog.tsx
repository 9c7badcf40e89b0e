import { AssayApiError, type StartRun } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { assay } from "@assay/site/assay";
import { choice, FormDialog, own, text, tick } from "@assay/site/form-dialog";
import { setSearch } from "@assay/site/location";
import { useMay, useSession } from "@assay/site/use-session";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { NO_PERIOD, PeriodField, readPeriod } from "./period-field.tsx";
import { RunCost } from "./run-cost.tsx";
import { RunPreview } from "./run-preview.tsx";

/** Says what a run would judge, asks for the pack where there are several, and leads to the run. */
export default function StartRunDialog({ onClose }: { onClose: () => void }) {
  const { data: session } = useSession();
  const mayStart = useMay("MEMBER");
  const packs = session?.packs ?? [];
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const start = useStartRun();
  const isElsewhere = start.error !== null && runningInstead(start.error) !== null;
  return (
    <FormDialog
      title="Start a run"
      description="It uses the versions that are in force and your documents as they are when it begins."
      fields={{
        packId: choice(
          "Pack",
          packs.map(({ id, name, version }) => ({ value: id, label: `${name}, version ${version}` })),
          { before: packs[0]?.id ?? "", when: () => packs.length > 1 },
        ),
        name: text("Name", { length: TEXT_LIMITS.runName, hint: "Optional: what this run is for" }),
        period: own(
          NO_PERIOD,
          ({ value, error, set }) => (
            <PeriodField choice={value} today={today} isChecked={error !== undefined} onChange={set} />
          ),
          { check: (choice) => (readPeriod(choice, today) === null ? "Choose a period" : undefined) },
        ),
        waitForDocuments: own(true, ({ value, set }) => <RunPreview waits={value} onWaits={set} />),
        reuse: tick("Reuse earlier verdicts where nothing has changed", {
          hint: "The model is asked only where the requirement, its passages or the engine differ from earlier runs.",
        }),
      }}
      note={({ packId, reuse, waitForDocuments, period: choice }) => {
        const period = readPeriod(choice, today);
        const isPossible = packId !== "" && mayStart && period !== null;
        return <RunCost run={isPossible ? { packId, reuse, waitForDocuments, period } : undefined} />;
      }}
      act="Start"
      disabled={packs.length === 0 || !mayStart}
      by={isElsewhere ? { isPending: start.isPending, error: null } : start}
      failed="No run has been started."
      onSend={({ name, period, ...run }) =>
        start.mutate({ ...run, name: name || undefined, period: readPeriod(period, today) ?? undefined })
      }
      onClose={onClose}
    >
      {packs.length === 1 && (
        <p>
          Pack: <span className="font-medium">{packs[0]!.name}</span>, version {packs[0]!.version}
        </p>
      )}
      {session && packs.length === 0 && (
        <p className="text-missing">No pack of requirements is in use yet. An administrator sets one up.</p>
      )}
      {session && !mayStart && <p className="text-missing">Starting a run needs the Member role.</p>}
    </FormDialog>
  );
}

function useStartRun() {
  const queries = useQueryClient();
  const show = (runId: string) => setSearch({ run: runId, start: null, status: null, tab: null });
  return useMutation({
    mutationFn: async (body: StartRun) => (await assay()).runs.start(body),
    onSuccess: ({ id }) => show(id),
    onError: (error) => {
      const running = runningInstead(error);
      if (running) show(running);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["runs"] }),
  });
}

/** The run that is under way, where that is why another cannot start. */
function runningInstead(error: unknown): string | null {
  if (!(error instanceof AssayApiError) || error.code !== "RUN_ALREADY_IN_PROGRESS") return null;
  return typeof error.details.runId === "string" ? error.details.runId : null;
}
