import { listAuditEntries } from "@assay/core/audit";
import { deleteDocument, listDocuments } from "@assay/core/documents";
import { listRunDocuments } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { assessments } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { mailWith } from "../support/plain-extractor.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
});

const SOURCE = "folder";
const SOUND = "Backups are taken every day by the operations team.";
const WITHDRAWN = "The register was withdrawn.";
const BLANK = " ";

async function put(path: string, content: Parameters<TestEngine["upload"]>[2], source = SOURCE) {
  const document = await engine.upload(ctx, path.split("/").at(-1)!, content, { source, path });
  await engine.drain();
  return document.id;
}
const get = (id: string) => engine.document(ctx, id);
/** File names of what a run judges that is started now. */
async function judged(): Promise<string[]> {
  const run = await engine.startRun(ctx);
  await engine.drain();
  const { items } = await listRunDocuments(ctx, run.id, { limit: 200, judged: "true" });
  return items.map((item) => ("damaged" in item ? "damaged" : item.documentId)).sort();
}
const actionsOn = async (id: string) => {
  const { items } = await listAuditEntries(ctx, { limit: 200 });
  const ofPlaces = ["document.placed", "document.superseded", "document.restored", "document.retired"];
  return items
    .filter((entry) => entry.object_id === id && ofPlaces.includes(entry.action))
    .map(({ action }) => action.replace("document.", ""))
    .reverse();
};

describe("other bytes at a place", () => {
  test("are a new version: later runs no longer judge the earlier one, and past runs keep it", async () => {
    const first = await put("register.txt", SOUND);
    const before = await engine.startRun(ctx);
    await engine.drain();
    const second = await put("register.txt", WITHDRAWN);
    expect(await get(first)).toMatchObject({ supersededById: second, retiredAt: null, places: [] });
    expect(await get(second)).toMatchObject({
      replacesDocumentId: first,
      supersededById: null,
      places: [{ source: SOURCE, path: "register.txt", version: 2 }],
    });
    expect(await judged()).toEqual([second]);
    const kept = await listRunDocuments(ctx, before.id, { limit: 10 });
    expect(kept.items).toMatchObject([
      { documentId: first, places: [{ source: SOURCE, path: "register.txt", version: 1 }] },
    ]);
    expect(await actionsOn(first)).toEqual(["placed", "superseded"]);
    expect(await actionsOn(second)).toEqual(["placed"]);
  });

  test("give a verdict of their own: what was withdrawn is complete no longer", async () => {
    await put("register.txt", SOUND);
    const statusOf = async () => {
      const run = await engine.startRun(ctx);
      await engine.drain();
      const rows = await inTenant(ctx, (tx) =>
        tx
          .select({ status: assessments.status })
          .from(assessments)
          .where(and(eq(assessments.tenantId, ctx.tenantId), eq(assessments.runId, run.id))),
      );
      return rows.map(({ status }) => status);
    };
    const before = await statusOf();
    await put("register.txt", WITHDRAWN);
    expect([before, await statusOf()]).toEqual([["COMPLETE"], ["MISSING"]]);
  });

  test("leave the earlier one as evidence until they are read, and where they cannot be", async () => {
    const first = await put("register.txt", SOUND);
    const { id: second } = await engine.upload(ctx, "register.txt", BLANK, { source: SOURCE, path: "register.txt" });
    expect(await get(first)).toMatchObject({ supersededById: null });
    await engine.drain();
    expect((await get(second)).status).toBe("FAILED");
    expect(await judged()).toEqual([first]);
    const third = await put("register.txt", WITHDRAWN);
    expect([await get(first), await get(second)]).toMatchObject([{ supersededById: third }, { supersededById: third }]);
    expect(await judged()).toEqual([third]);
  });

  test("that were there before bring their document back, with its id", async () => {
    const first = await put("register.txt", SOUND);
    const second = await put("register.txt", WITHDRAWN);
    expect(await put("register.txt", SOUND)).toBe(first);
    expect(await get(first)).toMatchObject({ supersededById: null, places: [{ version: 3 }] });
    expect(await get(second)).toMatchObject({ supersededById: first, places: [] });
    expect(await judged()).toEqual([first]);
    expect(await actionsOn(first)).toEqual(["placed", "superseded", "placed", "restored"]);
  });
});

test("the same bytes at their place change nothing", async () => {
  const id = await put("register.txt", SOUND);
  expect(await put("register.txt", SOUND)).toBe(id);
  expect((await get(id)).places).toEqual([{ source: SOURCE, path: "register.txt", version: 1 }]);
  expect(await actionsOn(id)).toEqual(["placed"]);
});

test("equal files at two places are one document, live while one of them has it", async () => {
  const both = await put("a.txt", SOUND);
  expect(await put("b.txt", SOUND)).toBe(both);
  const changed = await put("a.txt", WITHDRAWN);
  expect(await get(both)).toMatchObject({ supersededById: null, places: [{ path: "b.txt" }] });
  expect(await judged()).toEqual([both, changed].sort());
  expect(await put("b.txt", WITHDRAWN)).toBe(changed);
  expect(await get(both)).toMatchObject({ supersededById: changed, places: [] });
  expect(await judged()).toEqual([changed]);
});

test("paths of two sources are two places, and a path may be as long as it may be", async () => {
  const path = `${"ü".repeat(1_020)}.txt`;
  const first = await put(path, SOUND, "one");
  const second = await put(path, WITHDRAWN, "two");
  expect(await judged()).toEqual([first, second].sort());
});

test("an upload without a place holds its document, whatever its place gets", async () => {
  const { id } = await engine.upload(ctx, "register.txt", SOUND);
  await put("register.txt", SOUND);
  const second = await put("register.txt", WITHDRAWN);
  expect(await judged()).toEqual([id, second].sort());
});

test("an upload without a place brings a document back", async () => {
  const first = await put("register.txt", SOUND);
  const second = await put("register.txt", WITHDRAWN);
  await engine.upload(ctx, "register.txt", SOUND);
  expect(await get(first)).toMatchObject({ supersededById: null, places: [] });
  expect(await judged()).toEqual([first, second].sort());
});

test("two uploads of one place at once leave one document there", async () => {
  await put("register.txt", SOUND);
  const texts = Array.from({ length: 6 }, (_, at) => `Backups are taken every day, says edition ${at}.`);
  const at = { source: SOURCE, path: "register.txt" };
  const uploaded = await Promise.all(texts.map((text) => engine.upload(ctx, "register.txt", text, at)));
  await engine.drain();
  const now = await Promise.all(uploaded.map(({ id }) => get(id)));
  const standing = now.filter(({ places }) => places.length > 0);
  expect(standing.map(({ places }) => places)).toEqual([[{ ...at, version: 7 }]]);
  expect(await judged()).toEqual([standing[0]!.id]);
});

describe("a changed archive", () => {
  test("takes its members along, but for those that the new one has too", async () => {
    const archive = { "kept.txt": SOUND, "changed.txt": "Visitors wear a badge." };
    const first = await put("bundle.zip", archive);
    const second = await put("bundle.zip", { ...archive, "changed.txt": WITHDRAWN });
    expect(await get(first)).toMatchObject({ supersededById: second });
    const names = async () =>
      (await Promise.all((await judged()).map(get))).map((each) => each.originalFilename).sort();
    expect(await names()).toEqual(["changed.txt", "kept.txt"]);
    expect(await put("bundle.zip", archive)).toBe(first);
    expect(await get(second)).toMatchObject({ supersededById: first });
    expect(await names()).toEqual(["changed.txt", "kept.txt"]);
    const [judgedText] = (await Promise.all((await judged()).map(get))).filter(
      ({ originalFilename }) => originalFilename === "changed.txt",
    );
    expect(judgedText!.parentDocumentId).toBe(first);
  });

  test("brings back a member that had left", async () => {
    const alone = await put("alone.txt", SOUND);
    await put("alone.txt", WITHDRAWN);
    await put("bundle.zip", { "member.txt": SOUND });
    expect(await get(alone)).toMatchObject({ supersededById: null });
  });
});

test.each([
  ["an archive", "bundle.zip", (member: string) => ({ "member.txt": member })],
  ["a mail", "mail.eml", (member: string) => mailWith("See what is attached.", { "member.txt": member })],
] as const)("%s that is read after it has left brings no members", async (_, path, having) => {
  const first = await engine.upload(ctx, path, having(WITHDRAWN), { source: SOURCE, path });
  await engine.upload(ctx, path, having(SOUND), { source: SOURCE, path });
  await engine.drain();
  const { items } = await listDocuments(ctx, { limit: 200, parentDocumentId: first.id });
  expect(items).toMatchObject([{ supersededById: expect.any(String) }]);
});

test("a changed mail takes its attachments along, but for those that the new one has too", async () => {
  const attached = { "kept.txt": SOUND, "gone.txt": "Visitors wear a badge." };
  const first = await put("mail.eml", mailWith("See what is attached.", attached));
  const second = await put("mail.eml", mailWith("See what is attached, again.", { "kept.txt": SOUND }));
  const now = await Promise.all((await judged()).map(get));
  expect(now.map((each) => each.originalFilename).sort()).toEqual(["kept.txt", "mail.eml"]);
  expect(await get(first)).toMatchObject({ supersededById: second });
});

describe("the deletion of a version", () => {
  test("brings back the one before it at its place", async () => {
    const first = await put("register.txt", SOUND);
    const second = await put("register.txt", WITHDRAWN);
    await deleteDocument(ctx, second);
    expect(await get(first)).toMatchObject({ supersededById: null, places: [{ version: 1 }] });
    expect(await judged()).toEqual([first]);
  });

  test("leaves the newer one as it is, which replaces nothing then", async () => {
    const first = await put("register.txt", SOUND);
    const second = await put("register.txt", WITHDRAWN);
    await deleteDocument(ctx, first);
    expect(await get(second)).toMatchObject({ replacesDocumentId: null, supersededById: null });
    expect(await judged()).toEqual([second]);
  });
});
