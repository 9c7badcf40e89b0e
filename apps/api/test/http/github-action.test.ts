import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { runListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type CommentsDouble, startCommentsDouble } from "../support/comments-double.ts";
import { createDoubleAssessor, type DoubleAssessor } from "../support/double-assessor.ts";
import { ROOT } from "../support/launch-process.ts";
import { runAction } from "../support/run-action.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const REPOSITORY = "acme/evidence";
const TOKEN = "github-token";
const NODE_COMPILE_CACHE = join(tmpdir(), "assay-compile-cache");

let service: TestService;
let assessor: DoubleAssessor;
let github: CommentsDouble;
let tenant: TestTenant;
let key: string;
let cwd: string;
beforeAll(async () => {
  assessor = createDoubleAssessor();
  service = await testService({}, { assessor });
  github = await startCommentsDouble(TOKEN, REPOSITORY);
  tenant = await service.tenant();
  key = (await makeKey(await tenant.as("ADMIN"), "MEMBER")).key;
  cwd = await mkdtemp(join(tmpdir(), "assay-action-"));
  await mkdir(join(cwd, "evidence/deep"), { recursive: true });
  await writeFile(join(cwd, "evidence/deep/policy.txt"), policyText);
});
afterAll(async () => {
  await Promise.all([service.close(), github.close()]);
  await rm(cwd, { recursive: true, force: true });
});

const DAILY = "Backups of business data are taken every day at 22:00 by the operations team.";
const ENCRYPTED = "Backups are encrypted at rest with keys that the security officer keeps.";

/** What the model quotes from now on, by requirement. */
const prove = (quotes: Readonly<Record<string, string>>) => {
  assessor.act = async ({ requirement, passages }) => {
    const text = quotes[requirement.requirementId];
    const passage = passages.find((each) => text !== undefined && each.text.includes(text));
    return passage && text ? { confidence: 0.9, quotes: [{ chunkId: passage.chunkId, text }] } : {};
  };
};

/** Comments as a step of the action does. */
const comment = (report: string) =>
  promisify(execFile)(process.execPath, [join(ROOT, "action/comment.mjs"), report], {
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: REPOSITORY, GITHUB_TOKEN: TOKEN, PULL_REQUEST: "7" },
  });

const act = (inputs: Readonly<Record<string, string>> = {}, event = "pull_request") =>
  runAction({
    inputs: { url: service.url, "api-key": key, ...inputs },
    github: { token: TOKEN, event_name: event, "event.pull_request.number": "7" },
    env: { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: REPOSITORY, NODE_COMPILE_CACHE },
    cwd,
  });

test("the first run uploads the folder, assesses it, reports in summary and outputs, and comments", async () => {
  prove({ "1.1": DAILY });
  const first = await act();
  expect(first, first.log).toMatchObject({
    code: 0,
    steps: ["Sync the evidence", "Assess it", "Report", "Comment on the pull request", "Gate"],
  });
  const { runs } = await (await tenant.as("VIEWER")).get("/api/runs", runListReply);
  const { id } = runs[0]!;
  const snapshot = await (await tenant.as("VIEWER")).call("GET", `/api/runs/${id}/snapshot`);
  expect(first.outputs).toEqual({
    "run-id": id,
    status: "COMPLETED",
    complete: "1",
    partial: "0",
    missing: "2",
    "not-judged": "0",
    changed: "",
    "snapshot-hash": snapshot.headers.get("ETag")!.replaceAll('"', ""),
    "portal-url": `${service.url}/cm?run=${id}`,
  });
  expect(first.summary).toContain("| Complete | 1 |");
  expect(github.comments).toMatchObject([{ id: 1, body: `<!-- assay-report -->\n${first.summary}` }]);
  expect(first.log).not.toContain(key);
});

test("a second run says what changed, and updates the same comment", async () => {
  prove({ "1.1": DAILY, "1.2.a": ENCRYPTED });
  await writeFile(join(cwd, "evidence/keys & <b>@team.txt"), `${ENCRYPTED}\n`);
  const second = await act({ "fail-on": "partial" });
  expect(second, second.log).toMatchObject({ code: 0 });
  expect(second.outputs).toMatchObject({ complete: "2", missing: "1", changed: "1" });
  expect(github.comments).toHaveLength(1);
  const { body } = github.comments[0]!;
  expect(body).toContain("| Complete | 2 | +1 |");
  expect(body).toContain("| **1.2.a** Backups are encrypted at rest. | Missing, 0.00 | Complete, 0.90 |");
  expect(body).toContain("Documents added: keys &#38; &#60;b&#62;@\u200bteam.txt.");
});

test("what an edited and a removed file said proves nothing any more", async () => {
  await writeFile(join(cwd, "evidence/deep/policy.txt"), "The register was withdrawn.");
  await rm(join(cwd, "evidence/keys & <b>@team.txt"));
  const third = await act({ against: "previous" });
  expect(third, third.log).toMatchObject({ code: 1 });
  expect(third.log).toContain("verdict\t1.1\tMISSING, and was COMPLETE");
  expect(third.outputs).toMatchObject({ complete: "0", missing: "3", changed: "2" });
  await writeFile(join(cwd, "evidence/deep/policy.txt"), policyText);
  expect((await act()).outputs).toMatchObject({ complete: "1", missing: "2", changed: "1" });
});

test("a run from before the first sync of the source is no base to compare with", async () => {
  prove({});
  const fresh = await act({ source: "fresh", against: "previous" });
  expect(fresh, fresh.log).toMatchObject({ code: 0, outputs: { complete: "0" } });
  expect(fresh.log).toContain("there is no earlier run of the pack to compare with");
  const again = await act({ source: "fresh", against: "previous" });
  expect(again.log, again.log).toMatch(/The gate passes, compared with run /);
});

test("the workflow of docs/integrate/github-action.md fails the job on a verdict that it chose, without a comment outside of a pull request", async () => {
  const page = await readFile(join(ROOT, "docs/integrate/github-action.md"), "utf8");
  const { inputs, outputs } = parse(await readFile(join(ROOT, "action.yml"), "utf8"));
  for (const name of [...Object.keys(inputs), ...Object.keys(outputs)]) expect(page).toContain(`\`${name}\``);
  const { jobs, permissions } = parse(/```yaml\n([\s\S]*?)```/.exec(page)![1]!);
  expect(permissions).toMatchObject({ "pull-requests": "write" });
  const [, { with: given }, { run }] = jobs.assess.steps;
  for (const name of Object.keys(given)) expect(Object.keys(inputs)).toContain(name);
  for (const [, name] of run.matchAll(/outputs\.([\w-]+)/g)) expect(Object.keys(outputs)).toContain(name);
  prove({});
  const failing = await act({ folder: given.folder, "fail-on": given["fail-on"] }, "push");
  expect(failing, failing.log).toMatchObject({ code: 1, outputs: { missing: "3" } });
  expect(failing.log).toContain("The gate fails: 3 missing");
  expect(failing.summary).toContain("Missing");
  expect(failing.steps).toEqual(["Sync the evidence", "Assess it", "Report", "Gate"]);
});

test("a comment with its marker that somebody else, or another app, wrote is never changed", async () => {
  const body = "<!-- assay-report -->\nAll complete.";
  const [bot, app] = [{ login: "github-actions[bot]", type: "Bot" }, { slug: "github-actions" }];
  const own = github.comments.splice(0);
  github.comments.push(
    { id: 101, body, user: { login: "mallory", type: "User" }, performed_via_github_app: null },
    { id: 102, body, user: { login: "mallory", type: "User" }, performed_via_github_app: app },
    { id: 103, body, user: bot, performed_via_github_app: { slug: "other" } },
    { id: 104, body, user: bot, performed_via_github_app: null },
  );
  const foreign = structuredClone(github.comments);
  const report = join(cwd, "report.md");
  await writeFile(report, "Report");
  for (const viewer of ["github-actions[bot]", null, "github-actions[bot]"]) {
    github.viewer = viewer;
    expect((await comment(report)).stdout).toContain("Commented: ");
  }
  expect(github.comments.slice(0, 4)).toEqual(foreign);
  // The first and the one of a token that nobody names; the third updated the first.
  expect(github.comments.slice(4)).toHaveLength(2);
  github.comments.splice(0, github.comments.length, ...own);
});

test("without the permission to comment, and for a file that cannot be read, it warns and continues", async () => {
  await writeFile(join(cwd, "evidence/broken.pdf"), "%PDF-1.7 broken");
  github.mayWrite = false;
  const warned = await act({ "compare-with": "none" });
  github.mayWrite = true;
  expect(warned, warned.log).toMatchObject({ code: 0 });
  expect(warned.log).toMatch(/::warning::Cannot comment .*'pull-requests: write'/);
  expect(warned.log).toContain("::warning::Some files were refused or could not be read");
});

test("a key that is refused ends the job before anything is assessed", async () => {
  const refused = await act({ "api-key": "assay_wrong" });
  expect(refused).toMatchObject({ code: 3, steps: ["Sync the evidence"] });
});
