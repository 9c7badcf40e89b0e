import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addressOf, MOVED, NAVIGATION } from "../../build/navigation.ts";
import { ROOT } from "../../build/pages.ts";
import { readApiDocument } from "../../build/reference/api-document.ts";
import { type BuiltPage, DIST, readBuiltPages, readRedirects } from "../support/built-site.ts";

/** Pages of the service below no folder of this site. */
const OF_THE_SERVICE = /^\/(cm|admin|api)(\/|$)/;
const pages = new Map(readBuiltPages().map((page) => [page.address, page]));

test("every document of docs/ is a page, once", () => {
  const files = globSync("**/*.md", { cwd: join(ROOT, "docs") }).map((file) => file.replace(/\.md$/, ""));
  const named = NAVIGATION.flatMap(({ pages }) => Object.keys(pages));
  expect(named.toSorted()).toEqual(files.toSorted());
  const addresses = named.map(addressOf);
  expect(new Set(addresses).size, "two pages have one address").toBe(addresses.length);
  for (const address of addresses) expect(pages.has(`/docs/${address}`), address).toBe(true);
});

test("an address that a page had leads to the page that has its content now", () => {
  const redirects = readRedirects();
  expect(redirects.map(({ from }) => from.replace("/docs/", "")).toSorted()).toEqual(Object.keys(MOVED).toSorted());
  for (const { from, to } of redirects) {
    expect(pages.has(from), `${from} is a page of its own`).toBe(false);
    expect(pages.has(to), `${from} leads to ${to}`).toBe(true);
  }
});

test("the references name every route of the service and the methods of the client", () => {
  const markdown = (folder: string) =>
    globSync(`${folder}/**/*.md`, { cwd: DIST })
      .map((file) => readFileSync(join(DIST, file), "utf8"))
      .join("\n");
  const api = markdown("api");
  for (const [path, methods] of Object.entries(readApiDocument().paths))
    for (const method of Object.keys(methods)) expect(api).toContain(`\`${method.toUpperCase()} ${path}\``);
  const sdk = markdown("sdk");
  for (const method of ["uploadAndWait(", "startAndWait(", "snapshotHash(", "publish(", "fileFromPath("])
    expect(sdk).toContain(method);
});

test("every link of every page leads to a page, a heading or a file that there is", () => {
  expect(pages.size).toBeGreaterThan(50);
  const broken = [...pages.values()].flatMap((page) => linksOf(page).flatMap((link) => brokenLink(page, link)));
  expect(broken).toEqual([]);
});

test("every page is also Markdown at .md, and llms.txt lists them", () => {
  const list = readFileSync(join(DIST, "llms.txt"), "utf8");
  const listed = [...list.matchAll(/\]\(\/docs\/([^)]+)\.md\): \S/g)].map(([, name]) => `/docs/${name}`);
  expect(listed.toSorted()).toEqual([...pages.keys()].filter((address) => address !== "/docs").toSorted());
  const whole = readFileSync(join(DIST, "llms-full.txt"), "utf8");
  for (const address of listed) {
    const text = readFileSync(join(DIST, `${address.slice("/docs/".length)}.md`), "utf8");
    expect(text).toMatch(/^# \S/);
    expect(whole).toContain(text);
    const broken = [...text.matchAll(/\]\((\/[^)\s]*)\)/g)].flatMap(([, link]) =>
      brokenLink(pages.get(address)!, link!),
    );
    expect(broken).toEqual([]);
  }
});

test("a page asks no other host for anything, and says what it is", () => {
  for (const { address, html } of pages.values()) {
    const outside = [...html.matchAll(/<(?!a\b)\w+[^>]*\s(?:src|href|srcset)="((?:https?:)?\/\/[^"]*)"/g)];
    expect(
      outside.map(([, link]) => link),
      address,
    ).toEqual([]);
    expect(html, address).toMatch(/<title>[^<]{3,}<\/title>/);
    expect(html, address).toMatch(/<meta name="description" content="[^"]{20,}"/);
  }
  for (const file of globSync("**/*.css", { cwd: DIST }))
    expect(readFileSync(join(DIST, file), "utf8"), file).not.toMatch(/url\(["']?(https?:)?\/\//);
});

test("the licences of what the site bundles are next to it", () => {
  const notices = readFileSync(join(DIST, "third-party-notices.txt"), "utf8");
  for (const name of ["@astrojs/starlight", "pagefind", "@fontsource-variable/geist", "astro-expressive-code"])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
});

function linksOf({ html }: BuiltPage): string[] {
  return [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => link!.replaceAll("&amp;", "&"));
}

function brokenLink({ address }: BuiltPage, link: string): string[] {
  if (/^[a-z]+:/.test(link) || OF_THE_SERVICE.test(link)) return [];
  const { pathname, hash } = new URL(link, `http://docs.test${address}`);
  const target = pages.get(pathname.replace(/\/$/, ""));
  const found = target ? hash === "" || hash === "#_top" || hasId(target, hash) : isFile(pathname);
  return found ? [] : [`${address} → ${link}`];
}

function hasId({ html }: BuiltPage, hash: string): boolean {
  const id = decodeURIComponent(hash.slice(1));
  return html.includes(` id="${id}"`) || html.includes(` name="${id}"`);
}

function isFile(path: string): boolean {
  return path === "/llms.txt" || (path.startsWith("/docs/") && existsSync(join(DIST, path.slice("/docs".length))));
}
