import type { PackFile } from "@assay/contract";

/** Three requirements: one that `policyText` proves, one that it only plans, one that it does not know. */
export const smallPack: PackFile = {
  format: "assay-pack/1",
  name: "Small pack",
  description: "",
  criteria: [
    {
      criterionId: 1,
      criterionTitle: "Backup",
      criterionDescription: "",
      requirements: [
        {
          requirementId: "1.1",
          title: "Backups of business data are taken every day.",
          subcheckLabel: null,
          expectation: null,
        },
        { requirementId: "1.2.a", title: "Backups are encrypted at rest.", subcheckLabel: "a" },
      ],
    },
    {
      criterionId: 2,
      criterionTitle: "Visitors",
      criterionDescription: "",
      requirements: [
        { requirementId: "2.1", title: "Visitors to the laboratory are accompanied.", subcheckLabel: null },
      ],
    },
  ],
};

export const policyText = `Backup policy

Backups of business data are taken every day at 22:00 by the operations team.

Backups will be encrypted at rest once the new storage is in place.
`;
