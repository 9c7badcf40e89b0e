import { importRunReply, requirementListReply } from "@assay/contract";
import { expect } from "vitest";
import type { SiteTest } from "../../../../../packages/site/test/browser/open-site.ts";

/** A word that the language model of the suites declines, with TEST_REFUSED_WORD. */
export const REFUSED_WORD = "unreadable-by-models";

export interface SeededRuns {
  /** Of the demo: completed, with a snapshot. */
  readonly completed: string;
  readonly failed: string;
  /** Imported, without a snapshot. */
  readonly legacy: string;
}

/** What an administrator may have to look at: a failed run, an imported one, a broken document, a key that expires. */
export async function seedRuns(site: SiteTest): Promise<SeededRuns> {
  const superAdmin = site.client("SUPER_ADMIN");
  const { requirements } = await superAdmin.get("/api/requirements", requirementListReply);
  const [completed] = (await (await superAdmin.call("GET", "/api/admin/runs?limit=1")).json()).runs;
  const imported = await superAdmin.sendJson("POST", "/api/admin/runs/import", {
    startedAt: "2025-03-01T08:00:00.000Z",
    completedAt: "2025-03-01T09:30:00.000Z",
    assessments: requirements.map(({ requirementId }, at) => ({
      requirementId,
      confidence: (at % 10) / 10,
      reasoning: "As the earlier system had it.",
    })),
  });
  expect(imported.status).toBe(201);
  const { run: legacy } = importRunReply.parse(await imported.json());
  const text = `Passwords are at least 12 characters long. ${REFUSED_WORD}`;
  const { id: documentId } = await superAdmin.upload("passwords.txt", text);
  await superAdmin.settled(documentId);
  const { id: failed } = await superAdmin.startRun({ name: "Autumn review" });
  expect((await superAdmin.finished(failed)).status).toBe("FAILED");
  expect((await superAdmin.call("DELETE", `/api/documents/${documentId}`)).status).toBe(204);
  const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const key = { name: "Nightly import", role: "VIEWER", expiresAt };
  expect((await superAdmin.sendJson("POST", "/api/admin/api-keys", key)).status).toBe(201);
  return { completed: completed.id, failed, legacy: legacy.id };
}
