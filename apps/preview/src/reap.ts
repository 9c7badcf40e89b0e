import { z } from "zod";
import { callVendor, type Vendor } from "./call-vendor.ts";
import { numberOf } from "./names.ts";
import { closePreview, type PreviewParts } from "./preview.ts";

const PAGE = 100;
const pullRequest = z.object({ number: z.number() });

export interface ReapParts
  extends Omit<PreviewParts, "migrate" | "bundleApi" | "buildSites" | "smokeTest" | "makeSigningKey" | "apiSettings"> {
  readonly github: Vendor & { readonly repository: string };
  readonly qstashVendor: Vendor;
}

/**
 * Removes what closed pull requests left behind: where closing failed, or a workflow never ran. Looks at every branch and
 * schedule with a preview's name, and at the pull requests that were closed last. Throws at the end with all that failed.
 */
export async function reapPreviews(parts: ReapParts): Promise<readonly number[]> {
  const made = [...(await parts.branches.list()), ...(await listSchedules(parts.qstashVendor))];
  const closed = await listPullRequests(parts, "closed", 1);
  // After what there is: one that was opened in between has nothing here yet, and one that was opened again counts as open.
  const open = new Set(await listPullRequests(parts, "open", Number.POSITIVE_INFINITY));
  const stale = [...new Set([...made.flatMap((name) => numberOf(name) ?? []), ...closed])]
    .filter((number) => !open.has(number))
    .toSorted((one, other) => one - other);
  const failures: string[] = [];
  for (const number of stale) {
    const report = (line: string) => parts.report(`pull request ${number}: ${line}`);
    try {
      await closePreview({ ...parts, report, settings: { ...parts.settings, PULL_REQUEST: number } });
    } catch (error) {
      failures.push(`pull request ${number}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
  return stale;
}

async function listSchedules(qstash: Vendor): Promise<string[]> {
  const found = await callVendor(qstash, "GET", "/v2/schedules", z.array(z.object({ scheduleId: z.string() })));
  return (found ?? []).map(({ scheduleId }) => scheduleId);
}

async function listPullRequests({ github }: ReapParts, state: "open" | "closed", pagesMax: number): Promise<number[]> {
  const numbers: number[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const path = `/repos/${github.repository}/pulls?state=${state}&sort=updated&direction=desc&per_page=${PAGE}&page=${page}`;
    const found = await callVendor(github, "GET", path, z.array(pullRequest));
    // Nothing found is no answer: every preview would look as if its pull request were closed.
    if (!found)
      throw new Error(
        `Cannot list the pull requests of '${github.repository}': check GITHUB_REPOSITORY and GITHUB_TOKEN`,
      );
    numbers.push(...found.map(({ number }) => number));
    if (found.length < PAGE) break;
  }
  return numbers;
}
