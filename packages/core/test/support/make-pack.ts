import type { PackFile } from "@assay/contract";

/** A pack with one criterion and a requirement per title: `1.1`, `1.2`… */
export function makePack(titles: readonly string[]): PackFile {
  return {
    format: "assay-pack/1",
    name: "Test pack",
    description: "",
    criteria: [
      {
        criterionId: 1,
        criterionTitle: "Backup",
        criterionDescription: "",
        requirements: titles.map((title, at) => ({
          requirementId: `1.${at + 1}`,
          title,
          subcheckLabel: null,
          expectation: null,
        })),
      },
    ],
  };
}
