import { type JobSlots, listDueJobs } from "@assay/core/jobs";
import { newId } from "@assay/db";
import { localSlots } from "@assay/embedded/dispatcher";
import { connectExplainer } from "@assay/testing/explain-statement";
import { fillQueue } from "@assay/testing/fill-queue";
import { listenToStatements, type SentStatement, watchStatements } from "@assay/testing/watch-statements";
import type { Figure, Measure } from "../measure.ts";
import { openMigrated } from "../open-migrated.ts";
import { withDatabase } from "../with-database.ts";

const TENANTS = [10, 1000, 50_000];
const PAGES_MAX = 300;

/** As a process that runs nothing looks. */
const SLOTS = Object.fromEntries(
  Object.entries(localSlots({ document: 3, assessment: 8 })).map(([kind, { total, perTenant }]) => [
    kind,
    { free: total, perTenantMax: perTenant },
  ]),
) as JobSlots;

export const nextJobs: Measure = {
  name: "next-jobs",
  needsServer: true,
  run: ({ server }) =>
    withDatabase(server!, async ({ DATABASE_URL, DATABASE_MIGRATE_URL }) => {
      await using stack = new AsyncDisposableStack();
      const { owner, db } = await openMigrated(stack, { DATABASE_URL, DATABASE_MIGRATE_URL });
      watchStatements(db);
      const explainer = stack.use(await connectExplainer(DATABASE_MIGRATE_URL));
      const figures: Figure[] = [];
      for (const tenants of TENANTS) {
        await fillQueue(owner.db, { tenants, jobsEach: 1, kinds: ["document", "assessment", "webhook"] });
        let look: SentStatement | undefined;
        await listenToStatements(
          (statement) => {
            if (statement.text.includes("work_items")) look = statement;
          },
          () => listDueJobs(db, SLOTS, { holder: newId() }),
        );
        const pages = await explainer.countBuffers(look!);
        figures.push({
          what: `Pages read to find the next jobs, ${tenants} tenants wait`,
          value: `${pages} pages`,
          reference: "",
          ratio: pages,
          target: { atMost: PAGES_MAX },
        });
      }
      return figures;
    }),
};
