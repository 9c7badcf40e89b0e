import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ADMIN_BODIES, ADMIN_SHAPES, BODIES, SHAPES } from "@assay/contract/schemas";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import { listStale, readSchemas, WRAPPED } from "../build/generate-types.ts";
import type {
  AdminRun,
  Change,
  CriteriaDiff,
  Overview,
  Pinned,
  RunPins,
  Setting,
  Settings,
  Some,
} from "../src/admin/index.ts";

const PACKAGE = join(import.meta.dirname, "..");

test("the types are what the contract's schemas say: `npm run types:client` brings them up to date", () => {
  expect(listStale()).toEqual([]);
});

test("a schema that has changed shows as a file that has not", () => {
  const schemas = readSchemas();
  const Task = structuredClone(schemas.Task) as { properties: Record<string, unknown> };
  Task.properties.dueDate = { $ref: "CalendarDate" };
  expect(listStale({ ...schemas, Task })).toEqual(["packages/client/src/generated/types.ts"]);
});

/** What the contract accepts and sends must be of the client's type of the same name; sets are open, so not the reverse. */
const NAMED = [
  { tables: { SHAPES, BODIES }, file: "types.ts" },
  { tables: { ADMIN_SHAPES, ADMIN_BODIES }, file: "admin-types.ts" },
  { tables: { REPLIES: WRAPPED }, file: "replies.ts" },
];

test("every named value of the contract has the client's type of that name", () => {
  const lines = NAMED.flatMap(({ tables, file }, index) => [
    `import type * as Client${index} from "../../src/generated/${file}";`,
    ...Object.entries(tables).flatMap(([table, schemas]) => {
      const side = table.endsWith("BODIES") ? "input" : "output";
      return Object.keys(schemas).map(
        (name) =>
          `export const ${name}: Client${index}.${name} = null! as (typeof Contract.${table}.${name})["_zod"]["${side}"];`,
      );
    }),
  ]);
  expect(lines.length).toBeGreaterThan(150);
  expect(compile(['import type * as Contract from "@assay/contract/schemas";', ...lines])).toBe("");
  const wrong = 'export const run: Run = null! as (typeof SHAPES.Task)["_zod"]["output"];';
  const imports = [
    'import type { SHAPES } from "@assay/contract/schemas";',
    'import type { Run } from "../../src/index.ts";',
  ];
  expect(compile([...imports, wrong])).toContain("error TS");
});

test("the generic types are the contract's", () => {
  expectTypeOf<Settings["service"]["version"]>().toEqualTypeOf<Setting<string>>();
  expectTypeOf<Overview["runs"]["failed"]>().toEqualTypeOf<Some<AdminRun>>();
  expectTypeOf<RunPins["criteria"]>().toEqualTypeOf<Pinned<{ id: string; version: number }>>();
  expectTypeOf<NonNullable<CriteriaDiff["changed"][number]["title"]>>().toEqualTypeOf<Change<string>>();
});

function compile(lines: readonly string[]): string {
  const folder = join(PACKAGE, "test-results/types");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tsconfig.json"), '{ "extends": "../../../../tsconfig.base.json", "include": ["*.ts"] }');
  writeFileSync(join(folder, "fixture.ts"), lines.join("\n"));
  return spawnSync("tsc", ["--noEmit", "-p", folder], { cwd: PACKAGE, encoding: "utf8" }).stdout;
}
