import { readLastBackup } from "@assay/core/backups";
import { readMaintenance } from "@assay/core/maintenance-mode";
import type { Database } from "@assay/db";
import type { Finding } from "./finding.ts";

const OLD_AFTER_MS = 7 * 86_400_000;

/** When the last backup was made, and whether the deployment is in maintenance mode. */
export async function checkBackups(db: Database, now = Date.now()): Promise<Finding[]> {
  const mode = await readMaintenance(db);
  const backup = await readLastBackup(db);
  return [
    ...(mode
      ? [
          {
            ...{ ok: true, warns: true as const },
            text: `Maintenance mode since ${mode.since.toISOString()} (${mode.reason}): \`npm run maintenance -- off\` ends it`,
          },
        ]
      : []),
    describe(backup, now),
  ];
}

function describe(backup: Awaited<ReturnType<typeof readLastBackup>>, now: number): Finding {
  if (!backup)
    return {
      ...{ ok: true, warns: true },
      text: "No backup is recorded: make one with `npm run backup -- create`, see docs/operate/operations.md",
    };
  const { takenAt, verifiedAt } = backup;
  const verified = verifiedAt ? `verified at ${verifiedAt.toISOString()}` : "and was not verified";
  const text = `The last backup is of ${takenAt.toISOString()}, ${verified}`;
  if (now - takenAt.getTime() <= OLD_AFTER_MS) return { ok: true, text };
  return { ...{ ok: true, warns: true }, text: `${text}: it is older than 7 days` };
}
