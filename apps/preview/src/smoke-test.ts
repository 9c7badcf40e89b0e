import { setTimeout as pause } from "node:timers/promises";

interface Check {
  readonly path: string;
  readonly status: number;
  /** What the answer's text must hold. */
  readonly holds?: string;
}

const CHECKS: readonly Check[] = [
  { path: "/healthz", status: 200 },
  { path: "/readyz", status: 200 },
  { path: "/api/requirements", status: 401, holds: "UNAUTHORIZED" },
  { path: "/callbacks/work", status: 405 },
];

/** Asks a deployment the questions that a working one answers; throws with every wrong answer. */
export async function smokeTest(
  { apiUrl, siteUrl }: { apiUrl: string; siteUrl: string },
  { attempts, everyMs }: { attempts: number; everyMs: number } = { attempts: 20, everyMs: 3000 },
): Promise<void> {
  const checks = [
    ...CHECKS.map((check) => ({ ...check, url: `${apiUrl}${check.path}` })),
    { url: `${siteUrl}/cm/`, status: 200, holds: "<html" },
    { url: `${siteUrl}/admin/`, status: 200, holds: "<html" },
  ];
  for (let attempt = 1; ; attempt += 1) {
    const wrong = (await Promise.all(checks.map(findFault))).filter((fault) => fault !== undefined);
    if (wrong.length === 0) return;
    if (attempt >= attempts) throw new Error(`The deployment failed the smoke test:\n${wrong.join("\n")}`);
    await pause(everyMs);
  }
}

async function findFault({ url, status, holds }: { url: string; status: number; holds?: string }) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
    const text = await response.text();
    if (response.status !== status) return `  ${url} replied with status ${response.status} instead of ${status}`;
    if (holds && !text.includes(holds)) return `  ${url} replied without '${holds}'`;
  } catch (error) {
    return `  ${url} did not reply: ${error instanceof Error ? error.message : "unknown"}`;
  }
}
