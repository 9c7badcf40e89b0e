import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { exceptionReply, runListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { HAS_PYTHON, NO_PYTHON } from "../../../../packages/client/test/package/open-judges.ts";
import { type Bin, openBin } from "../support/command-line.ts";
import { createDoubleAssessor, quoteFirst } from "../support/double-assessor.ts";
import { followCommands, readCommands } from "../support/follow-document.ts";
import { openShell } from "../support/open-shell.ts";
import { openZip } from "../support/open-zip.ts";
import { addMember, signAsPrepared } from "../support/settled-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { openSyncLine } from "../support/sync-line.ts";
import { type TestService, testService } from "../support/test-service.ts";

let service: TestService;
let bin: Bin;
beforeAll(async () => {
  const assessor = createDoubleAssessor();
  assessor.act = quoteFirst(0.9);
  [service, bin] = [await testService({}, { assessor }), await openBin()];
});
afterAll(async () => {
  await service.close();
  await bin.close();
});

/** What the page in a package says of it, without a browser. */
async function judgeByPage(zip: Uint8Array, keys: string) {
  const html = new TextDecoder().decode(openZip(zip).get("verify.html"));
  const [, script] = /<script>([\s\S]*)<\/script>/.exec(html)!;
  const page = runInThisContext(`(() => { ${script}; return ASSAY; })()`);
  const report = await page.verify(new Blob([zip as Uint8Array<ArrayBuffer>]), page.readKeys(keys));
  return { word: page.wordOf(report), problems: Object.values(report.problems).flat() };
}

test.runIf(HAS_PYTHON)(
  "docs/use/verify.md, followed as it is written: a real package is valid for all three verifiers",
  async () => {
    const { line, tenant } = await openSyncLine(service, bin);
    await mkdir(join(line.folder, "evidence"));
    await writeFile(join(line.folder, "evidence/policy.txt"), policyText);
    expect(await line.run(["sync", "evidence", "--source", "folder"])).toMatchObject({ code: 0 });
    await writeFile(join(line.folder, "evidence/más.txt"), `Überall — 备份 🔐.\n${policyText}`);
    expect(await line.run(["sync", "evidence", "--source", "folder"])).toMatchObject({ code: 0 });
    const member = await tenant.as("MEMBER");
    const exception = await member.sendJson("POST", "/api/exceptions", {
      ...{ packId: tenant.packId, requirementId: "1.2.a", kind: "RISK_ACCEPTED", reason: "Réponse, ‘soon’" },
      ...{
        ownerId: await addMember(service, tenant),
        validUntil: new Date(Date.now() + 9e9).toISOString().slice(0, 10),
      },
    });
    const { exception: proposed } = exceptionReply.parse(await exception.json());
    const approver = await tenant.as("ADMIN");
    expect((await approver.sendJson("POST", `/api/exceptions/${proposed.id}/approve`, {})).status).toBe(200);
    const ran = await line.run(["run"]);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    const { runs } = await member.get("/api/runs", runListReply);
    const runId = runs[0]!.id;
    const review = { requirementId: "1.1", openedChunkIds: [] };
    for (const each of [
      { ...review, decision: "AGREED" },
      { ...review, decision: "CHANGED", status: "PARTIAL", reasonCode: "OTHER", reason: "“Half” of it" },
    ])
      expect((await member.sendJson("POST", `/api/runs/${runId}/reviews`, each)).status).toBe(201);
    await signAsPrepared(member, runId);

    const saved = await line.run(["package", runId, "--originals", "--output", "package.zip"]);
    expect(saved, saved.stderr).toMatchObject({ code: 0 });
    await writeFile(join(line.folder, "assay"), `#!/bin/sh\nexec "${process.execPath}" "${bin.path}" "$@"\n`, {
      mode: 0o755,
    });
    const shell = openShell(line.folder, { PATH: `${line.folder}:${process.env.PATH}`, HOME: line.folder });
    onTestFinished(() => shell.close());
    const commands = await readCommands("docs/use/verify.md");
    expect(commands.length).toBeGreaterThan(4);
    const values = new Map([["<address of the service>", service.url]]);
    await followCommands(shell, commands, { values, learned: {}, services: {}, leftOut: {} });

    for (const { text } of commands.filter(({ text }) => text.includes("--keys"))) {
      const said = await shell.run(text);
      expect(said).toMatch(/VALID: signed by a key that you gave\n*$/);
      expect(said).not.toMatch(/^FAILED/m);
      expect(said).not.toMatch(/^not proved/m);
    }
    const zip = await readFile(join(line.folder, "package.zip"));
    const keys = await readFile(join(line.folder, "keys.json"), "utf8");
    expect(await judgeByPage(zip, keys)).toEqual({ word: "valid", problems: [] });
    expect(await shell.run("python3 -I package/verify.py package")).toContain("self-consistent, signer unknown");
    const { code, stdout } = await line.run(["verify", "package.zip", "--require-keys"]);
    expect({ code, last: stdout.trimEnd().split("\n").at(-1) }).toEqual({ code: 7, last: "NOT VALID: incomplete" });
  },
);
if (!HAS_PYTHON) test.skip(NO_PYTHON, () => {});
