import type { PackFile } from "@assay/contract";
import { smallPack } from "./small-pack.ts";

const SUBJECTS = ["Backups", "Accounts", "Suppliers", "Incidents"];

/** One criterion with so many requirements. */
export function widePack(requirements: number): PackFile {
  return {
    ...smallPack,
    name: "Wide pack",
    criteria: [
      {
        criterionId: 1,
        criterionTitle: "Reviews",
        criterionDescription: "",
        requirements: Array.from({ length: requirements }, (_, at) => ({
          requirementId: `1.${at + 1}`,
          title: `${SUBJECTS[at % SUBJECTS.length]} are reviewed, rule ${at + 1}.`,
          subcheckLabel: null,
        })),
      },
    ],
  };
}
