import { z } from "zod";
import { callVendor } from "./call-vendor.ts";

const MARK = "<!-- assay-preview -->";
const comment = z.object({ id: z.number(), body: z.string().nullish() });

/** Writes the preview's addresses under the pull request, over the comment that is there already. */
export async function writeComment(
  github: { apiUrl: string; token: string; repository: string; retryMs: number },
  pullRequest: number,
  { apiUrl, siteUrl, commit }: { apiUrl: string; siteUrl: string; commit: string },
): Promise<void> {
  const vendor = { name: "GitHub", baseUrl: github.apiUrl, token: github.token, retryMs: github.retryMs };
  const issues = `/repos/${github.repository}/issues`;
  const body = `${MARK}\nPreview of ${commit.slice(0, 12)}: [portal](${siteUrl}/cm/), [console](${siteUrl}/admin/), [API](${apiUrl}/healthz). It is removed when the pull request is closed.`;
  for (let page = 1; ; page += 1) {
    const path = `${issues}/${pullRequest}/comments?per_page=100&page=${page}`;
    const found = (await callVendor(vendor, "GET", path, z.array(comment))) ?? [];
    const ours = found.find((each) => each.body?.startsWith(MARK));
    if (ours) {
      await callVendor(vendor, "PATCH", `${issues}/comments/${ours.id}`, comment, { body });
      return;
    }
    if (found.length < 100) break;
  }
  await callVendor(vendor, "POST", `${issues}/${pullRequest}/comments`, comment, { body });
}
