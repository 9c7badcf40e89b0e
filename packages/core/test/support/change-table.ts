import { rowsOf, type Transaction } from "@assay/db";
import type { TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { withOwner } from "./with-owner.ts";

const OTHER_ID = "00000000-0000-7000-8000-00000000000f";

interface Change {
  readonly table: string;
  readonly column: string;
  /** As SQL names it. */
  readonly type: string;
  /** Which row; the first by `order`. */
  readonly where: SQL;
  readonly order: string;
}

/** Changes one column of one row, as `withChangedRows` does. */
export function withChangedColumn(
  database: TestDatabase,
  { table, column, type, where, order }: Change,
  act: () => Promise<void>,
): Promise<void> {
  const name = sql.identifier(table);
  const change = (tx: Transaction) =>
    tx.execute(sql`update ${name} set ${sql.identifier(column)} = ${otherValue(column, type)}
      where ctid = (select ctid from ${name} where ${where} order by ${sql.identifier(order)} limit 1)`);
  return withChangedRows(database, table, change, act);
}

/** Changes rows of a table as anyone who owns the database can, with every trigger of it off; and back. */
export async function withChangedRows(
  database: TestDatabase,
  table: string,
  change: (tx: Transaction) => Promise<unknown>,
  act: () => Promise<void>,
): Promise<void> {
  const [name, kept] = [sql.identifier(table), sql.identifier(`kept_${table}`)];
  await withOwner(database, async ({ db }) => {
    await db.execute(sql`create table ${kept} as select * from ${name}`);
    try {
      await withoutTriggers(database, table, change);
      await act();
    } finally {
      await withoutTriggers(database, table, async (tx) => {
        await tx.execute(sql`delete from ${name}`);
        await tx.execute(sql`insert into ${name} select * from ${kept}`);
      });
      await db.execute(sql`drop table ${kept}`);
    }
  });
}

function otherValue(column: string, type: string): SQL {
  const name = sql.identifier(column);
  if (type === "text") return sql`coalesce(${name}, '') || 'x'`;
  if (type === "uuid") return sql`${OTHER_ID}::uuid`;
  if (type === "uuid[]") return sql`array[${OTHER_ID}::uuid]`;
  if (type === "integer[]") return sql`array_append(${name}, 7)`;
  if (type === "jsonb") return sql`'{"x":1}'::jsonb`;
  if (type === "boolean") return sql`not ${name}`;
  if (type === "date") return sql`${name} - 1`;
  if (type.startsWith("timestamp")) return sql`coalesce(${name}, now()) + interval '1 day'`;
  if (type === "integer") return sql`coalesce(${name}, 0) + 1000`;
  throw new Error(`Cannot change the column '${column}' as nothing says how to change a ${type}`);
}

/** With every trigger of the table off, foreign keys included; afterwards each is as it was. */
export function withoutTriggers(
  database: TestDatabase,
  table: string,
  act: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  const name = sql.identifier(table);
  return withOwner(database, ({ db }) =>
    db.transaction(async (tx) => {
      const always = await rowsOf<{ name: string }>(
        tx,
        sql`select tgname as name from pg_trigger where tgrelid = ${table}::regclass and tgenabled = 'A'`,
      );
      await tx.execute(sql`alter table ${name} disable trigger all`);
      await act(tx);
      await tx.execute(sql`alter table ${name} enable trigger all`);
      for (const trigger of always)
        await tx.execute(sql`alter table ${name} enable always trigger ${sql.identifier(trigger.name)}`);
    }),
  );
}
