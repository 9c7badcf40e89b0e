import { parseArgs } from "node:util";
import { patchRetentionBody, RETENTION_KINDS, type RetentionPatch, type RetentionPreview } from "@assay/contract";
import { changeRetention, previewRetention } from "@assay/core/retention";
import { findTenant, operatorOf } from "@assay/core/tenancy";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openDatabaseForOperator } from "./open-database-for-operator.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `Usage: npm run tenant:retention -- --tenant <id|name> ${RETENTION_KINDS.map(
  (kind) => `[--${kind} <days|keep>]`,
).join(" ")} [--dry-run]`;
const REFUSALS = {
  ERASING: "Nothing is removed: the tenant is being erased",
  HELD: "Nothing is removed while the tenant is under hold",
  SUSPENDED: "Nothing is removed while the tenant is suspended",
  MAINTENANCE: "Nothing is removed during maintenance",
  CHANGED_LATELY: "Nothing is removed in the day after a change, or after a hold or a suspension ended",
} satisfies Record<NonNullable<RetentionPreview["refusal"]>, string>;

/** Says after how many days what a tenant has is removed, and what that is now: see docs/operate/tenants.md. */
await runCommand(async () => {
  const { tenant, days, isDryRun } = readOptions();
  const { db, close } = await openDatabaseForOperator(readProcessConfig(process.env), "set the tenant's retention");
  try {
    const { id, name } = await findTenant(db, tenant);
    const operator = operatorOf(db, id);
    if (!isDryRun && Object.keys(days).length > 0) await changeRetention(operator, id, days);
    const { kinds, refusal } = await previewRetention(operator, id, days);
    console.log(`'${name}' (${id})${isDryRun ? ", changing nothing" : ""}:`);
    for (const kind of kinds) console.log(`  ${describe(kind)}`);
    if (refusal) console.log(REFUSALS[refusal]);
  } finally {
    await close();
  }
});

function describe({ kind, days, count, bytes, oldest, newest, heldBack }: RetentionPreview["kinds"][number]): string {
  if (days === null) return `${kind}: keep`;
  const range = oldest && newest ? `, ${bytes} bytes, from ${oldest} to ${newest}` : "";
  return `${kind}: ${days} days; due now: ${count}${range}; held back: ${heldBack}`;
}

function readOptions(): { tenant: string; days: RetentionPatch; isDryRun: boolean } {
  const text = { type: "string" } as const;
  const named = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, text]));
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    ({ values } = parseArgs({ options: { ...named, tenant: text, "dry-run": { type: "boolean" } } }));
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${USAGE}`);
  }
  const { tenant } = values;
  const given = RETENTION_KINDS.filter((kind) => values[kind] !== undefined);
  const days = Object.fromEntries(given.map((kind) => [kind, toDays(String(values[kind]))]));
  const isValid = given.length === 0 || patchRetentionBody.safeParse({ days }).success;
  if (typeof tenant !== "string" || tenant === "" || !isValid)
    throw new ConfigError(
      `A tenant is needed, and for a kind a whole number of days from 1, of runs from 30, or 'keep'\n${USAGE}`,
    );
  return { tenant, days, isDryRun: values["dry-run"] === true };
}

function toDays(text: string): number | null {
  if (text === "keep") return null;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
