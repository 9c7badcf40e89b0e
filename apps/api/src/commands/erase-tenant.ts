import { access, constants, lstat, open } from "node:fs/promises";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import type { ErasurePreview } from "@assay/contract";
import {
  continueErasure,
  eraseTenantAsOperator,
  findDeletionCertificate,
  findErasure,
  previewErasure,
} from "@assay/core/erasure";
import { loadDeployment } from "@assay/core/files";
import { findTenant, operatorOf } from "@assay/core/tenancy";
import type { Database } from "@assay/db";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { chooseStore } from "../parts/files.ts";
import { openSigner } from "../parts/signer.ts";
import { supabaseParts } from "../parts/supabase.ts";
import { openForOperator } from "./open-for-operator.ts";
import { runCommand } from "./run-command.ts";

const USAGE = "npm run tenant:erase -- --tenant <id|name> [--confirm <name> --reason <text> --certificate <new file>]";
const REASON_MAX = 2000;
const REFUSALS = {
  NOT_SUSPENDED: "It is active: suspend it first, with npm run tenant:suspend",
  HELD: "It is under hold: end each hold in the console first",
  ERASING: "It is being erased",
} satisfies Record<NonNullable<ErasurePreview["refusal"]>, string>;

/** Says what an erasure would delete; with `--confirm` deletes it and writes the certificate: see docs/operate/tenants.md. */
await runCommand(async () => {
  const { tenant, confirm, reason, certificate } = readOptions();
  const config = readConfig(process.env);
  const { db, close } = await openForOperator(config, "erase the tenant");
  try {
    const begun = await findErasure(db, tenant);
    if (!begun && confirm === undefined) return await say(db, tenant);
    if (certificate === undefined) throw new ConfigError(`Usage: ${USAGE}`);
    const services = { files: await openStore(config, db), signer: await openSigner(config, config.ASSAY_DATA_DIR) };
    await requireNew(certificate);
    const { id } = begun ?? (await begin(db, tenant, { name: confirm!, reason: reason! }));
    let state = await continueErasure(db, services, id);
    while (state === "more") state = await continueErasure(db, services, id);
    if (state !== "done") throw new ConfigError(untilWhen(state.waitsMs));
    await write(certificate, `${JSON.stringify(await findDeletionCertificate(db, id))}\n`);
    console.log(`Erased: the certificate is in ${certificate}. Keep it, and check it with assay verify`);
  } finally {
    await close();
  }
});

function readOptions() {
  const text = { type: "string" } as const;
  const options = { tenant: text, confirm: text, reason: text, certificate: text };
  const { tenant, confirm, reason, certificate } = parseArgs({ options }).values;
  const isWhole = confirm === undefined || (reason?.trim() && reason.length <= REASON_MAX && certificate !== undefined);
  if (!tenant || !isWhole) throw new ConfigError(`Usage: ${USAGE}`);
  return { tenant, confirm, reason: reason?.trim(), certificate };
}

function untilWhen(waitsMs: number): string {
  const until = new Date(Date.now() + waitsMs).toISOString();
  return `It is not erased yet: uploads that were under way may store files until ${until}. Repeat this then`;
}

/** Before anything is deleted: nothing is written over, and a certificate that cannot be written is known of. */
async function requireNew(certificate: string): Promise<void> {
  const isThere = await lstat(certificate).then(
    () => true,
    () => false,
  );
  if (isThere) throw new ConfigError(`Cannot write the certificate because '${certificate}' exists: name a new file`);
  const folder = dirname(certificate);
  await access(folder, constants.W_OK).catch(() => {
    throw new ConfigError(`Cannot write the certificate because '${folder}' is no folder that can be written to`);
  });
}

async function write(certificate: string, text: string): Promise<void> {
  const out = await open(certificate, "wx", 0o600);
  try {
    await out.writeFile(text);
    await out.sync();
  } finally {
    await out.close();
  }
}

async function begin(db: Database, tenant: string, request: { readonly name: string; readonly reason: string }) {
  const { id } = await findTenant(db, tenant);
  return eraseTenantAsOperator(db, id, request);
}

async function openStore(config: Config, db: Database) {
  const store = chooseStore(config, supabaseParts(config), config.ASSAY_DATA_DIR);
  if ((await store.readMarker()) !== (await loadDeployment(db)).id)
    throw new ConfigError("Cannot erase the tenant because the store of files is not that of this deployment");
  return store;
}

async function say(db: Database, tenant: string): Promise<void> {
  const { id, name } = await findTenant(db, tenant);
  const found = await previewErasure(operatorOf(db, id), id);
  console.log(`'${name}' (${id}) has ${found.rowsTotal} rows, ${found.documents} originals (${found.bytes} bytes)`);
  for (const [table, rows] of Object.entries(found.rows)) console.log(`  ${table}: ${rows}`);
  for (const { id: holdId, reason } of found.holds) console.log(`Hold ${holdId}: ${reason}`);
  console.log("Nothing was deleted");
  console.log(found.refusal ? REFUSALS[found.refusal] : `To erase it: ${USAGE}`);
}
