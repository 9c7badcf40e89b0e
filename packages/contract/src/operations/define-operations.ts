import type { OperationSpec } from "./operation.ts";
import type { TagName } from "./tags.ts";

/** The operations of a resource by their names, which with its tag make their ids: `documents.list`. */
export function defineOperations<
  const Tag extends TagName,
  const Specs extends Readonly<Record<string, OperationSpec>>,
>(tag: Tag, specs: Specs) {
  const named = Object.entries(specs).map(([name, spec]) => [name, { ...spec, id: `${tag}.${name}` }]);
  return Object.fromEntries(named) as {
    readonly [Name in keyof Specs & string]: Specs[Name] & { readonly id: `${Tag}.${Name}` };
  };
}
