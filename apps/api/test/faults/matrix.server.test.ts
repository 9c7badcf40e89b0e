import { DOCUMENT_FLOW, INGESTION_FLOW, RUN_FLOW } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/test-client.ts";
import { type FaultCluster, faultCluster } from "./support/fault-cluster.ts";
import { checkModelCalls, checkOracles } from "./support/oracles.ts";
import { doWork, readResults, type Worked } from "./support/workload.ts";

const TENANTS_AT_A_TIME = 3;

/** What each job passes on its way. */
const POINTS = ["claimed", "worked", "written", "committed"];
const STAGES = [
  ...DOCUMENT_FLOW.map(({ name }) => `document.${name}`),
  ...RUN_FLOW.map(({ name, jobPer }) => `${jobPer === "run" ? "run" : "assessment"}.${name}`),
  ...INGESTION_FLOW.map(({ name }) => `ingestion.${name}`),
  ...["run.finish", "checkpoint.run", "file.reclaim"],
];
const PLACES = [
  ...STAGES.flatMap((stage) => POINTS.map((point) => `${point}@${stage}`)),
  // What is the same for all jobs, as it knows none of them; and only what begins a dispatch is published.
  ...["document.chunk", "assessment.ASSESSMENT", "run.finish"].map((stage) => `dispatched@${stage}`),
  ...["document.extract", "assessment.ASSESSMENT", "run.TASK_GENERATION"].map((stage) => `published@${stage}`),
  ...["document.extract", "document.embed", "ingestion.FETCHING", "ingestion.PARSING", "ingestion.INDEXING"].map(
    (stage) => `checkpointed@${stage}`,
  ),
  ...["committed@request.dispatch", "dispatched@request.dispatch", "swept@sweep.sweep"],
];

let cluster: FaultCluster;
beforeAll(async () => {
  // No job is taken for the cause of all these ends.
  cluster = await faultCluster({ serving: 1, standby: 2 }, { crashesMax: 1000 }, { TEST_EMBED_BATCH: "1" });
});
afterAll(() => cluster?.close());

const placesOf = (event: string, of = cluster.all) =>
  of.flatMap(({ logged }) => logged(event).map(({ place }) => String(place)));

test("a kill at each failpoint of each stage changes nothing", { timeout: 900_000 }, async () => {
  const works: Worked[] = [await doWork(await cluster.newTenant())];
  const golden = await readResults(works[0]!);
  await until(
    async () => new Set(placesOf("test.passed")),
    (passed) => PLACES.every((place) => passed.has(place)),
  );

  for (const place of PLACES) cluster.armory.arm(place);
  while (cluster.armory.armed().length > 0) {
    const tenants = await Promise.all(Array.from({ length: TENANTS_AT_A_TIME }, () => cluster.newTenant()));
    works.push(...(await Promise.all(tenants.map((tenant) => doWork(tenant)))));
  }
  await checkOracles(cluster, works, golden);
  expect(placesOf("test.fault", cluster.killed).toSorted()).toEqual(PLACES.toSorted());
  checkModelCalls(cluster, works, golden);
});
