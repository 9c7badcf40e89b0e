import { randomUUID } from "node:crypto";
import { createSupabaseIdentity } from "@assay/adapters/supabase";
import { findRole, hasMembers } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SupabaseDouble, startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand, shownPassword } from "../support/run-command.ts";
import { testFolder } from "../support/start-process.ts";

let database: TestDatabase;
let supabase: SupabaseDouble;
beforeAll(async () => {
  [database, supabase] = await Promise.all([openTestDatabase(), startSupabaseDouble()]);
});
afterAll(() => Promise.all([supabase.close(), database.close()]));

async function signIn(email: string, password: string) {
  const answer = await fetch(`${supabase.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: supabase.publishableKey },
    body: JSON.stringify({ email, password }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return createSupabaseIdentity({ url: supabase.url }).verify(token);
}

test("with accounts of Supabase, commands at once make one tenant and print one first password, which signs in", async () => {
  const env = {
    DATABASE_URL: database.url!,
    SUPABASE_URL: supabase.url,
    SUPABASE_SECRET_KEY: supabase.secretKey,
    SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
    // Nothing is kept in a folder: a running service is not in the way.
    ASSAY_DATA_DIR: "/nowhere/at/all",
  };
  expect(await hasMembers(database.db)).toBe(false);
  const email = `${randomUUID()}@acme.example`;
  const createTenant = () => runCommand("create-tenant", ["--name", "Acme", "--admin", email], env);
  const all = await Promise.all([createTenant(), createTenant()]);
  expect(
    all.map(({ code }) => code),
    JSON.stringify(all),
  ).toEqual([0, 0]);
  const stdout = all.map((each) => each.stdout).join("");
  expect(stdout.match(/^Created the tenant/gm)).toHaveLength(1);
  const { userId, tenantId } = await signIn(email, shownPassword(stdout));
  expect(await findRole(database.db, { tenantId: tenantId!, userId })).toBe("ADMIN");

  const raised = await runCommand("create-tenant", ["--name", "Acme", "--admin", email, "--super-admin"], env);
  expect(raised.stdout).toContain(`${email} now has the role SUPER_ADMIN`);
  const [other] = [await runCommand("create-tenant", ["--name", "Other", "--admin", email], env)];
  expect(other!.stdout).toContain(`still opens another tenant (${tenantId})`);
});

test("with the built-in identity next to PostgreSQL the account is in the data folder", async () => {
  const env = { DATABASE_URL: database.url!, ASSAY_DATA_DIR: await testFolder() };
  const name = `Tenant ${randomUUID()}`;
  const made = await runCommand("create-tenant", ["--name", name, "--admin", "bo@example.com"], env);
  expect(made.code, made.stderr).toBe(0);
  const password = shownPassword(made.stdout);
  const again = await runCommand("create-tenant", ["--name", name, "--admin", "bo@example.com"], env);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing was changed") });
  expect(again.stdout).toContain("its password is unchanged");
  expect(again.stdout).not.toContain(password);
});
