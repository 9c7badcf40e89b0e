import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

const REGISTER = [
  "Activity,Completed on,By",
  "Access rights review,2025-02-20,J. Smith",
  "Access rights review,2025-05-12,J. Smith",
  "Access rights review,2025-11-03,J. Smith",
].join("\n");

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo");
});
afterAll(() => portal.close());

test("a run is started with a period by keyboard, and the verdict shows its occurrences and gaps", async () => {
  const client = portal.client();
  const { id } = await client.upload("access-review-register.csv", REGISTER);
  expect(await client.settled(id)).toMatchObject({ status: "READY", evidenceKind: "RECORD" });
  const page = await portal.page();
  await page.goto("/cm/runs?start=1");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Period").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "Other dates …" }).click();
  await dialog.getByLabel("First day").fill("2025-06-01");
  await dialog.getByLabel("Last day").fill("2025-01-31");
  await dialog.getByText("Must not be before the first day").waitFor();
  await dialog.getByLabel("First day").fill("2025-01-01");
  await dialog.getByLabel("Last day").fill("2025-12-31");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/run=/);
  const runId = new URL(page.url()).searchParams.get("run")!;
  expect((await client.finished(runId)).period).toEqual({ from: "2025-01-01", to: "2025-12-31" });

  await page.goto(`/cm/?run=${runId}&requirement=2.2`);
  const assessment = page.getByRole("article");
  await assessment.getByText("Asks for: Records of practice, every 90 days").waitFor();
  await assessment.getByText("Records show 3 occurrences of 4 expected, every 90 days.").waitFor();
  await assessment.getByText("1 gap").waitFor();
  await assessment.getByText("3 days with a record").click();
  await assessment.locator("details").getByText("Access rights review | 2025-05-12 | J. Smith").waitFor();
  await expectAccessible(page);
});
