import { documentComparison } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

test("two versions are compared by lines, with the offsets of each in its own text", async () => {
  const tenant = await assay.tenant();
  const [member, viewer] = [await tenant.as("MEMBER"), await tenant.as("VIEWER")];
  const first = await member.upload("rule.txt", "Backups are daily.\nThey are tested each year.\n");
  const second = await member.upload("rule-2.txt", "Backups are daily.\nThey are tested each month.\n");
  for (const { id } of [first, second]) await member.settled(id);
  const at = `/api/documents/${second.id}/compare?against=${first.id}`;
  expect(await viewer.get(at, documentComparison)).toEqual({
    from: { documentId: first.id, originalFilename: "rule.txt", characters: expect.any(Number) },
    to: { documentId: second.id, originalFilename: "rule-2.txt", characters: expect.any(Number) },
    changes: [
      { kind: "equal", text: "Backups are daily.\n", from: { start: 0, end: 19 }, to: { start: 0, end: 19 } },
      expect.objectContaining({ kind: "removed", from: { start: 19, end: expect.any(Number) }, to: null }),
      expect.objectContaining({ kind: "added", from: null, to: { start: 19, end: expect.any(Number) } }),
    ],
    complete: true,
    incompleteReason: null,
  });
});

test("what is not READY, is another tenant's or is not named is refused with what to do", async () => {
  const member = await (await assay.tenant()).as("MEMBER");
  const other = await (await assay.tenant()).as("MEMBER");
  const mine = await member.upload("a.txt", "A rule of ours.");
  const theirs = await other.upload("b.txt", "A rule of theirs.");
  const empty = await member.upload("c.txt", " ");
  for (const { id } of [mine, empty]) await member.settled(id);
  const compare = (query: string) => member.call("GET", `/api/documents/${mine.id}/compare${query}`);
  await expectError(await compare(""), 400, "VALIDATION_ERROR");
  await expectError(await compare("?against=nothing"), 404, "NOT_FOUND");
  await expectError(await compare(`?against=${theirs.id}`), 403, "CROSS_TENANT_ACCESS_DENIED");
  await expectError(await compare(`?against=${empty.id}`), 409, "INVALID_STATE");
});
