import type { OscalCatalogue, OscalControl, OscalGroup, OscalParameter } from "./catalogue-schema.ts";

/** Choices may name parameters whose choices name parameters; deeper than this is a circle. */
const DEPTH_MAX = 4;
const LENGTH_MAX = 20_000;

/** Text with `{{ insert: param, id }}` replaced by what the catalogue says of the parameter. */
export type ResolveText = (prose: string) => string;

/** Set values stand as they are; what an organisation has yet to set is in brackets. */
export function createParameterResolver(catalogue: OscalCatalogue): ResolveText {
  const parameters = new Map<string, OscalParameter>();
  const take = (list: readonly OscalParameter[] | undefined) => {
    for (const parameter of list ?? []) parameters.set(parameter.id, parameter);
  };
  const takeControl = (control: OscalControl) => {
    take(control.params);
    control.controls?.forEach(takeControl);
  };
  const takeGroup = (group: OscalGroup) => {
    take(group.params);
    group.controls?.forEach(takeControl);
    group.groups?.forEach(takeGroup);
  };
  take(catalogue.params);
  catalogue.controls?.forEach(takeControl);
  catalogue.groups?.forEach(takeGroup);

  const insert = (prose: string, depth: number): string =>
    prose
      .slice(0, LENGTH_MAX)
      .replace(/\{\{\s*(?:insert:\s*param,\s*)?([^\s{}]{1,200})\s*\}\}/g, (_, id: string) => describe(id, depth));
  const describe = (id: string, depth: number): string => {
    const parameter = parameters.get(id);
    if (!parameter || depth >= DEPTH_MAX) return `[${id}]`;
    if (parameter.values?.length) return parameter.values.join(", ");
    const constraint = parameter.constraints?.find(({ description }) => description)?.description;
    if (constraint) return insert(constraint, depth + 1);
    if (parameter.label) return `[${insert(parameter.label, depth + 1)}]`;
    const choices = parameter.select?.choice?.map((choice) => insert(choice, depth + 1)) ?? [];
    if (choices.length === 0) return `[${id}]`;
    const several = parameter.select?.["how-many"] === "one-or-more";
    return `[${several ? "one or more of" : "one of"}: ${choices.join("; ")}]`;
  };
  return (prose) => tidy(insert(prose, 0));
}

function tidy(text: string): string {
  return text
    .slice(0, LENGTH_MAX)
    .replace(/\s+/g, " ")
    .replace(/ ([,;.\]])/g, "$1")
    .trim();
}
