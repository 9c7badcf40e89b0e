import type * as Client from "@assay/client/admin";
import { AssayAdmin } from "@assay/client/admin";
import type * as Contract from "@assay/contract";
import { settingsReply } from "@assay/contract";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import { expectError } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

const bare = () => assay.tenant({ pack: null });
const clientOf = async (tenant: TestTenant) =>
  new AssayAdmin({ baseUrl: assay.url, token: await tenant.token("ADMIN") });

test("an ADMIN sees what the deployment runs with, and a MEMBER does not", async () => {
  const tenant = await bare();
  const settings = await (await clientOf(tenant)).settings();
  expect(settingsReply.parse({ settings }).settings.service.superAdminMode.value).toBe(false);
  await expectError(await (await tenant.as("MEMBER")).call("GET", "/api/admin/settings"), 403, "FORBIDDEN");
});

test("the administrators' client has the contract's types", () => {
  expectTypeOf<Client.Settings>().toEqualTypeOf<Contract.Settings>();
});
