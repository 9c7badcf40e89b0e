import type { GuardSet } from "./guard-pair.ts";

export const EXCLUSION: GuardSet = {
  kind: "exclusion",
  tuned: {
    everyday: [
      [
        "Malware protection runs on all endpoints and servers",
        "Malware protection runs on all endpoints, but not on servers.",
      ],
      ["All laptops are encrypted", "All laptops are encrypted except those of the sales team."],
      [
        "All employees are trained every year",
        "All employees are trained every year, with the exception of contractors and interns.",
      ],
      ["All systems are patched within 30 days", "Most systems are patched within 30 days."],
      [
        "Multi-factor authentication is required for all users",
        "Multi-factor authentication is required only for administrators.",
      ],
      [
        "All databases are backed up every day",
        "All databases are backed up every day, excluding the archive database.",
      ],
      ["The policy applies to all locations", "The policy applies to all locations. The Berlin office is exempt."],
      ["All visitors are escorted", "Visitors are escorted where possible."],
    ],
    evading: [
      ["All laptops are encrypted", "96 % of laptops are encrypted."],
      [
        "All servers send their logs to the central log server",
        "Servers send their logs to the central log server. This does not cover the servers in the factory.",
        { quote: "Servers send their logs to the central log server." },
      ],
      [
        "Access to all systems requires multi-factor authentication",
        "Access to systems requires multi-factor authentication, legacy mainframes being a different story.",
      ],
      ["All critical suppliers are assessed", "14 of 20 critical suppliers are assessed."],
      ["All changes are tested before deployment", "Changes are as a rule tested before deployment."],
      [
        "All laptops are encrypted",
        "## Exceptions\n\n- Laptops of the board are encrypted on request.",
        { quote: "Laptops of the board are encrypted on request." },
      ],
    ],
    sound: [
      ["All laptops are encrypted", "All laptops are encrypted without exception."],
      ["Access to production is restricted to authorised staff", "Only authorised staff have access to production."],
      [
        "Changes are approved before deployment",
        "All changes are approved before deployment, except emergency changes, which are approved by the on-call manager.",
      ],
      [
        "Exceptions to the policy are approved",
        "Exceptions to this policy require written approval by the CISO and are limited to 90 days.",
      ],
      [
        "All employees are trained every year",
        "All employees, including contractors and interns, are trained every year.",
      ],
      [
        "Personal data is collected for specified purposes only",
        "Personal data is collected only for the purposes named in the register.",
      ],
      [
        "All databases are backed up every day",
        "All databases are backed up every day; some are backed up every hour.",
      ],
      [
        "Multi-factor authentication is required for all users",
        "Multi-factor authentication is required for all users, not only for administrators.",
      ],
    ],
  },
  kept: {
    everyday: [
      ["All wards keep a drug register", "All wards keep a drug register, apart from paediatrics."],
      ["Every bus is cleaned each night", "Every bus is cleaned each night save the articulated ones."],
      ["All pupils' devices have a web filter", "The web filter is on the pupils' tablets but not on their laptops."],
      ["All cheques are countersigned", "Cheques below 500 euros are excluded from being countersigned."],
      ["All fields are tested for residues", "Only the northern fields are tested for residues."],
      ["All lorries are weighed", "Lorries are usually weighed."],
      ["All cabins have smoke detectors", "Smoke detectors are fitted in eight out of eleven cabins."],
    ],
    evading: [
      ["All donors receive a receipt", "Donors receive a receipt; those who give cash in the street go without."],
      [
        "All operating theatres have emergency power",
        "Emergency power reaches the operating theatres on levels one and two, level three lying beyond what the generator can carry.",
      ],
      ["All samples are labelled", "Samples are labelled to a large extent."],
      [
        "Every classroom has a first-aid kit",
        "First-aid kits are a fixture of our classrooms, with the gym and the workshop yet to join them.",
      ],
      ["All crew hold a valid medical certificate", "Crew hold valid medical certificates, temporary hands aside."],
      ["All branches lock cash away at night", "Bar the airport kiosk, branches lock cash away at night."],
    ],
    sound: [
      ["All wards keep a drug register", "Every ward keeps a drug register, paediatrics included."],
      ["All cheques are countersigned", "Cheques are countersigned whatever their amount; nobody is exempt."],
      ["All cabins have smoke detectors", "All eleven cabins have smoke detectors, and most have two."],
      ["Every bus is cleaned each night", "Every bus is cleaned each night. Only biodegradable soap is used."],
      ["Medicines are handed out by nurses only", "Medicines are handed out only by nurses."],
      [
        "All samples are labelled",
        "Each sample is labelled on arrival; unlabelled samples are returned to the sender.",
      ],
      [
        "All crew hold a valid medical certificate",
        "No one sails without a valid medical certificate, except by written leave of the flag state.",
      ],
      [
        "All pupils' devices have a web filter",
        "A web filter is active on all pupils' devices, at home as well as at school.",
      ],
      [
        "Every classroom has a first-aid kit",
        "Every classroom has a first-aid kit. Larger kits are in some of the workshops too.",
      ],
    ],
  },
};
