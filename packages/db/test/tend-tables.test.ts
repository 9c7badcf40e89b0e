import { afterAll, beforeAll, expect, test } from "vitest";
import { connectEmbedded } from "../src/connect.ts";

let database: Awaited<ReturnType<typeof connectEmbedded>>;
beforeAll(async () => {
  database = await connectEmbedded();
  await database.client.exec("create table kept (id int); create table churned (id int primary key, text text)");
});
afterAll(() => database?.close());

const ROUNDS = 5;

async function churn(): Promise<number> {
  const { client } = database;
  await client.exec("insert into churned select id, repeat('x', 500) from generate_series(1, 2000) id");
  await client.exec("delete from churned");
  const { rows } = await client.query<{ bytes: number }>("select pg_table_size('churned')::int as bytes");
  return rows[0]!.bytes;
}

test("the room of what was deleted is used again once the database was tended", async () => {
  const first = await churn();
  let last = first;
  for (let round = 0; round < ROUNDS; round++) last = await churn();
  expect(last).toBeGreaterThan(first * ROUNDS * 0.9);
  await database.client.exec("truncate churned");
  for (let round = 0; round < ROUNDS; round++) {
    expect(await database.tend!()).toContain("public.churned");
    last = await churn();
  }
  expect(last).toBeLessThanOrEqual(first);
});

test("the planner knows how many rows there are, and what has hardly changed is left alone", async () => {
  const { client } = database;
  await client.exec("insert into kept select generate_series(1, 1000)");
  expect(await database.tend!()).toContain("public.kept");
  const { rows } = await client.query("select reltuples::int as rows from pg_class where relname = 'kept'");
  expect(rows).toEqual([{ rows: 1000 }]);
  await client.exec("insert into kept select generate_series(1, 10)");
  expect(await database.tend!()).toEqual([]);
});
