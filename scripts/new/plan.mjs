import { newFormat } from "./format.mjs";
import { newRoute } from "./route.mjs";
import { newStep } from "./step.mjs";
import { newVendor } from "./vendor.mjs";
import { newView } from "./view.mjs";

const KINDS = { route: newRoute, format: newFormat, step: newStep, view: newView, vendor: newVendor };
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * What `npm run new <kind> <names>` writes: files by their path, those that exist with the new rows in them, and what is
 * left for a person. `read` returns the text of a file, or undefined. Throws where a name or a file is in the way.
 */
export function plan(kind, names, read) {
  const make = KINDS[kind];
  const usage = `npm run new ${Object.keys(KINDS).join("|")} <name>`;
  if (!make) throw new Error(`Cannot write '${kind ?? ""}': use ${usage}`);
  for (const name of names)
    if (!NAME.test(name.toLowerCase().replaceAll("_", "-")))
      throw new Error(`Cannot name anything '${name}': use words in kebab-case, such as audit-notes`);
  if (names.length !== make.length - 1)
    throw new Error(`Cannot write a ${kind} from '${names.join(" ")}': use npm run new ${kind} ${make.usage}`);
  const { files, rows, left } = make(...names, read);
  for (const path of Object.keys(files))
    if (read(path) !== undefined) throw new Error(`Cannot write ${path} because it exists`);
  return { files: { ...files, ...withRows(rows, read) }, left };
}

/** Puts each row before the first text that its place matches, file by file. */
function withRows(rows, read) {
  const changed = {};
  for (const { path, before, row } of rows) {
    const text = changed[path] ?? read(path);
    const place = text === undefined ? -1 : text.search(before);
    if (place < 0) throw new Error(`Cannot add a row to ${path}: ${before} is not in it; correct scripts/new`);
    changed[path] = `${text.slice(0, place)}${row}${text.slice(place)}`;
  }
  return changed;
}
