import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type DeletionCertificate,
  deletionCertificate,
  erasureListReply,
  erasurePreview,
  erasureReply,
  tenantHoldListReply,
  tenantHoldReply,
  tenantReply,
} from "@assay/contract";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Bin, openBin, openCommandLine } from "../support/command-line.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
let bin: Bin;
let root: TestClient;
beforeAll(async () => {
  [assay, bin] = [await testService(), await openBin()];
  root = await (await assay.tenant({ pack: null })).as("SUPER_ADMIN");
});
afterAll(async () => {
  await assay?.close();
  await bin?.close();
});

async function makeSuspended(name: string): Promise<string> {
  const made = await root.sendJson("POST", "/api/admin/tenants", { name });
  const { id } = tenantReply.parse(await made.json()).tenant;
  await root.sendJson("PATCH", `/api/admin/tenants/${id}`, { status: "INACTIVE" });
  return id;
}
const erase = (id: string, name: string, client = root) =>
  client.sendJson("POST", `/api/admin/tenants/${id}/erasure`, { name, reason: "The contract has ended" });

async function eraseWhole(name: string): Promise<{ id: string; certificate: DeletionCertificate }> {
  const id = await makeSuspended(name);
  const begun = await erase(id, name);
  expect(begun.status).toBe(202);
  const { erasure } = erasureReply.parse(await begun.json());
  const isFinished = async () => {
    const { erasures } = await root.get("/api/admin/erasures", erasureListReply);
    return erasures.find((each) => each.id === erasure.id)!.finishedAt !== null;
  };
  await expect.poll(isFinished, { timeout: 30_000 }).toBe(true);
  return { id, certificate: await root.get(`/api/admin/erasures/${erasure.id}/certificate`, deletionCertificate) };
}

test("a hold keeps a tenant from being erased until it is ended", async () => {
  const id = await makeSuspended("Held");
  const held = await root.sendJson("POST", `/api/admin/tenants/${id}/holds`, { reason: "A lawsuit" });
  expect(held.status).toBe(201);
  const { hold } = tenantHoldReply.parse(await held.json());
  const preview = await root.get(`/api/admin/tenants/${id}/erasure`, erasurePreview);
  expect(preview).toMatchObject({ refusal: "HELD", holds: [{ id: hold.id, reason: "A lawsuit" }] });
  expect((await expectError(await erase(id, "Held"), 409, "INVALID_STATE")).details).toEqual({ holds: [hold.id] });
  const holdPath = `/api/admin/tenants/${id}/holds/${hold.id}`;
  await expectError(await root.sendJson("DELETE", holdPath, { reason: " " }), 400, "VALIDATION_ERROR");
  const ended = await root.sendJson("DELETE", holdPath, { reason: "Settled" });
  expect(tenantHoldReply.parse(await ended.json()).hold).toMatchObject({
    reason: "A lawsuit",
    endReason: "Settled",
    endedAt: expect.any(String),
  });
  const { holds } = await root.get(`/api/admin/tenants/${id}/holds`, tenantHoldListReply);
  expect(holds).toHaveLength(1);
  await expectError(await erase(id, "Other"), 400, "VALIDATION_ERROR");
  const admin = await (await assay.tenant({ pack: null })).as("ADMIN");
  await expectError(await erase(id, "Held", admin), 403, "FORBIDDEN");
});

test("jobs erase a tenant, and the command line proves its certificate without the service", async () => {
  const { id, certificate } = await eraseWhole("Gone");
  await expectError(await root.call("GET", `/api/admin/tenants/${id}`), 404, "NOT_FOUND");
  const line = await openCommandLine(bin.path);
  onTestFinished(() => line.close());
  const keys = await (await fetch(`${assay.url}/.well-known/assay-checkpoint-keys.json`)).text();
  await writeFile(join(line.folder, "keys.json"), keys);
  const verify = async (file: DeletionCertificate) => {
    await writeFile(join(line.folder, "certificate.json"), JSON.stringify(file));
    return line.run(["verify", "certificate.json", "--keys", "keys.json"]);
  };
  const sound = await verify(certificate);
  expect(sound, sound.stderr).toMatchObject({ code: 0 });
  expect(sound.stdout).toContain("Tenant 'Gone'");
  expect(sound.stdout).toContain("Backups of the database");
  const forged = { ...certificate, payload: certificate.payload.replace("Gone", "Kept") };
  expect((await verify(forged)).code).not.toBe(0);
});
