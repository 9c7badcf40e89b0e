import { corpusIngestionReply } from "@assay/contract";
import { expect } from "vitest";
import type { Canaries } from "./canaries.ts";
import type { PageServer } from "./serve-pages.ts";
import { type TestClient, until } from "./test-client.ts";

const PATH = "/api/admin/corpus/ingestions";

/** Takes guidance in by every way, good and bad, with a canary in each part, and activates the good one. */
export async function ingestCanaries(
  client: TestClient,
  web: PageServer,
  { plant }: Pick<Canaries, "plant">,
  packId: string,
): Promise<void> {
  const host = "http://guidance.example";
  const page = `/${plant("page address")}?q=${plant("page query")}`;
  const headers = {
    "Content-Type": `text/html; x=${plant("page's type")}`,
    Server: plant("page header"),
    "Set-Cookie": `a=${plant("page cookie")}`,
  };
  const body = `<title>${plant("page title")}</title><p>Backups of business data are taken every day. ${plant("page text")}</p>`;
  web.pages.set(page, { headers, body });
  web.pages.set("/moved", { status: 302, headers: { Location: page } });
  web.pages.set("/away", { status: 302, headers: { Location: `https://${plant("redirect")}.inside.example/` } });
  web.pages.set("/broken", { status: 500, headers, body: plant("error page") });
  web.pages.set("/strange", { headers: { "Content-Type": "image/png" }, body: plant("page of another type") });

  const ends: Record<string, string> = {
    [page]: "COMPLETED",
    "/moved": "COMPLETED",
    "/away": "FAILED",
    "/broken": "FAILED",
    "/strange": "FAILED",
    [`/${plant("missing page")}`]: "FAILED",
  };
  const completed: string[] = [];
  for (const [path, end] of Object.entries(ends)) {
    const id = await ingested(client, await client.sendJson("POST", PATH, { packId, url: host + path }), end);
    if (end === "COMPLETED") completed.push(id);
  }
  const inside = `https://${plant("inner host")}.internal/`;
  expect((await client.sendJson("POST", PATH, { packId, url: inside })).status).toBe(422);

  const form = new FormData();
  form.append("packId", packId);
  form.append("file", new Blob([`Guidance. ${plant("guidance file's text")}`]), `${plant("guidance file's name")}.txt`);
  completed.push(await ingested(client, await client.call("POST", PATH, { body: form }), "COMPLETED"));
  const activation = { packId, ingestionIds: completed };
  expect((await client.sendJson("POST", "/api/admin/corpus/activations", activation)).status).toBe(201);
}

async function ingested(client: TestClient, response: Response, end: string): Promise<string> {
  const { ingestion } = corpusIngestionReply.parse(await response.json());
  const settled = await until(
    async () => (await client.get(`${PATH}/${ingestion.id}`, corpusIngestionReply)).ingestion,
    ({ status }) => status === "COMPLETED" || status === "FAILED",
  );
  expect(settled.status, JSON.stringify(settled)).toBe(end);
  return ingestion.id;
}
