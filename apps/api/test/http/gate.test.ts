import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Bin, openBin, openCommandLine } from "../support/command-line.ts";
import { createDoubleAssessor } from "../support/double-assessor.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { type TestService, testService } from "../support/test-service.ts";

const DAILY = "Backups of business data are taken every day at 22:00 by the operations team.";
const ALSO_DAILY = "Every night at 23:00 all business data is backed up to a second site.";

let service: TestService;
let bin: Bin;
beforeAll(async () => {
  bin = await openBin();
  const assessor = createDoubleAssessor();
  // As a model does that finds what there is.
  assessor.act = async ({ requirement, passages }) => {
    if (requirement.requirementId !== "1.1") return {};
    const quotes = passages.flatMap(({ chunkId, text }) =>
      [DAILY, ALSO_DAILY].filter((each) => text.includes(each)).map((each) => ({ chunkId, text: each })),
    );
    return quotes.length > 0 ? { confidence: 0.9, quotes } : {};
  };
  service = await testService({}, { assessor });
});
afterAll(async () => {
  await service.close();
  await bin.close();
});

/** A folder that was synced and assessed once. */
async function assessed(files: Readonly<Record<string, string>>) {
  const tenant = await service.tenant();
  const { key } = await makeKey(await tenant.as("ADMIN"), "MEMBER");
  const line = await openCommandLine(bin.path, { ASSAY_URL: service.url, ASSAY_API_KEY: key });
  onTestFinished(() => line.close());
  const folder = join(line.folder, "evidence");
  await mkdir(folder);
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const assess = async () => {
    await line.run(["sync", "evidence", "--source", "team"]);
    const ran = await line.run(["run", "--json"]);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    return JSON.parse(ran.stdout).run.id as string;
  };
  const first = await assess();
  return { line, folder, write, assess, first, gate: (...options: string[]) => line.run(["gate", ...options]) };
}

test("a sound standard over which 'The register was withdrawn' is synced fails the gate", async () => {
  const { write, assess, gate, first } = await assessed({ "standard.txt": `${DAILY}\n` });
  expect(await gate()).toMatchObject({ code: 0, stderr: expect.stringContaining("there is no earlier run") });
  await write("standard.txt", "The register was withdrawn.");
  const run = await assess();
  const fallen = await gate();
  expect(fallen.code).toBe(1);
  expect(fallen.stdout.split("\n")).toEqual([
    "verdict\t1.1\tMISSING, and was COMPLETE\t`assay results --requirement 1.1` says what is missing",
    `quote\t1.1\tno document says any more: "${DAILY}" (standard.txt)\tput the words back, or let somebody review the verdict without them`,
    "",
  ]);
  expect(fallen.stderr).toContain(`The gate fails: 2 regressions, compared with run ${first}`);
  const json = JSON.parse((await gate("--json", "--except", "quote")).stdout);
  expect(json).toMatchObject({
    run,
    against: first,
    passed: false,
    regressions: [{ cause: "verdict", subject: "1.1" }],
  });
  expect(await gate("--except", "verdict,quote")).toMatchObject({ code: 0, stdout: "" });
  // The next night has nothing new; the first run stays a base.
  await assess();
  expect(await gate()).toMatchObject({ code: 0 });
  expect(await gate("--against", first)).toMatchObject({ code: 1 });
});

test("it falls on words that are gone though the verdict is as before, and not on words that have moved", async () => {
  const { write, assess, gate, folder } = await assessed({
    "standard.txt": `${DAILY}\n`,
    "second.txt": `${ALSO_DAILY}\n`,
  });
  await rename(join(folder, "standard.txt"), join(folder, "renamed.txt"));
  await assess();
  expect(await gate()).toMatchObject({ code: 0 });
  await write(
    "renamed.txt",
    `Scope\n\nThis standard is for all sites.\n\n${DAILY.replace("taken every", "taken\nevery")}\n`,
  );
  await assess();
  const moved = await gate();
  expect(moved, moved.stdout).toMatchObject({ code: 0 });
  await write("second.txt", "The second site was given up.");
  await assess();
  const fallen = await gate();
  expect(fallen.code).toBe(1);
  expect(fallen.stdout).toContain(`quote\t1.1\tno document says any more: "${ALSO_DAILY}" (second.txt)`);
});

test("it falls on a file that could not be read, also where the earlier version is judged still", async () => {
  const { write, assess, gate } = await assessed({ "standard.txt": `${DAILY}\n`, "plan.pdf": "%PDF-1.7 broken" });
  await assess();
  const fallen = await gate();
  expect(fallen.code).toBe(1);
  expect(fallen.stdout).toMatch(
    /^unread\tplan.pdf\tit could not be read: UNREADABLE_FILE\treplace the file, exclude it/,
  );
  expect(await gate("--except", "unread")).toMatchObject({ code: 0 });
  await write("standard.txt", " \n ");
  await assess();
  expect((await gate()).stdout).toMatch(/^unread\tstandard.txt\tit could not be read: NO_TEXT/m);
});

test("with a source it compares runs that pin a manifest of it, and names one that pins none", async () => {
  const { line, write, assess, gate, first } = await assessed({ "standard.txt": `${DAILY}\n` });
  expect(await gate("--source", "second")).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("There is no run that pins a manifest of 'second' yet"),
  });
  await write("standard.txt", "The register was withdrawn.");
  const between = await assess();
  await line.run(["sync", "evidence", "--source", "second"]);
  await assess();
  expect(await gate("--against", first)).toMatchObject({ code: 1 });
  const begun = await gate("--source", "second");
  expect(begun).toMatchObject({ code: 0, stderr: expect.stringContaining("there is no earlier run") });
  for (const options of [["--against", first], [between]])
    expect(await gate(...options, "--source", "second")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("pins no manifest of 'second'"),
    });
  expect(await gate("--source", "team", "--against", first)).toMatchObject({ code: 1 });
  const last = await assess();
  const json = JSON.parse((await gate("--source", "second", "--json")).stdout);
  expect(json).toMatchObject({ run: last, against: expect.not.stringContaining(between), passed: true });
});

test("a base that is none is refused with what to do", async () => {
  const { gate, assess } = await assessed({ "standard.txt": `${DAILY}\n` });
  const other = await assessed({ "standard.txt": `${DAILY}\n` });
  await assess();
  expect(await gate("--against", "signed")).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("Sign one in the portal"),
  });
  expect(await gate("--against", other.first)).toMatchObject({ code: 3 });
  expect(await gate("--against", "none")).toMatchObject({ code: 4, stderr: expect.stringContaining("NOT_FOUND") });
  expect(await gate("--except", "nothing")).toMatchObject({ code: 2 });
});
