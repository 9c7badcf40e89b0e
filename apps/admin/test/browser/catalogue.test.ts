import {
  corpusIngestionReply,
  criteriaVersionListReply,
  packImportReply,
  packListReply,
  packOfferReply,
  packReply,
  retrievalVersionListReply,
  retrievalVersionReply,
} from "@assay/contract";
import { makeMetrics } from "@assay/testing/make-metrics";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let site: SiteTest;
beforeAll(async () => {
  site = await openSite("demo", { SUPER_ADMIN_MODE: "true" });
});
afterAll(() => site.close());

const open = async (path: string, role: "ADMIN" | "SUPER_ADMIN" = "SUPER_ADMIN"): Promise<Page> => {
  const page = await site.page({ as: { role } });
  await page.goto(`/admin${path}`);
  return page;
};

const root = () => site.client("SUPER_ADMIN");
const textFile = (name: string, text: string) => ({ name, mimeType: "", buffer: Buffer.from(text) });
const giveFile = (page: Page, name: string, text: string) =>
  page.getByLabel("File", { exact: true }).setInputFiles(textFile(name, text));

async function makePack(name: string): Promise<string> {
  const response = await root().sendJson("POST", "/api/admin/packs", { name });
  return packReply.parse(await response.json()).pack.id;
}

const CSV = [
  "criterionId,criterionTitle,requirementId,title",
  "1,Backup,1.1,Backups are taken every day.",
  "1,Backup,1.2,Backups are encrypted.",
];

describe("packs", () => {
  test("a file is looked at before it is imported, then published by name and bound after a look at the changes", async () => {
    const page = await open("/packs");
    await page.getByRole("button", { name: "New pack" }).click();
    await page.getByLabel("Name").fill("House rules");
    await page.getByRole("button", { name: "Create pack" }).click();
    await page.getByRole("heading", { name: "Import version 1 of House rules" }).waitFor();

    await giveFile(page, "rules.csv", [...CSV, "1,Backup,1.1,Again.", "x,Other,,No id."].join("\n"));
    const problems = page.getByRole("region", { name: "Problems of the file" });
    await problems.getByText("3 problems: nothing was imported").waitFor();
    await problems.getByText("Requirements without a problem: 2.").waitFor();
    const row = problems.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Row 5" }) });
    await row.getByText("must be a whole number, but is “x”").waitFor();
    await row.getByText("Give each criterion a whole number from 1 on, the same in all its rows.").waitFor();
    await expectAccessible(page);

    await giveFile(page, "rules.csv", CSV.join("\n"));
    await page.getByText("The file has no problems. Nothing is stored yet.").waitFor();
    await page.getByRole("button", { name: "Import as a draft" }).click();
    await page.getByRole("heading", { name: "House rules, version 1" }).waitFor();
    await page.getByText("This is a draft").waitFor();
    await page.getByRole("cell", { name: "Backups are encrypted." }).waitFor();

    await page.getByRole("button", { name: "Publish …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("This cannot be undone.").waitFor();
    await dialog.getByLabel("Type “House rules” to confirm").fill("House");
    await dialog.getByRole("button", { name: "Publish version 1" }).click();
    await dialog.getByText("This is not “House rules”").waitFor();
    await dialog.getByLabel("Type “House rules” to confirm").fill("House rules");
    await dialog.getByRole("button", { name: "Publish version 1" }).click();
    await page.getByRole("link", { name: "Bind tenants …" }).click();

    await page.getByText("Does not use this pack yet").waitFor();
    await page.getByRole("checkbox", { checked: false }).first().check();
    await expect.poll(() => new URL(page.url()).searchParams.get("tenants")?.split(",").length).toBe(2);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Bind 2 tenants" }).click();
    await page.getByText("All chosen tenants use version 1.").waitFor();
    await expect.poll(() => page.getByText("Bound to version 1").count()).toBe(2);
  });

  test("a tenant that moves to another version sees what is added, removed and changed", async () => {
    const packId = await makePack("Moving rules");
    const versions = `/api/admin/packs/${packId}/versions`;
    const send = (lines: readonly string[]) =>
      root().call("POST", `${versions}?format=csv`, {
        headers: { "Content-Type": "text/csv" },
        body: lines.join("\n"),
      });
    await send(CSV);
    await send([CSV[0]!, "1,Backup,1.1,Backups are taken every hour.", "2,Badges,2.1,Badges are worn."]);
    const [newer, older] = (await root().get(versions, criteriaVersionListReply)).versions;
    for (const { id } of [newer!, older!]) await root().call("POST", `${versions}/${id}/publish`);
    await root().sendJson("PUT", `/api/admin/bindings/${packId}`, { criteriaVersionId: older!.id });

    const page = await open(`/packs/${packId}`);
    await page.getByText("uses version 1; version 2 is published").waitFor();
    await page.getByRole("link", { name: "Show what would change" }).click();
    await page.getByRole("region", { name: "1 requirement added" }).getByText("Badges are worn.").waitFor();
    await page.getByRole("region", { name: "1 requirement removed" }).getByText("Backups are encrypted.").waitFor();
    const changed = page.getByRole("region", { name: "1 requirement changed" });
    await changed.getByText("before: Backups are taken every day.").waitFor();
    await changed.getByText("after: Backups are taken every hour.").waitFor();
    await expectAccessible(page);

    await page.getByRole("link", { name: "Bind tenants …" }).click();
    await page.getByText("From version 1 to version 2:").waitFor();
    await page.getByText("1 requirement added, 1 removed, 1 changed").click();
    await page.getByRole("button", { name: "Bind Northwind Instruments" }).click();
    await page.getByText("Bound to version 2").waitFor();
    await page.getByText("Already uses version 2: nothing changes.").waitFor();
  });

  test("what an OSCAL catalogue does not say as it is, is marked as derived, and what is omitted is listed", async () => {
    const page = await open(`/packs/${await makePack("Derived rules")}/import`);
    const control = {
      id: "ac-1",
      title: "Policy",
      props: [{ name: "label", value: "AC-1a." }],
      parts: [{ name: "statement", prose: "is written." }],
    };
    const gone = { id: "ac-2", title: "Gone", props: [{ name: "status", value: "withdrawn" }] };
    const catalog = { metadata: { title: "C" }, groups: [{ id: "ac", title: "Access", controls: [control, gone] }] };
    await giveFile(page, "catalog.json", JSON.stringify({ catalog }));
    await page.getByText("1 requirement's id made from the label in the file").waitFor();
    expect(await page.getByRole("combobox", { name: "Format" }).textContent()).toContain("OSCAL");
    const cell = page.getByRole("cell").filter({ hasText: "AC-1.a" });
    await cell.getByText("derived").waitFor();
    await page.getByText("1 item of the file left out").click();
    await page.getByText("withdrawn").waitFor();
    await expectAccessible(page);

    await choose(page.getByRole("combobox", { name: "Requirements are its" }), "Assessment objectives");
    await page.getByText("must have at least one requirement").waitFor();
    await choose(page.getByRole("combobox", { name: "Format" }), "CSV table");
    await page.getByText("must be quoted as RFC 4180 requires").waitFor();
  });

  test("an administrator reads a pack of the deployment, and who changes it", async () => {
    const { packs } = await root().get("/api/admin/packs", packListReply);
    const page = await open(`/packs/${packs.at(-1)!.id}`, "ADMIN");
    await page.getByText("A pack of the deployment: a super administrator changes it.").waitFor();
    expect(await page.getByRole("link", { name: "Import a version" }).count()).toBe(0);
    await page.getByRole("link", { name: "Version 1" }).click();
    await page.getByRole("table", { name: "Requirements" }).waitFor();
    await page.getByLabel("Search requirements").fill("no such words anywhere");
    await page.getByText("No requirement matches").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("no such words anywhere");
    expect(await page.getByRole("button", { name: "Publish …" }).count()).toBe(0);
  });

  test("an administrator makes a pack of the tenant, imports, publishes, binds and archives it", async () => {
    const page = await open("/packs", "ADMIN");
    await page.getByRole("button", { name: "New pack" }).click();
    await page.getByText("Only your tenant sees it.").waitFor();
    await page.getByLabel("Name").fill("Our own rules");
    await page.getByRole("button", { name: "Create pack" }).click();
    await page.getByRole("heading", { name: "Import version 1 of Our own rules" }).waitFor();
    await giveFile(page, "rules.csv", CSV.join("\n"));
    await page.getByRole("button", { name: "Import as a draft" }).click();
    await page.getByText("A pack of Northwind Instruments: no other tenant sees it.").waitFor();
    await page.getByRole("button", { name: "Publish …" }).click();
    await page.getByRole("dialog").getByLabel("Type “Our own rules” to confirm").fill("Our own rules");
    await page.getByRole("dialog").getByRole("button", { name: "Publish version 1" }).click();
    await page.getByRole("link", { name: "Bind the tenant …" }).click();
    await page.getByText("Does not use this pack yet").waitFor();
    await page.getByRole("button", { name: "Bind Northwind Instruments" }).click();
    await page.getByText("All chosen tenants use version 1.").waitFor();
    await expectAccessible(page);
    const { packs } = await site.client("ADMIN").get("/api/admin/packs?owner=TENANT", packListReply);
    const { id } = packs.find(({ name }) => name === "Our own rules")!;
    await page.goto(`/admin/packs/${id}`);
    await page.getByRole("button", { name: "Archive …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Archive pack" }).click();
    await page.getByText("It is archived: it takes no versions and no new bindings.").waitFor();
    await page.getByRole("button", { name: "Restore …" }).waitFor();
  });
});

test("a pack with only drafts is deleted after a question, and one that was published is not offered for it", async () => {
  const packId = await makePack("First try");
  const page = await open(`/packs/${packId}`);
  await page.getByRole("button", { name: "Delete …" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Its drafts go with it. You cannot undo this.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete the pack" }).click();
  await page.getByRole("table", { name: "Packs" }).waitFor();
  expect(await page.getByRole("link", { name: "First try" }).count()).toBe(0);
  const { packs } = await root().get("/api/admin/packs?owner=DEPLOYMENT", packListReply);
  expect(packs.map(({ id }) => id)).not.toContain(packId);
  await page
    .getByRole("link", { name: packs.at(-1)!.name })
    .first()
    .click();
  await page.getByRole("button", { name: "Archive …" }).waitFor();
  expect(await page.getByRole("button", { name: "Delete …" }).count()).toBe(0);
});

test("a pack of the deployment is offered, bound and unbound by the tenant's administrator, and the offer withdrawn", async () => {
  const packId = await makePack("Offered rules");
  const versions = `/api/admin/packs/${packId}/versions`;
  const csv = { headers: { "Content-Type": "text/csv" }, body: CSV.join("\n") };
  const imported = await root().call("POST", `${versions}?format=csv`, csv);
  const { version } = packImportReply.parse(await imported.json());
  await root().call("POST", `${versions}/${version!.id}/publish`);
  const offer = async (to: string, tenant?: string) => {
    const page = await open(`/packs/${packId}`);
    await page.getByRole("button", { name: "Offer …" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await choose(dialog.getByLabel("Offered to"), to);
    if (tenant) await dialog.getByLabel(tenant).check();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save the offer" }).click();
    await dialog.waitFor({ state: "detached" });
    return (await root().get(`/api/admin/packs/${packId}/offer`, packOfferReply)).offer.tenantIds;
  };
  expect(await offer("The tenants below", "Northwind Instruments")).toHaveLength(1);
  const page = await open("/packs", "ADMIN");
  await page.getByRole("link", { name: "Offered rules" }).click();
  await page.getByRole("link", { name: "Bind version 1 …" }).click();
  await page.getByRole("button", { name: "Bind Northwind Instruments" }).click();
  await page.getByText("All chosen tenants use version 1.").waitFor();
  expect(await offer("All tenants")).toBe("ALL");
  expect(await offer("No tenant")).toEqual([]);
  await page.goto(`/admin/packs/${packId}`);
  await page.getByRole("button", { name: "Unbind …" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Its runs, with their reports and snapshots, stay.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Unbind the pack" }).click();
  await page.getByRole("table", { name: "Packs" }).waitFor();
  expect(await page.getByRole("link", { name: "Offered rules" }).count()).toBe(0);
});

describe("guidance", () => {
  test("a file is uploaded, watched, read, activated and found in the history", async () => {
    const page = await open("/corpus");
    await page.getByRole("button", { name: "Add guidance" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("tab", { name: "A file" }).click();
    await dialog.getByText("No archives: submit their files one by one.").waitFor();
    await dialog.getByRole("button", { name: "Upload the file" }).click();
    await dialog.getByText("Choose the pack that the guidance is for").waitFor();
    await dialog.getByText("Choose a file", { exact: true }).last().waitFor();
    await choose(dialog.getByRole("combobox", { name: "Pack" }), "Meridian Security Baseline");
    await giveFile(page, "regulator.md", "# Backups\n\nBackups should be encrypted at rest, says the regulator.");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Upload the file" }).click();

    await page.getByRole("heading", { name: "regulator.md" }).waitFor();
    const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
    await page.getByText("Completed", { exact: true }).first().waitFor();
    await expect.poll(() => steps.filter({ hasText: "done" }).count()).toBe(5);
    const passages = page.getByRole("region", { name: "Passages" });
    await passages.getByText("Backups should be encrypted at rest").waitFor();
    await passages.getByText("Backups", { exact: true }).waitFor();
    await expectAccessible(page);

    await page.getByRole("link", { name: "Activate it …" }).click();
    const changes = page.getByRole("region", { name: "What changes" });
    await changes.getByText("Added: 1").waitFor();
    await page.getByRole("checkbox", { name: /regulator\.md/ }).uncheck();
    await changes.getByText("This is already active.").waitFor();
    await page.getByRole("checkbox", { name: /regulator\.md/ }).check();
    await changes.getByRole("button", { name: "Activate" }).click();
    await page.getByRole("tab", { name: "Submitted" }).click();
    await page.getByRole("row").filter({ hasText: "regulator.md" }).getByText("Active").waitFor();
    await page.getByRole("tab", { name: "Active" }).click();
    const [newest, before] = [
      page.getByRole("list", { name: "Activations" }).locator("> li").first(),
      page.getByRole("list", { name: "Activations" }).locator("> li").nth(1),
    ];
    await newest.getByText("Active").waitFor();
    await newest.getByRole("link", { name: "regulator.md" }).waitFor();
    await newest.getByText(site.user("SUPER_ADMIN").email).waitFor();
    await before.getByText("no guidance").waitFor();
    await expectAccessible(page);
    await newest.getByRole("link", { name: "regulator.md" }).click();
    await page.getByRole("link", { name: "Change what is active" }).waitFor();
  });

  test("what failed says why and what to do; the list filters by state, in the address", async () => {
    const [pack] = (await root().get("/api/admin/packs", packListReply)).packs;
    const form = new FormData();
    form.append("packId", pack!.id);
    form.append("file", new Blob([" \n "]), "blank.txt");
    const made = await root().call("POST", "/api/admin/corpus/ingestions", { body: form });
    const { ingestion } = corpusIngestionReply.parse(await made.json());
    const page = await open(`/corpus/${ingestion.id}`);
    await page.getByText("No text to read").waitFor();
    await page.getByText("run text recognition (OCR) on it and submit the result").waitFor();
    await page.getByRole("link", { name: "Guidance" }).first().click();
    await choose(page.getByRole("combobox", { name: "State" }), "Failed");
    await page.getByRole("link", { name: "blank.txt" }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("status")).toBe("FAILED");
    await page.reload();
    await page.getByRole("row").filter({ hasText: "blank.txt" }).getByText("No text to read").waitFor();
  });

  test("an address that is not public is refused before it is fetched", async () => {
    const [pack] = (await root().get("/api/admin/packs", packListReply)).packs;
    const page = await open(`/corpus?packId=${pack!.id}&dialog=add`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill("guide.example");
    await dialog.getByRole("button", { name: "Fetch the page" }).click();
    await dialog.getByText("Enter the whole address, beginning with https://").waitFor();
    await dialog.getByLabel("Address").fill("http://127.0.0.1/");
    await dialog.getByRole("button", { name: "Fetch the page" }).click();
    await dialog
      .getByRole("alert")
      .getByText(/public/)
      .waitFor();
  });
});

describe("engine versions", () => {
  test("stand above the models, each with what it may be asked and whether it waits", async () => {
    const page = await open("/engine");
    const models = page.getByRole("region", { name: "Models" });
    const row = models.getByRole("row").filter({ hasText: "offline-lexical-2" }).first();
    await row.getByText("no limit").first().waitFor();
    await models.getByText("Used in the last 60 seconds").waitFor();
    await expectAccessible(page);
  });

  test("thresholds are tried on a finished run, made into a version and activated, and back again", async () => {
    const page = await open("/engine/new");
    const preview = page.getByRole("region", { name: "Preview of the version" });
    await preview.getByText("No verdict would change").waitFor();
    await page.getByText("these values are active").waitFor();
    const complete = page.getByLabel("Complete from, as a number");
    await complete.fill("0.99");
    await preview.getByText(/^\d+ verdicts? would change$/).waitFor();
    await preview.getByText("complete ≥ 0.99, partial ≥ 0.40").waitFor();
    await preview.getByRole("listitem").first().getByText("Complete").waitFor();
    await preview.getByRole("listitem").first().getByText("Partial").waitFor();
    await expectAccessible(page);
    await complete.fill("0.3");
    await page.getByText("Must not be above Complete, which is 0.3").waitFor();
    expect(await page.getByRole("button", { name: "Create version" }).isDisabled()).toBe(true);
    await complete.fill("0.9");
    await page.getByRole("slider", { name: "Partial from" }).press("ArrowRight");
    expect(await page.getByLabel("Partial from, as a number").inputValue()).toBe("0.41");
    await expect.poll(() => new URL(page.url()).search).toBe("?complete=0.9&partial=0.41");
    await page.reload();
    await preview.getByText("complete ≥ 0.90, partial ≥ 0.41").waitFor();
    await page.getByLabel("Expired documents").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Note" }).click();
    await page.getByRole("button", { name: "Create version" }).click();

    const row = page.getByRole("row").filter({ hasText: "≥ 0.90, ≥ 0.41" });
    await row.getByText(site.user("SUPER_ADMIN").email).waitFor();
    await row.getByRole("button", { name: "Activate …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("complete from 0.90 and partial from 0.41 on").waitFor();
    await dialog.getByText("Keep below complete: all others; Note: Expired documents").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Activate", exact: true }).click();
    await row.getByText("Active").waitFor();
    const first = page.getByRole("row").filter({ hasText: "≥ 0.75, ≥ 0.40" });
    await first.getByRole("button", { name: "Activate …" }).click();
    await dialog.getByRole("button", { name: "Activate", exact: true }).click();
    await first.getByText("Active").waitFor();
    const { retrievalVersions } = await root().get("/api/admin/retrieval-versions", retrievalVersionListReply);
    expect(retrievalVersions.find(({ inForce }) => inForce)?.confidenceThresholds).toEqual({
      complete: 0.75,
      partial: 0.4,
    });
  });

  test("a version's metrics are next to those of the active one, and it is recommended only by them", async () => {
    const make = async (supports: number) => {
      const meaning = { model: "entailment-2", thresholds: { supports } };
      const response = await root().sendJson("POST", "/api/admin/retrieval-versions", { meaning });
      return retrievalVersionReply.parse(await response.json()).retrievalVersion;
    };
    const [active, version] = [await make(0.21), await make(0.22)];
    const at = (id: string) => `/api/admin/retrieval-versions/${id}`;
    const earlier = (await root().get("/api/admin/retrieval-versions", retrievalVersionListReply)).retrievalVersions;
    await root().sendJson("PUT", `${at(active.id)}/metrics`, makeMetrics(active.meaning!));
    await root().call("POST", `${at(active.id)}/activate`);
    onTestFinished(async () => {
      await root().call("POST", `${at(earlier.find(({ inForce }) => inForce)!.id)}/activate`);
    });

    const page = await open(`/engine/${version.id}/metrics`);
    await page.getByText("This version has not been measured").waitFor();
    await expectAccessible(page);
    const give = (counts?: { falseComplete?: number }) =>
      giveFile(page, "metrics.json", JSON.stringify(makeMetrics(version.meaning!, counts)));
    await giveFile(page, "metrics.json", "{");
    await page.getByText("Cannot read metrics.json").waitFor();
    await giveFile(page, "metrics.json", JSON.stringify(makeMetrics(active.meaning!)));
    await page.getByText(/'thresholds.wording' must be/).waitFor();
    await give({ falseComplete: 40 });
    await page.getByText(/It cannot be recommended because 'false COMPLETE, evading'.* is worse/).waitFor();
    const row = page.getByRole("row").filter({ hasText: "false COMPLETE, evading" });
    await row.getByText("40 of 100").waitFor();
    await row.getByText("10 of 100").waitFor();
    await row.getByText("Worse: refused").waitFor();
    await expectAccessible(page);
    await give();
    const recommend = page.getByRole("button", { name: "Recommend this version" });
    await recommend.waitFor();
    await recommend.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Recommended: the list of versions says so").waitFor();
    await page.getByRole("link", { name: "Engine versions" }).first().click();
    await page.getByText("A version is recommended and not activated").waitFor();
    const listed = page.getByRole("row").filter({ hasText: "Recommended" });
    await listed.getByRole("link", { name: "Show metrics" }).waitFor();
  });
});
