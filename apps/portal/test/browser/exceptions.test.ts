import { exceptionListReply, runListReply, startRunReply, taskListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../../../apps/api/test/support/test-client.ts";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo");
});
afterAll(() => portal.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const details = (page: Page) => page.getByRole("region", { name: "Assessment details" });
const register = (page: Page) => page.getByRole("list", { name: "Exceptions" });
const exceptions = async () => (await portal.client().get("/api/exceptions?limit=200", exceptionListReply)).exceptions;

/** In one request, as a member of the demo. */
async function propose(requirementId: string, change: object = {}): Promise<string> {
  const { tasks } = await portal.client().get("/api/tasks?limit=1", taskListReply);
  expect(tasks).toHaveLength(1);
  const session = await portal.client().call("GET", "/api/session");
  const { actorId } = ((await session.json()) as { session: { actorId: string } }).session;
  const terms = { requirementId, kind: "RISK_ACCEPTED", reason: "Accepted by the board", ownerId: actorId };
  const body = { ...terms, validUntil: day(200), ...change };
  const response = await portal.client().sendJson("POST", "/api/exceptions", body);
  return ((await response.json()) as { exception: { id: string } }).exception.id;
}
const approve = (id: string) => portal.client("ADMIN").sendJson("POST", `/api/exceptions/${id}/approve`, {});

test("a member proposes from a verdict, another person approves, the task is covered, and a revocation opens it", async () => {
  const [member, admin] = [await portal.page(), await portal.page({ as: { role: "ADMIN" } })];
  await member.goto("/cm?requirement=3.2");
  await details(member).getByRole("button", { name: "Propose an exception" }).click();
  const dialog = member.getByRole("dialog", { name: "Propose an exception for 3.2" });
  await choose(dialog.getByRole("combobox", { name: "Kind" }), "Compensating control");
  await dialog.getByLabel("Reason").fill("The old system cannot do it");
  await dialog.getByLabel("What is done instead").fill("Each export is signed by two people");
  await choose(dialog.getByRole("combobox", { name: "Owner" }), "admin@northwind.example");
  await dialog.getByLabel("Last day").fill(day(-1));
  await expectAccessible(member);
  await dialog.getByRole("button", { name: "Propose", exact: true }).click();
  await dialog.getByRole("alert").filter({ hasText: "must not have passed" }).waitFor();
  await dialog.getByLabel("Last day").and(member.locator("[aria-invalid=true]:focus")).waitFor();
  await dialog.getByLabel("Last day").fill(day(20));
  await dialog.getByRole("button", { name: "Propose", exact: true }).click();
  await details(member).getByRole("link", { name: "Compensating control" }).click();
  await member.getByText("Another person, an administrator, must approve it.").waitFor();
  expect(await member.getByRole("button", { name: "Approve" }).count()).toBe(0);

  await admin.goto("/cm/exceptions");
  await register(admin)
    .getByRole("link", { name: /3\.2 · Compensating control/ })
    .click();
  await admin.getByText("Each export is signed by two people").waitFor();
  await register(admin).getByText("Owner: admin@northwind.example").waitFor();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Approve" }).click();
  await admin.getByRole("heading", { name: "3.2: compensating control" }).waitFor();
  await register(admin).getByText("Ends in 20 days").waitFor();

  await member.goto("/cm/tasks");
  const todo = member.getByRole("region", { name: "To do" });
  await todo.getByText("and 1 covered").waitFor();
  await todo.getByTitle("Exception, compensating control: ends in 20 days").waitFor();
  await expectAccessible(member);

  await admin.getByRole("button", { name: "Revoke", exact: true }).click();
  await admin.getByRole("dialog").getByLabel("Reason").fill("The old system is gone");
  await admin.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await admin.getByText("The old system is gone").waitFor();
  await member.reload();
  await todo.waitFor();
  await member.locator("li[data-task]").first().waitFor();
  expect(await todo.getByText("covered").count()).toBe(0);
});

test("the register is filtered and ordered by the address, and says when nothing matches", async () => {
  for (const [requirementId, change] of [
    ["4.1", { validUntil: day(9) }],
    ["4.2", { validUntil: day(90), kind: "NOT_APPLICABLE" }],
  ] as const)
    await approve(await propose(requirementId, change));
  await propose("5.1", { validUntil: day(60) });
  const page = await portal.page({ as: { role: "VIEWER" } });
  const shown = async () =>
    (await register(page).getByRole("link").allTextContents()).map((text) => text.split(" · ")[0]);
  await page.goto("/cm/exceptions?status=APPROVED&sort=validUntil");
  await expect.poll(shown).toEqual(["4.1", "4.2"]);
  await page.getByRole("button", { name: "Ends within 30 days" }).click();
  await expect.poll(shown).toEqual(["4.1"]);
  await page.getByRole("button", { name: "Ends within 30 days" }).click();
  await choose(page.getByRole("combobox", { name: "Kind" }), "Not applicable");
  await expect.poll(shown).toEqual(["4.2"]);
  await page.getByLabel("Requirement").fill("9.9");
  await page.getByText("No exception matches").waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.poll(shown).toContain("5.1");
  await register(page).getByRole("link", { name: /5\.1/ }).click();
  await page.getByText("An administrator must approve it.").waitFor();
  expect(await page.getByRole("button", { name: /Approve|Withdraw|Revoke/ }).count()).toBe(0);
});

test("a run marks what its exceptions cover, in its requirements, its page and the history", async () => {
  await approve(await propose("6.2", { validUntil: day(15) }));
  const inForce = (await exceptions()).filter((each) => each.inForce).length;
  const started = await portal.client().sendJson("POST", "/api/runs/start", {});
  const { run } = startRunReply.parse(await started.json());
  await until(
    () => portal.client().get("/api/runs?limit=1", runListReply),
    ({ runs: [newest] }) => newest?.id === run.id && newest.status === "COMPLETED",
  );
  const page = await portal.page();
  await page.goto("/cm?requirement=6.2");
  await page.getByRole("listitem").getByTitle("Exception, risk accepted: ends in 15 days").waitFor();
  await details(page).getByText("An approved exception covers this requirement.").waitFor();
  await details(page).getByRole("link", { name: "Risk accepted" }).waitFor();
  await expectAccessible(page);
  await page.goto(`/cm/runs?run=${run.id}`);
  await page.getByRole("list", { name: "Exceptions of the run" }).getByRole("link", { name: "6.2" }).waitFor();
  await page.getByRole("list", { name: "Runs" }).getByText(`${inForce} exceptions`).waitFor();
});

test("on a phone, and in the dark, the register and an exception are one after the other", async () => {
  const id = await propose("6.3");
  const page = await portal.page({ ...PHONE, colorScheme: "dark" });
  await page.goto("/cm/exceptions");
  await register(page).getByRole("link", { name: /6\.3/ }).click();
  await page.getByRole("heading", { name: "6.3: risk accepted" }).waitFor();
  expect(new URL(page.url()).searchParams.get("exception")).toBe(id);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Withdraw the proposal" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Mistaken");
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  const shown = page.getByRole("region", { name: "6.3: risk accepted" });
  await shown.getByText("Revoked", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Back to the register" }).click();
  await register(page).waitFor();
  await expectAccessible(page);
});
