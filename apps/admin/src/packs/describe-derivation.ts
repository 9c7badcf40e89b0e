import type { Derivation, DerivedField } from "@assay/client/admin";

export const FIELD_NAMES: Readonly<Record<DerivedField, { one: string; many: string }>> = {
  criterionId: { one: "criterion's number", many: "criteria's numbers" },
  criterionTitle: { one: "criterion's title", many: "criteria's titles" },
  requirementId: { one: "requirement's id", many: "requirements' ids" },
  title: { one: "text of a requirement", many: "texts of requirements" },
  subcheckLabel: { one: "sub-check label", many: "sub-check labels" },
  expectation: { one: "expectation of a requirement", many: "expectations of requirements" },
};

export const DERIVATION_NAMES: Readonly<Record<Derivation, string>> = {
  ASSIGNED: "given by the pack, as in its earlier versions, else the next number",
  LABEL: "made from the label in the file",
  ID: "taken from the id because there is no label or it is used twice",
  GROUP: "put together from the titles of the groups around it",
  CATALOGUE: "taken from the title of the whole file because there is no group",
  STATEMENT: "put together from several texts, with parameters in words",
  PARTS: "put together from the objectives that it groups",
  WORDING: "read from the wording of the requirement, such as “every 90 days”",
};

/** `12 sub-check labels` */
export function countDerived({ field, count }: { field: DerivedField; count: number }): string {
  const { one, many } = FIELD_NAMES[field];
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}
