import { availableParallelism, tmpdir } from "node:os";
import { checkAssessor, checkEmbedder } from "@assay/adapters/model-calls";
import { checkQstash } from "@assay/adapters/qstash";
import { checkS3 } from "@assay/adapters/s3";
import { ModelError } from "@assay/contract";
import { createAbilityStore } from "@assay/core/model-abilities";
import type { AbilityStore, Assessor } from "@assay/core/ports";
import type { Config } from "../config.ts";
import { placeOfJobs } from "../jobs-process/place-of-jobs.ts";
import { connectTo } from "../parts/database.ts";
import { chooseStore } from "../parts/files.ts";
import { openMeaning } from "../parts/meaning.ts";
import { chosenProvider, configuredModels } from "../parts/models.ts";
import { qstashAccount } from "../parts/qstash.ts";
import { s3Options } from "../parts/remote-files.ts";
import { supabaseParts } from "../parts/supabase.ts";
import { sweepSchedule } from "../parts/sweep-schedule.ts";
import { type Finding, findingsOf } from "./finding.ts";

/** Asks each vendor that is configured, with what the service itself would ask. A model's check costs a cent at most. */
export async function checkVendors(config: Config): Promise<Finding[]> {
  return (
    await Promise.all([checkDispatch(config), checkStore(config), checkSupabase(config), checkModels(config)])
  ).flat();
}

async function checkDispatch(config: Config): Promise<Finding[]> {
  if (config.TAKE_JOBS === "off")
    return [{ ok: true, text: "Dispatch: none, other processes do the jobs (TAKE_JOBS is off)" }];
  if (!qstashAccount(config)) {
    const { DOCUMENT_SLOTS: documents, ASSESSMENT_SLOTS: assessments } = config;
    const slots = `${documents} documents and ${assessments} assessments at a time`;
    const place = placeOfJobs(config, availableParallelism()) === "apart" ? "a process of its own" : "the process";
    return [{ ok: true, text: `Dispatch: a loop in ${place}, ${slots}` }];
  }
  const { account, schedule } = sweepSchedule(config);
  const problems = await checkQstash(account, {
    ...schedule,
    currentSigningKey: config.QSTASH_CURRENT_SIGNING_KEY ?? "",
    nextSigningKey: config.QSTASH_NEXT_SIGNING_KEY ?? "",
  });
  return findingsOf(problems, `QStash signs with the configured keys and calls ${schedule.url}`);
}

/** Where files are kept; what Supabase keeps is checked with its users. */
async function checkStore(config: Config): Promise<Finding[]> {
  const s3 = s3Options(config);
  if (s3) return findingsOf(await checkS3(s3), `Files: in the bucket ${s3.bucket} at ${s3.endpoint}`);
  if (config.SUPABASE_URL && !config.FILES_DIR) return [];
  if (!config.FILES_DIR) return [{ ok: true, text: "Files: in the data folder" }];
  const problem = await chooseStore(config, undefined, "")
    .check()
    .then(
      () => undefined,
      (error: Error) => error.message,
    );
  return findingsOf(problem ? [`${problem}: check FILES_DIR`] : [], `Files: in the folder ${config.FILES_DIR}`);
}

async function checkSupabase(config: Config): Promise<Finding[]> {
  const supabase = supabaseParts(config);
  if (!supabase) return [];
  const keepsFiles = !config.FILES_DIR && !config.S3_BUCKET;
  const checks = await Promise.allSettled([keepsFiles && supabase.files.check(), supabase.identity.check()]);
  const problems = checks.flatMap((check) => (check.status === "rejected" ? [(check.reason as Error).message] : []));
  return findingsOf(
    problems,
    keepsFiles ? "Supabase keeps files in a private bucket and publishes its keys" : "Supabase publishes its keys",
  );
}

async function checkModels(config: Config): Promise<Finding[]> {
  // What is wrong with the machine's own models is reported where they are checked.
  const own = await openMeaning(config, tmpdir()).catch(() => undefined);
  try {
    const { embedders, assessors } = configuredModels(config, own);
    const [embedder, assessor] = [embedders[0], assessors[0]];
    const abilities = await checkAbilities(config, assessor);
    const problems = await Promise.all([checkEmbedder(embedder), checkAssessor(assessor)]);
    return [
      ...findingsOf(
        problems.filter((problem) => problem !== null),
        `Models: ${assessor.model} assesses, ${embedder.model} embeds${describeClient(config)}`,
      ),
      ...abilities,
    ];
  } finally {
    await own?.close();
  }
}

function describeClient(config: Config): string {
  return chosenProvider(config) === "gemini" ? `, both by @google/${config.GEMINI_CLIENT}` : "";
}

/** Finds out again what the model's server accepts, and keeps it for all processes where the database can be reached. */
async function checkAbilities(config: Config, assessor: Assessor): Promise<Finding[]> {
  if (!assessor.prepare) return [];
  const signal = AbortSignal.timeout(ABILITIES_TIMEOUT_MS);
  try {
    const found = await withStore(config, (store) => assessor.prepare!(store, { signal, afresh: true }));
    if (!found) return [];
    const { schema, outputLimit, temperature } = found;
    const form = schema ? "a JSON schema" : "plain JSON mode";
    const text = `The server of ${assessor.model} takes ${form}, ${outputLimit} and ${temperature ? "a temperature" : "no temperature"}`;
    return [{ ok: true, text }];
  } catch (error) {
    // What is wrong with the model, the other checks of it say.
    if (error instanceof ModelError || signal.aborted) return [];
    throw error;
  }
}

const ABILITIES_TIMEOUT_MS = 120_000;

/** The embedded database belongs to the running service, which finds out by itself with its first call. */
async function withStore<T>(config: Config, act: (store: AbilityStore) => Promise<T>): Promise<T> {
  const nowhere: AbilityStore = { load: async () => undefined, save: async () => {} };
  if (!config.DATABASE_URL) return act(nowhere);
  const connection = connectTo(config.DATABASE_URL, config, { poolSize: 1 });
  const store = createAbilityStore(connection.db);
  try {
    // A database that cannot be used is reported where it is checked.
    return await act({ load: store.load, save: (...given) => store.save(...given).catch(() => {}) });
  } finally {
    await connection.close();
  }
}
