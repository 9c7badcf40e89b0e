import { afterAll, beforeAll, expect, test } from "vitest";
import { openPortal, type PortalTest } from "./support/open-portal.ts";

const BUDGET_BYTES = 130_000;

let portal: PortalTest;
beforeAll(async () => {
  portal = await openPortal("demo");
});
afterAll(() => portal.close());

test("the first load of /cm is at most 130 kB of JavaScript as it travels, and nothing on it moves", async () => {
  const page = await portal.page();
  const scripts = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (/\.m?js$/.test(new URL(response.url()).pathname))
      scripts.set(
        response.url(),
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      );
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/cm?requirement=3.2");
  await page.getByRole("meter").waitFor();
  await page.getByText("information-security-policy.pdf").first().waitFor();
  await page.waitForLoadState("networkidle");
  const sizes = await Promise.all(scripts.values());
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(sizes.length).toBeGreaterThan(3);
  expect(total).toBeGreaterThan(40_000);
  expect(total, [...scripts.keys()].join("\n")).toBeLessThanOrEqual(BUDGET_BYTES);
  const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifted.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
});

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
  const page = await portal.page({ expectedMessages: /Content Security Policy|Refused to/ });
  await page.goto("/cm");
  await page.getByRole("list", { name: "Requirements" }).waitFor();
  const ran = await page.evaluate(async () => {
    const marks = window as unknown as { ranInline?: boolean; ranEval?: boolean };
    Reflect.apply(setTimeout, window, ["window.ranEval = true"]);
    const script = document.createElement("script");
    script.textContent = "window.ranInline = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", '<img src="/cm/none.png" onerror="window.ranInline = true">');
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { inline: marks.ranInline ?? false, evaluated: marks.ranEval ?? false };
  });
  expect(ran).toEqual({ inline: false, evaluated: false });
});
