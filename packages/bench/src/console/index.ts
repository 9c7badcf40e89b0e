import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Run } from "@assay/contract";
import { addSpans } from "./add-spans.ts";
import { makeLargeRun, type Service, startSeeded } from "./make-large-run.ts";
import { measurePage, measureTrace, openBrowser, openPage } from "./measure-page.ts";

// Makes a large run and its trace, opens the console on them in a browser and prints what it took; see README.md.
const { values } = parseArgs({
  options: {
    requirements: { type: "string", default: "1000" },
    spans: { type: "string", default: "100000" },
    keep: { type: "string" },
  },
});
const [requirements, spans] = [Number(values.requirements), Number(values.spans)];
/** A run has two spans for each requirement by itself, none of which failed. */
const SPANS_PER_REQUIREMENT_MIN = 4;
if (!(requirements >= 1 && spans >= SPANS_PER_REQUIREMENT_MIN * requirements))
  throw new Error(
    `Cannot measure a trace of '${values.spans}' spans: give at least ${SPANS_PER_REQUIREMENT_MIN} for each of the '${values.requirements}' requirements`,
  );
/** Names the run in a folder that is kept. */
const MADE = "console-run.json";
const line = (what: string, value: string) => console.log(`${what.padEnd(52)} ${value}`);
const ms = (value: number) => `${Math.round(value)} ms`;

const dir = values.keep ? resolve(values.keep) : await mkdtemp(join(tmpdir(), "assay-console-"));
await mkdir(dir, { recursive: true });
try {
  const first = (await findMade()) ?? (await make());
  const service = await startSeeded(dir);
  const { email, password } = service.person("ADMIN");
  try {
    await measure(service, first);
  } finally {
    await service.end();
  }
  if (values.keep) {
    line("kept; to look at it", `ASSAY_DATA_DIR=${dir} npm run serve`);
    line("then open, signed in as", `/admin/traces/${first.id}, ${email} with ${password}`);
  }
} finally {
  if (!values.keep) await rm(dir, { recursive: true, force: true });
}

/** The run that an earlier call left in the folder. */
async function findMade(): Promise<Run | undefined> {
  const text = await readFile(join(dir, MADE), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Run);
}

async function make(): Promise<Run> {
  const beganAt = performance.now();
  const service = await startSeeded(dir);
  const { first } = await makeLargeRun(service, requirements);
  const pinned = await service.call<{ requirements: { requirementId: string }[] }>(
    "MEMBER",
    "GET",
    `/api/runs/${first.id}/requirements`,
  );
  await service.end();
  const codes = pinned.requirements.map(({ requirementId }) => requirementId);
  await addSpans(dir, first, codes, spans);
  await writeFile(join(dir, MADE), JSON.stringify(first));
  line(`run of ${requirements} requirements, trace of ${spans} spans`, `made in ${ms(performance.now() - beganAt)}`);
  return first;
}

async function measure(service: Service, run: Run): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await openPage(browser, service);
    const trace = await measureTrace(page, run.id);
    line("trace: spans", String(trace.spans));
    line("trace: transfer", ms(trace.transferMs));
    line("trace: first rows after the last byte (≤ 1500 ms)", ms(trace.paintMs));
    line("trace: filter by a pill (≤ 150 ms)", ms(trace.pillMs));
    line("trace: filter by an attribute (≤ 150 ms)", ms(trace.conditionMs));
    line("trace: search", ms(trace.searchMs));
    line("trace: longest frame while scrolling (≤ 50 ms)", ms(trace.scrollFrameMs));
    line("trace: longest task while scrolling", trace.scrollTaskMs === 0 ? "none over 50 ms" : ms(trace.scrollTaskMs));
    line("trace: longest frame in the flame view", ms(trace.flameFrameMs));
    line("trace: heap (≤ 300 MB)", `${Math.round(trace.heapMb)} MB`);
    for (const path of [`/admin/runs/${run.id}`, "/admin/runs"]) {
      const other = await openPage(browser, service);
      const { headingMs, settledMs, title } = await measurePage(other, path);
      line(`${path.replace(run.id, "…")} “${title}”`, `heading ${ms(headingMs)}, all of it ${ms(settledMs)}`);
      await other.context().close();
    }
  } finally {
    await browser.close();
  }
}
