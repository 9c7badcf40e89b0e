import { errorAnchor, errorHelpPath } from "@assay/contract";
import { listHelp } from "@assay/contract/error-help";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorHelpRoutes } from "../../src/routes/error-help.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

test("the address in an error reply opens the section of its code, without a token", async () => {
  const refused = await assay.client().call("GET", "/api/runs");
  const { details } = (await refused.json()) as { details: { help: string } };
  expect(details.help).toBe(errorHelpPath("UNAUTHORIZED"));

  const address = new URL(details.help, assay.url);
  const page = await fetch(address);
  expect(page.status).toBe(200);
  expect(page.headers.get("Content-Type")).toMatch(/^text\/html/);
  expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(await page.text()).toContain(`id="${address.hash.slice(1)}"`);
});

test("where the documentation is not served, a plain page has every code", async () => {
  const plain = errorHelpRoutes();
  const page = await plain.request("/docs/errors");
  expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).toContain(`<section id="${errorAnchor("UNAUTHORIZED")}">`);
  for (const { code } of listHelp().flatMap((chapter) => chapter.sections)) expect(text).toContain(`<h3>${code}</h3>`);
  expect(text).not.toContain("`");

  const style = await plain.request("/docs/errors.css");
  expect(style.headers.get("Content-Type")).toMatch(/^text\/css/);
});
