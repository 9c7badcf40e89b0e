import type { Connection } from "@assay/db";
import type { QstashMessage } from "@assay/testing/doubles/qstash/read-message";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pick, seededRandom } from "../support/seeded-random.ts";
import { cutConnections } from "./support/cut-connections.ts";
import { type Disturbed, disturbMessages } from "./support/disturb-messages.ts";
import { type FaultCluster, faultCluster } from "./support/fault-cluster.ts";
import { checkOracles } from "./support/oracles.ts";
import { doWork, readResults, type Worked } from "./support/workload.ts";

/** `ASSAY_TEST_FAULT_SEEDS=17,23` repeats those. */
const SEEDS =
  process.env.ASSAY_TEST_FAULT_SEEDS?.split(",").map(Number) ?? Array.from({ length: 50 }, (_, at) => at + 1);
const AT_A_TIME = 8;
/** SIGSTOP for a minute, at a thirtieth. */
const STOP_MS = 2000;
const ROUNDS_MAX = 4;

const POINTS = ["claimed", "worked", "written", "committed", "dispatched"];
const STAGES = [
  "document.extract",
  "document.embed",
  "run.RETRIEVAL",
  "assessment.ASSESSMENT",
  "run.EXPORT",
  "run.finish",
];
const PLACES = [
  ...POINTS.flatMap((point) => STAGES.map((stage) => `${point}@${stage}`)),
  // Only what begins a dispatch is published.
  ...["document.extract", "assessment.ASSESSMENT", "run.TASK_GENERATION"].map((stage) => `published@${stage}`),
];
/** A start costs a second of a processor, so that few seeds kill. */
const ACTS = ["kill", "stop", "hold", "hold", "hold"] as const;

let cluster: FaultCluster;
let owner: Connection;
const disturbed = new Map<string, Disturbed>();
let watch: NodeJS.Timeout;
const acts = new Set<Promise<void>>();
const cutting = new Set<string>();
let connectionsCut = 0;

beforeAll(async () => {
  cluster = await faultCluster({ serving: 2, standby: 1 }, { crashesMax: 1000 });
  owner = await cluster.database.asOwner();
  cluster.qstash.fail({
    publish: disturbMessages(seededRandom(0)).faults.publish,
    deliver: (message, retried) => disturbed.get(tenantOf(message))?.faults.deliver(message, retried),
  });
  watch = setInterval(() => {
    const act = actOnFaults().finally(() => acts.delete(act));
    acts.add(act);
  }, 10);
});
afterAll(async () => {
  clearInterval(watch);
  await Promise.all(acts);
  await owner?.close();
  await cluster?.close();
});

const tenantOf = ({ flowControl }: QstashMessage) => flowControl?.key.replace("tenant.", "") ?? "";

/** Who waits at a failpoint loses its connections; who was stopped continues as if nothing had been. */
async function actOnFaults(): Promise<void> {
  for (const place of cluster.armory.held()) {
    // Asked at its turn: another act may have begun with it since.
    if (cutting.has(place)) continue;
    cutting.add(place);
    connectionsCut += await cutConnections(owner);
    cluster.armory.letGo(place);
  }
  for (const stopped of cluster.armory.takeStopped()) {
    const { child } = cluster.all.find(({ pid }) => pid === stopped)!;
    setTimeout(() => child.kill("SIGCONT"), STOP_MS);
  }
}

/** Where the fault of another seed kept this one from its own, as it ended the connection before, it is done again. */
async function runSeed(seed: number): Promise<Worked[]> {
  const works: Worked[] = [];
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const random = seededRandom(seed);
    const tenant = await cluster.newTenant();
    disturbed.set(tenant.id, disturbMessages(random));
    const place = `${pick(random, PLACES)}@${tenant.id}`;
    cluster.armory.arm(place, pick(random, ACTS));
    works.push(await doWork(tenant));
    disturbed.delete(tenant.id);
    if (!cluster.armory.disarm(place)) return works;
  }
  throw new Error(`Cannot reach the fault of seed ${seed}`);
}

test("seeded schedules of faults end in the results of a service that was never disturbed", {
  timeout: 900_000,
}, async () => {
  const first = await doWork(await cluster.newTenant());
  const golden = await readResults(first);
  const works = [first];
  const left = [...SEEDS];
  const takeSeeds = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) works.push(...(await runSeed(seed)));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, takeSeeds));
  await checkOracles(cluster, works, golden);
  if (!process.env.ASSAY_TEST_FAULT_SEEDS) expect(connectionsCut).toBeGreaterThan(0);
});
