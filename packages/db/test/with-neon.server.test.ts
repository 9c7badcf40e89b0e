import type { Connection } from "@assay/db";
import { rowsOf } from "@assay/db";
import { type WaitUntil, withNeon } from "@assay/db/with-neon";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type DatabaseProxy, startDatabaseProxy } from "@assay/testing/database-proxy";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";

let database: TestDatabase;
let proxy: DatabaseProxy;
beforeAll(async () => {
  database = await openTestDatabase();
  proxy = await startDatabaseProxy("ws", database.url!);
});
afterAll(async () => {
  await proxy.close();
  await database.close();
});

/** A worker's request: `done` settles when the worker has nothing left that keeps it alive. */
async function request(handle: (connection: Connection, waitUntil: WaitUntil) => Promise<Response>) {
  const tasks: Promise<unknown>[] = [];
  const url = `${database.url}?application_name=worker`;
  const answer = withNeon(url, (task) => void tasks.push(task), handle, { wsProxy: proxy.url });
  const response = await answer.catch((error: unknown) => error);
  return { response, done: () => Promise.all(tasks) };
}

async function sessions(): Promise<number> {
  const owner = await database.asOwner();
  const [row] = await rowsOf<{ n: number }>(
    owner.db,
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'worker'`,
  );
  await owner.close();
  return row!.n;
}

const read = async ({ db }: Connection) => (await rowsOf<{ text: string }>(db, sql`select 'row' as text`))[0]!.text;

test("a body may read the database while it is sent, and the pool ends with it", async () => {
  const { response, done } = await request(async (connection) => {
    let parts = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (++parts > 3) controller.close();
        else controller.enqueue(new TextEncoder().encode(await read(connection)));
      },
    });
    return new Response(body, { status: 201, headers: { "X-Kept": "yes" } });
  });
  expect(response).toMatchObject({ status: 201 });
  expect((response as Response).headers.get("X-Kept")).toBe("yes");
  expect(await (response as Response).text()).toBe("rowrowrow");
  await done();
  await expect.poll(sessions).toBe(0);
});

test("a body that its reader gives up ends the pool", async () => {
  const { response, done } = await request(async (connection) => {
    await read(connection);
    return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1000)) }));
  });
  expect(await sessions()).toBe(1);
  await (response as Response).body!.cancel();
  await done();
  await expect.poll(sessions).toBe(0);
});

test("work that continues after the answer has the database, and the work that it calls for in turn", async () => {
  const after: string[] = [];
  const { response, done } = await request(async (connection, waitUntil) => {
    const second = async () => void after.push(`second ${await read(connection)}`);
    const first = async () => {
      after.push(`first ${await read(connection)}`);
      waitUntil(second());
    };
    waitUntil(first());
    return new Response(null, { status: 204 });
  });
  expect(response).toMatchObject({ status: 204, body: null });
  await done();
  expect(after).toEqual(["first row", "second row"]);
  await expect.poll(sessions).toBe(0);
});

test("a handler that throws ends the pool, and its error continues", async () => {
  const { response, done } = await request(async (connection) => {
    throw new Error(await read(connection));
  });
  expect(response).toEqual(new Error("row"));
  await done();
  await expect.poll(sessions).toBe(0);
});
