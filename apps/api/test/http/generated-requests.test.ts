import { afterAll, beforeAll, expect, test } from "vitest";
import { createReplyChecker } from "../support/check-reply.ts";
import { type Fall, fuzzApi } from "../support/fuzz/fuzz-api.ts";
import { makeFuzzWorld } from "../support/fuzz/fuzz-world.ts";
import { readOperations } from "../support/fuzz/read-operations.ts";
import { type TestService, testService } from "../support/test-service.ts";

/** `npm run fuzz` sets both. */
const REQUESTS = Number(process.env.ASSAY_FUZZ_REQUESTS ?? 5000);
const SEED = Number(process.env.ASSAY_FUZZ_SEED ?? 1);
/** After so many requests the tenants have been changed enough: each further part has new ones. */
const PART = 5000;
const FALLS_SHOWN = 30;

let assay: TestService;
beforeAll(async () => {
  const many = "1000000";
  assay = await testService(
    { RATE_LIMIT_PER_MINUTE: many, UPLOADS_PER_MINUTE: many, SEARCHES_PER_MINUTE: many },
    { limits: { exchangesPerMinute: Number(many), packagesPerMinute: Number(many) } },
  );
});
afterAll(() => assay.close());

test("no request that the API document can be read to allow, or nearly, gets a reply that it does not allow", {
  timeout: 120_000 + REQUESTS * 100,
}, async () => {
  const owner = await assay.database.asOwner();
  const checker = createReplyChecker();
  const falls: string[] = [];
  const statuses: Record<string, number> = {};
  const served = new Set<string>();
  for (let from = 0; from < REQUESTS && falls.length < FALLS_SHOWN; from += PART) {
    const world = await makeFuzzWorld(assay, owner);
    const seed = SEED + from / PART;
    const onFall = ({ problem, curl }: Fall) => {
      falls.push(`seed ${seed}: ${problem}\n  ${curl}`);
      const requestId = /"requestId":"([^"]+)"/.exec(problem)?.[1];
      console.log(falls.at(-1), ...assay.log.filter((line) => requestId && line.includes(requestId)));
    };
    const part = { requests: Math.min(PART, REQUESTS - from), seed };
    const outcome = await fuzzApi({ url: assay.url, world, checker, onFall }, part);
    for (const [status, count] of Object.entries(outcome.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
    for (const id of outcome.served) served.add(id);
    if (REQUESTS > PART) console.log(`${from + part.requests} of ${REQUESTS} requests, ${falls.length} falls`);
  }
  await owner.close();
  const unserved = readOperations().operations.filter(({ id }) => !served.has(id));
  console.log("replies:", statuses, "never served:", unserved.map(({ id }) => id).join(", "));
  expect(falls, "replies that fell").toEqual([]);
  expect(assay.log.filter((line) => line.includes('"level":"error"')).slice(0, 5)).toEqual([]);
});
