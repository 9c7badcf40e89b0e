import type { GuardSet } from "./guard-pair.ts";

/** Documents that are not, or no longer, in force. */
export const DRAFT: GuardSet = {
  kind: "draft or superseded",
  tuned: {
    everyday: [
      [
        "Passwords have at least 12 characters",
        "DRAFT v0.3\n\nPasswords have at least 12 characters.",
        { title: "Password policy" },
      ],
      ["Backups are made every day", "Backups are made every day.", { title: "Backup policy (draft)" }],
      [
        "Access rights are reviewed every quarter",
        "Status: Draft\nOwner: IT\n\nAccess rights are reviewed every quarter.",
        { title: "Access policy" },
      ],
      [
        "Laptops are encrypted",
        "This policy has been superseded by version 4.\n\nLaptops are encrypted.",
        { title: "Endpoint policy v3" },
      ],
      [
        "Visitors are registered",
        "This document is no longer in force.\n\nVisitors are registered at reception.",
        { title: "Visitor rules" },
      ],
      ["Logs are kept for one year", "Logs are kept for one year.", { title: "Logging standard - SUPERSEDED" }],
      [
        "Incidents are reported within 24 hours",
        "# Incident procedure\n\nThis procedure has not yet been approved.\n\nIncidents are reported within 24 hours.",
        { title: "Incident procedure" },
      ],
      [
        "Suppliers are assessed every year",
        "Withdrawn on 3 May 2024.\n\nSuppliers are assessed every year.",
        { title: "Supplier policy" },
      ],
    ],
    evading: [
      [
        "Passwords have at least 12 characters",
        "Comments to the author by Friday, please.\n\nPasswords have at least 12 characters.",
        { title: "Password policy v0.9" },
      ],
      [
        "Backups are made every day",
        "Kept for reference only.\n\nBackups are made every day.",
        { title: "Backup policy 2018" },
      ],
      [
        "Laptops are encrypted",
        "Version 2.0, subject to board approval\n\nLaptops are encrypted.",
        { title: "Endpoint policy" },
      ],
      [
        "Visitors are registered",
        "Replaced by: POL-17\n\nVisitors are registered at reception.",
        { title: "POL-04 Visitors" },
      ],
      [
        "Logs are kept for one year",
        "| Document | Logging standard |\n| State | for review |\n\nLogs are kept for one year.",
        { title: "Logging standard", quote: "Logs are kept for one year." },
      ],
      [
        "Access rights are reviewed every quarter",
        "Access rights are reviewed every quarter.",
        { title: "OLD_access_policy_2016_do_not_use.docx" },
      ],
    ],
    sound: [
      [
        "Passwords have at least 12 characters",
        "Version 2.1, approved. This policy supersedes version 2.0.\n\nPasswords have at least 12 characters.",
        { title: "Password policy" },
      ],
      [
        "Drafts are reviewed before approval",
        "Drafts of policies are reviewed by the legal department before approval.",
        { title: "Document control" },
      ],
      ["Backups are made every day", "Status: Approved\n\nBackups are made every day.", { title: "Backup policy" }],
      [
        "Contracts are reviewed",
        "Draft contracts are reviewed by the legal department before they are signed.",
        { title: "Contract policy" },
      ],
      [
        "Access rights are reviewed every quarter",
        "Change history: 0.1 first draft, 1.0 approved by the board.\n\nAccess rights are reviewed every quarter.",
        { title: "Access policy" },
      ],
      ["Old media are destroyed", "Obsolete media are destroyed by a certified firm.", { title: "Media policy" }],
      ["Archived records are protected", "Archived records are kept in a locked room.", { title: "Records policy" }],
      [
        "Laptops are encrypted",
        "This policy replaces the withdrawn directive of 2015.\n\nLaptops are encrypted.",
        { title: "Endpoint policy" },
      ],
    ],
  },
  kept: {
    everyday: [
      [
        "Children are counted after each outing",
        "First draft, not for use\n\nChildren are counted after each outing.",
        { title: "Outings" },
      ],
      [
        "Feed is stored apart from medicines",
        "Feed is stored apart from medicines.",
        { title: "Farm handbook DRAFT 2" },
      ],
      [
        "Cash is banked daily",
        "This version is out of date. See the intranet for the current one.\n\nCash is banked daily.",
        { title: "Cash handling" },
      ],
      [
        "Needles are disposed of in sharps bins",
        "OBSOLETE – do not use\n\nNeedles are disposed of in sharps bins.",
        { title: "Ward manual 7" },
      ],
      [
        "The vessel carries spare charts",
        "Document status: under review\n\nThe vessel carries spare charts.",
        { title: "SMS chapter 4" },
      ],
      [
        "Tickets are numbered",
        "The rules below were repealed by the assembly in 2021.\n\nTickets are numbered.",
        { title: "Box office rules" },
      ],
      [
        "The head approves trips",
        "Proposal for the new handbook\n\nThis text is a proposal and has not been adopted.\n\nThe head approves trips.",
        { title: "Trips" },
      ],
    ],
    evading: [
      [
        "Alarms are tested monthly",
        "For discussion at the meeting of the trustees\n\nAlarms are tested monthly.",
        { title: "Alarm rules" },
      ],
      ["Samples are labelled", "Samples are labelled.", { title: "Lab manual (archive copy 2014)" }],
      ["Gates are locked at night", "Sign-off: outstanding\n\nGates are locked at night.", { title: "Site rules" }],
      [
        "Lifeguards are on duty",
        "Since 2022 the Pool Code takes the place of this leaflet.\n\nLifeguards are on duty.",
        { title: "Pool leaflet" },
      ],
      ["Staff wear gloves", "Rev. A (working copy, unsigned)\n\nStaff wear gloves.", { title: "Hygiene" }],
      [
        "Deliveries are checked",
        "Previous edition, retained for the record\n\nDeliveries are checked.",
        { title: "Stores manual" },
      ],
    ],
    sound: [
      [
        "Children are counted after each outing",
        "Adopted by the governors on 2 September 2026\n\nChildren are counted after each outing.",
        { title: "Outings" },
      ],
      [
        "Cash is banked daily",
        "Third edition. Earlier editions are withdrawn.\n\nCash is banked daily.",
        { title: "Cash handling" },
      ],
      ["Draught beer lines are cleaned", "Draught lines are cleaned every week.", { title: "Bar rules" }],
      ["The archive is locked", "The archive is locked; keys are with the librarian.", { title: "Archive rules" }],
      [
        "Drafts are destroyed",
        "Drafts of exam papers are shredded as soon as the final paper is printed.",
        { title: "Exam office" },
      ],
      [
        "Comments of residents are recorded",
        "Comments from residents are welcome and are recorded in the book at reception.",
        { title: "Residents' voice" },
      ],
      [
        "The plan is reviewed each year",
        "The plan is under constant review: the committee reviews it each year in May.",
        { title: "Emergency plan" },
      ],
      ["Old stock is removed", "Old stock is removed from the shelf each Monday.", { title: "Old stock procedure" }],
      [
        "Needles are disposed of in sharps bins",
        "Valid. Replaces ward manual 7, which is obsolete.\n\nNeedles are disposed of in sharps bins.",
        { title: "Ward manual 8" },
      ],
    ],
  },
};
