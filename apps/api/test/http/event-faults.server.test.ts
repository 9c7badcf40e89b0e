import { createOfflinePartsAssessor } from "@assay/offline";
import { openProxiedDatabase } from "@assay/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { testService } from "../support/test-service.ts";

test("an open stream whose database is gone ends, and only the log hears why, without its text", async () => {
  const assessor = createOfflinePartsAssessor();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const database = await openProxiedDatabase({ poolSize: 3, connectTimeoutMs: 2000, statementTimeoutMs: 1000 });
  const assess: typeof assessor.assess = (...request) => held.then(() => assessor.assess(...request));
  const assay = await testService({}, { assessor: { ...assessor, assess } }, Promise.resolve(database));
  onTestFinished(() => assay.close());
  const printed = vi.spyOn(console, "error");
  onTestFinished(() => printed.mockRestore());
  const member = await (await assay.tenant()).as("MEMBER");
  await member.settled((await member.upload("policy.txt", policyText)).id);
  const { id } = await member.startRun();
  const events = await member.call("GET", `/api/runs/${id}/events`);
  const reader = events.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain("event: progress");

  database.proxy.next.refused = true;
  database.proxy.drop();
  let rest = "";
  for (let next = await reader.read(); !next.done; next = await reader.read())
    rest += new TextDecoder().decode(next.value);
  database.proxy.next.refused = false;
  letGo();
  expect(rest).not.toContain("event: end");
  expect(rest).not.toContain("error");
  const requestId = events.headers.get("X-Request-Id")!;
  const failed = assay.log.filter((line) => line.includes("request.failed") && line.includes(requestId));
  expect(failed.map((line) => JSON.parse(line))).toMatchObject([{ level: "error", method: "GET" }]);
  expect(printed).not.toHaveBeenCalled();
});
