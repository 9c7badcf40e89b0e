import { expect, test } from "vitest";
import { placeOfJobs } from "../../src/jobs-process/place-of-jobs.ts";

const POSTGRES = { DATABASE_URL: "postgres://assay_app@127.0.0.1/assay" };
const QSTASH = { ...POSTGRES, QSTASH_TOKEN: "token" };

test.each([
  ["apart on PostgreSQL with two cores", POSTGRES, 2, "apart"],
  ["here on one core", POSTGRES, 1, "here"],
  ["apart on one core where a setting says so", { ...POSTGRES, TAKE_JOBS: "apart" }, 1, "apart"],
  ["elsewhere where a setting says so", { ...POSTGRES, TAKE_JOBS: "off" }, 8, "elsewhere"],
  ["here where a setting says so", { ...POSTGRES, TAKE_JOBS: "on" }, 8, "here"],
  ["here with the embedded database, which belongs to one process", {}, 8, "here"],
  ["here with QStash, which chooses who does a job", QSTASH, 8, "here"],
] as const)("jobs are done %s", (_, env, cores, place) => {
  expect(placeOfJobs(env, cores)).toBe(place);
});
