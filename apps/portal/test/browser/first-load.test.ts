import { afterAll, beforeAll, expect, test } from "vitest";
import { measureFirstLoad } from "../../../../packages/site/test/browser/measure-first-load.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

const SCRIPT_BYTES_MAX = 118_000;
const CONSOLE_SCRIPT_BYTES_MAX = 112_000;
/** Everything that the site itself sends, scripts and all else. */
const REQUESTS_MAX = 12;
const SCREENS = {
  "a wide screen": {},
  "a phone": { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo", { SUPER_ADMIN_MODE: "true" }, "released");
});
afterAll(() => portal.close());

test.each(Object.entries(SCREENS))(
  "on %s /cm loads at most 118 kB of scripts, in at most 12 files, and nothing on it moves",
  async (_, screen) => {
    const page = await portal.page({ ...screen, fresh: true });
    const { scriptBytes, files, shifted } = await measureFirstLoad(page, "/cm", async () => {
      await page.goto("/cm?requirement=3.2");
      await page.getByRole("meter").waitFor();
      await page.getByText("information-security-policy.pdf").first().waitFor();
    });
    expect(scriptBytes).toBeGreaterThan(40_000);
    expect(scriptBytes, files.join("\n")).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(REQUESTS_MAX);
    expect(shifted).toBeLessThan(0.02);
  },
);

// Here and not next to the console: one service shows the released build of both sites.
test.each(["ADMIN", "SUPER_ADMIN"] as const)(
  "the first load of the console's home of %s is at most 112 kB of scripts, and nothing on it moves",
  async (role) => {
    const page = await portal.page({ as: { role }, fresh: true });
    const { scriptBytes, files, shifted } = await measureFirstLoad(page, "/admin", async () => {
      await page.goto("/admin");
      await page.locator("main h1").waitFor();
    });
    expect(scriptBytes).toBeGreaterThan(40_000);
    expect(scriptBytes, files.join("\n")).toBeLessThanOrEqual(CONSOLE_SCRIPT_BYTES_MAX);
    expect(shifted).toBeLessThan(0.05);
  },
);

test("pages come with a policy that runs no inline and no evaluated script, and files are compressed and lasting", async () => {
  const answer = await fetch(`${portal.url}/cm`);
  const policy = Object.fromEntries(
    answer.headers
      .get("Content-Security-Policy")!
      .split("; ")
      .map((directive) => [directive.split(" ")[0], directive]),
  );
  expect(policy["default-src"]).toBe("default-src 'none'");
  expect(policy["frame-ancestors"]).toBe("frame-ancestors 'none'");
  expect(policy["script-src"]).toMatch(/^script-src 'self'( 'sha256-[A-Za-z0-9+/]{43}=')+$/);
  expect(policy["style-src"]).toMatch(/^style-src 'self'( 'sha256-[A-Za-z0-9+/]{43}=')*$/);
  const html = await answer.text();
  const script = /(?:src|component-url)="(\/cm\/_astro\/[^"]+\.js)"/.exec(html)![1]!;
  const file = await fetch(`${portal.url}${script}`, { headers: { "Accept-Encoding": "br" } });
  expect(file.headers.get("Content-Encoding")).toBe("br");
  expect(file.headers.get("Cache-Control")).toContain("immutable");
  const plain = await fetch(`${portal.url}${script}`, { headers: { "Accept-Encoding": "identity" } });
  expect(await file.text()).toBe(await plain.text());
});

test("a script that evidence or an attacker puts into the page does not run", async () => {
  const page = await portal.page({ fresh: true, expectedMessages: /Content Security Policy|Refused to/ });
  await page.goto("/cm");
  await page.getByRole("list", { name: "Requirements" }).waitFor();
  const ran = await page.evaluate(async () => {
    const marks = window as unknown as { ranInline?: boolean; ranEval?: boolean };
    Reflect.apply(setTimeout, window, ["window.ranEval = true"]);
    const script = document.createElement("script");
    script.textContent = "window.ranInline = true";
    document.body.append(script);
    // Takes no room, so that the page stays as high as its window.
    document.body.insertAdjacentHTML("beforeend", '<img hidden src="/cm/none.png" onerror="window.ranInline = true">');
    await new Promise((resolve) => document.body.querySelector("img[hidden]")!.addEventListener("error", resolve));
    return { inline: marks.ranInline ?? false, evaluated: marks.ranEval ?? false };
  });
  expect(ran).toEqual({ inline: false, evaluated: false });
});

test("the licences of what the site is built from are served with it", async () => {
  const text = await (await fetch(`${portal.url}/cm/third-party-notices.txt`)).text();
  for (const part of ["react-dom", "@fontsource-variable/geist", "SIL Open Font License"]) expect(text).toContain(part);
});
