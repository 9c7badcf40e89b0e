import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const DIST = join(import.meta.dirname, "../../dist");

export interface BuiltPage {
  /** As the service has it, such as `/docs/api`. */
  readonly address: string;
  readonly html: string;
}

/** Returns every page that the build made; 404 apart. */
export function readBuiltPages(): BuiltPage[] {
  return globSync("**/index.html", { cwd: DIST }).map((file) => ({
    address: `/docs/${file}`.replace(/\/index\.html$/, ""),
    html: readFileSync(join(DIST, file), "utf8"),
  }));
}
