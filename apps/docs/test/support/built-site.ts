import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const DIST = join(import.meta.dirname, "../../dist");

const REDIRECT = '<meta http-equiv="refresh"';

export interface BuiltPage {
  /** As the service has it, such as `/docs/api`. */
  readonly address: string;
  readonly html: string;
}

/** Returns every page that the build made, without 404 and the redirects. */
export function readBuiltPages(): BuiltPage[] {
  return readHtml().filter(({ html }) => !html.includes(REDIRECT));
}

/** Returns the pages that lead on, each with where it leads to. */
export function readRedirects(): { readonly from: string; readonly to: string }[] {
  return readHtml()
    .filter(({ html }) => html.includes(REDIRECT))
    .map(({ address, html }) => ({ from: address, to: /content="0; url=([^"]+)"/.exec(html)![1]! }));
}

function readHtml(): BuiltPage[] {
  return globSync("**/index.html", { cwd: DIST }).map((file) => ({
    address: `/docs/${file}`.replace(/\/index\.html$/, ""),
    html: readFileSync(join(DIST, file), "utf8"),
  }));
}
