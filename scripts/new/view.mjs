import { pascal, words } from "./names.mjs";

/** A view of the portal. */
export function newView(name, _read) {
  const title = words(name);
  return {
    files: {
      [`apps/portal/src/${name}/${name}-view.tsx`]: `import { EmptyState } from "@assay/ui";
import { Inbox } from "lucide-react";

/** Say what it is used for. */
export default function ${pascal(name)}View() {
  return (
    <section aria-labelledby="${name}-title" className="flex h-full flex-col overflow-y-auto bg-surface">
      <h1 id="${name}-title" className="px-4 pt-3 pb-2 text-base font-semibold">
        ${title}
      </h1>
      <EmptyState icon={<Inbox size={24} aria-hidden />} title="There is nothing here yet">
        Say what appears here, and what makes it appear.
      </EmptyState>
    </section>
  );
}
`,
      [`apps/portal/test/browser/${name}.test.ts`]: `import { afterAll, beforeAll, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo");
});
afterAll(() => portal.close());

test("a member opens ${title} by its address", async () => {
  const page = await portal.page();
  await page.goto("/cm/${name}");
  await page.getByRole("heading", { name: "${title}" }).waitFor();
  await expectAccessible(page);
});
`,
    },
    rows: [
      {
        path: "apps/portal/src/app/views.ts",
        before: /^\};$/m,
        row: `  "/${name}": { title: "${title}", Component: lazy(() => import("../${name}/${name}-view.tsx")) },\n`,
      },
    ],
    left: [
      "an icon in apps/portal/src/app/views.ts if it is a place of the navigation",
      "npm test -- portal -u test/unit/views.test.ts, which writes the line of docs/use/portal.md",
      "a shot in apps/portal/test/screenshots/views.ts, a changeset",
      `npm test -- portal test/browser/${name}.test.ts`,
    ],
  };
}
newView.usage = "<name>, such as reports";
