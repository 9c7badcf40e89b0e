import { importRunReply, packReply } from "@assay/contract";
import { expect } from "vitest";
import { z } from "zod";
import type { TestClient } from "./test-client.ts";

export interface MadePack {
  readonly name: string;
  /** Requirements by their titles. */
  readonly criteria: readonly {
    readonly id: number;
    readonly title: string;
    readonly requirements: readonly string[];
  }[];
}

interface ImportedPack {
  readonly packId: string;
  readonly requirementIds: readonly string[];
}

/** Imports a pack, publishes it and binds the tenant of a SUPER_ADMIN to it. */
export async function importPack(admin: TestClient, { name, criteria }: MadePack): Promise<ImportedPack> {
  const made = criteria.map(({ id, title, requirements }) => ({
    criterionId: id,
    criterionTitle: title,
    requirements: requirements.map((each, at) => ({ requirementId: `${id}.${at + 1}`, title: each })),
  }));
  const { pack } = await send(admin, "POST", "/api/admin/packs", { name }, packReply);
  const versions = `/api/admin/packs/${pack.id}/versions`;
  const file = { format: "assay-pack/1", name, criteria: made };
  const anything = z.looseObject({ version: z.looseObject({ id: z.string() }) });
  const { version } = await send(admin, "POST", `${versions}?format=assay-json`, file, anything);
  await send(admin, "POST", `${versions}/${version.id}/publish`, {}, anything);
  await send(admin, "PUT", `/api/admin/bindings/${pack.id}`, { criteriaVersionId: version.id }, z.unknown());
  return { packId: pack.id, requirementIds: made.flatMap((each) => each.requirements.map((one) => one.requirementId)) };
}

/** A run that has assessed all of a pack, some complete, some partial, some missing. Returns its id. */
export async function importRun(admin: TestClient, { packId, requirementIds }: ImportedPack): Promise<string> {
  const body = {
    packId,
    startedAt: "2026-01-01T08:00:00.000Z",
    completedAt: "2026-01-01T09:00:00.000Z",
    assessments: requirementIds.map((requirementId, at) => ({
      requirementId,
      confidence: [0.9, 0.5, 0.1][at % 3],
      reasoning: "Stated by the test.",
    })),
  };
  return (await send(admin, "POST", "/api/admin/runs/import", body, importRunReply)).run.id;
}

async function send<S extends z.ZodType>(
  client: TestClient,
  method: string,
  path: string,
  body: unknown,
  schema: S,
): Promise<z.infer<S>> {
  const response = await client.sendJson(method, path, body);
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return schema.parse(await response.json());
}
