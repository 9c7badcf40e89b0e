import {
  assessmentListReply,
  exportListReply,
  frozenTask,
  runDetails,
  runStepsReply,
  type Task,
  taskListReply,
} from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

test("an uploaded document becomes assessed requirements, tasks, exports and a snapshot that replays", async () => {
  const tenant = await assay.tenant();
  const member = await tenant.as("MEMBER");
  const { id } = await member.upload("backup-policy.txt", policyText);
  expect(await member.settled(id)).toMatchObject({ status: "READY", failure: null, coverage: { chunks: 1 } });

  const started = await member.startRun();
  expect(await member.finished(started.id)).toMatchObject({
    status: "COMPLETED",
    snapshotStatus: "CAPTURED",
    totalRequirements: 3,
    assessedCount: 3,
    completeCount: 1,
    partialCount: 1,
    missingCount: 1,
  });

  const { assessments } = await member.get(`/api/runs/${started.id}/assessments`, assessmentListReply);
  expect(assessments.map(({ requirementId, status }) => [requirementId, status])).toEqual([
    ["1.1", "COMPLETE"],
    ["1.2.a", "PARTIAL"],
    ["2.1", "MISSING"],
  ]);
  for (const { citations } of assessments.slice(0, 2)) {
    expect(citations.length).toBeGreaterThan(0);
    for (const { text, documentId, pageNumber } of citations) {
      expect(policyText).toContain(text);
      expect({ documentId, pageNumber }).toEqual({ documentId: id, pageNumber: null });
    }
  }

  const { steps } = await member.get(`/api/runs/${started.id}/steps`, runStepsReply);
  expect(steps.map(({ status }) => status)).toEqual(Array(6).fill("COMPLETED"));
  const { tasks } = await member.get(`/api/runs/${started.id}/tasks`, taskListReply);
  expect(tasks.map(({ requirementId }) => requirementId).toSorted()).toEqual(["1.2.a", "2.1"]);
  const { exports } = await member.get(`/api/runs/${started.id}/exports`, exportListReply);
  expect(exports.map(({ format }) => format)).toEqual(["csv", "json", "oscal", "xlsx"]);

  const admin = await tenant.as("ADMIN");
  const replay = async () => (await admin.call("GET", `/api/admin/runs/${started.id}/replay`)).text();
  const first = await replay();
  expect(await replay()).toBe(first);
  expect(JSON.parse(first)).toMatchObject({
    source: "snapshot",
    data: { assessments, tasks: tasks.toReversed().map(toFrozen), exports },
  });
  await admin.get(`/api/runs/${started.id}`, runDetails);
});

/** What a snapshot holds of a task. */
function toFrozen(task: Task) {
  return Object.fromEntries(Object.keys(frozenTask.shape).map((name) => [name, task[name as keyof Task]]));
}
