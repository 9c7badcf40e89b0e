import { checkAssessor, checkEmbedder } from "@assay/adapters/model-calls";
import { checkQstash } from "@assay/adapters/qstash";
import type { Config } from "../config.ts";
import { configuredModels } from "../parts/models.ts";
import { qstashAccount } from "../parts/qstash.ts";
import { supabaseParts } from "../parts/supabase.ts";
import { sweepSchedule } from "../parts/sweep-schedule.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** Asks each vendor that is configured, with what the service itself would ask. A model's check costs a cent at most. */
export async function checkVendors(config: Config): Promise<Finding[]> {
  return (await Promise.all([checkDispatch(config), checkSupabase(config), checkModels(config)])).flat();
}

async function checkDispatch(config: Config): Promise<Finding[]> {
  if (!qstashAccount(config)) return [{ ok: true, text: "Dispatch: a loop in the process" }];
  const { account, schedule } = sweepSchedule(config);
  const problems = await checkQstash(account, {
    ...schedule,
    currentSigningKey: config.QSTASH_CURRENT_SIGNING_KEY ?? "",
    nextSigningKey: config.QSTASH_NEXT_SIGNING_KEY ?? "",
  });
  return findingsOf(problems, `QStash signs with the configured keys and calls ${schedule.url}`);
}

async function checkSupabase(config: Config): Promise<Finding[]> {
  const supabase = supabaseParts(config);
  if (!supabase) return [{ ok: true, text: "Files and users: in the data folder" }];
  const checks = await Promise.allSettled([supabase.files.check(), supabase.identity.check()]);
  const problems = checks.flatMap((check) => (check.status === "rejected" ? [(check.reason as Error).message] : []));
  return findingsOf(problems, "Supabase keeps files in a private bucket and publishes its keys");
}

async function checkModels(config: Config): Promise<Finding[]> {
  const { embedders, assessors } = configuredModels(config);
  const [embedder, assessor] = [embedders[0], assessors[0]];
  const problems = await Promise.all([checkEmbedder(embedder), checkAssessor(assessor)]);
  return findingsOf(
    problems.filter((problem) => problem !== null),
    `Models: ${assessor.model} assesses, ${embedder.model} embeds`,
  );
}
