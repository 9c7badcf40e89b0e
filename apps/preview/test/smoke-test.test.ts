import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { smokeTest } from "../src/smoke-test.ts";

const ANSWERS: Record<string, [number, string]> = {
  "/healthz": [200, "{}"],
  "/readyz": [200, "{}"],
  "/api/requirements": [401, '{"error":"UNAUTHORIZED"}'],
  "/callbacks/work": [405, "{}"],
  "/cm/": [200, "<!doctype html><html></html>"],
  "/admin/": [200, "<!doctype html><html></html>"],
};

async function serve(answers: Record<string, [number, string]>): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const [status, body] = answers[request.url!] ?? [404, ""];
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test.each(Object.keys(ANSWERS))("a deployment whose %s is wrong does not pass", async (path) => {
  const good = await serve(ANSWERS);
  const bad = await serve({ ...ANSWERS, [path]: [500, "down"] });
  try {
    const once = { attempts: 1, everyMs: 1 };
    await expect(smokeTest({ apiUrl: good.url, siteUrl: good.url }, once)).resolves.toBeUndefined();
    await expect(smokeTest({ apiUrl: bad.url, siteUrl: bad.url }, once)).rejects.toThrow(
      `${path} replied with status 500`,
    );
  } finally {
    good.close();
    bad.close();
  }
});
