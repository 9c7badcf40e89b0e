import { expect, onTestFinished, test } from "vitest";
import { listDumps, openDumpedSite } from "../../../../packages/site/test/browser/open-dumped-site.ts";

test.each(await listDumps())(
  "each run of a database of the version with %s opens, on each of its tabs",
  async (name) => {
    const { runs, page, problems, close } = await openDumpedSite(name);
    onTestFinished(close);
    const alerts = async () => {
      await page.waitForLoadState("networkidle");
      return (await page.getByRole("alert").allTextContents()).filter(Boolean);
    };
    for (const [run, { runId }] of runs) {
      await page.goto(`/cm/runs?run=${runId}`);
      const tabs = page.getByRole("tab");
      await tabs.first().waitFor();
      expect(await tabs.count(), run).toBeGreaterThan(1);
      for (const tab of await tabs.all()) {
        await tab.click();
        expect(await alerts(), `${run}, ${await tab.textContent()}`).toEqual([]);
      }
      await page.goto(`/cm?run=${runId}`);
      expect(await alerts(), `${run}, verdicts`).toEqual([]);
    }
    expect(problems).toEqual([]);
  },
);
