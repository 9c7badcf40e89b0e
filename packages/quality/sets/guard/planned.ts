import type { GuardSet } from "./guard-pair.ts";

export const PLANNED: GuardSet = {
  kind: "planned",
  tuned: {
    everyday: [
      ["Laptops are encrypted", "Full-disk encryption of laptops will be introduced next year."],
      [
        "Multi-factor authentication is required for remote access",
        "We plan to require multi-factor authentication for remote access.",
      ],
      ["Logs are reviewed every week", "A weekly review of logs is planned for the second quarter of 2027."],
      ["A data protection officer is appointed", "A data protection officer is to be appointed."],
      ["Vulnerability scans are run every month", "Monthly vulnerability scans are currently being implemented."],
      [
        "Suppliers are assessed before contracts are signed",
        "It is intended to assess suppliers before contracts are signed.",
      ],
      [
        "Network segments are separated by firewalls",
        "The separation of network segments by firewalls is in progress.",
      ],
      ["The incident response plan is tested every year", "TBD: yearly test of the incident response plan."],
    ],
    evading: [
      [
        "Backups are stored offsite",
        "Once the budget is approved, backups are stored offsite at a second data centre.",
      ],
      [
        "Access rights are reviewed every quarter",
        "From March 2027, access rights are reviewed every quarter by the system owners.",
      ],
      [
        "Security awareness training is given every year",
        "Our goal is to give security awareness training to everybody every year.",
      ],
      [
        "Laptops are encrypted",
        "Laptops are encrypted with BitLocker. Roll-out starts when the new image is ready, which we expect in spring.",
        { quote: "Laptops are encrypted with BitLocker." },
      ],
      [
        "Security events are monitored around the clock",
        "The security operations centre monitors security events around the clock. The centre is under construction.",
        { quote: "The security operations centre monitors security events around the clock." },
      ],
      [
        "Data is classified",
        "## Planned measures\n\n- Data is classified in four levels.\n- Labels are printed on documents.",
        { quote: "Data is classified in four levels." },
      ],
    ],
    sound: [
      ["Access rights are reviewed every quarter", "Access rights will be reviewed every quarter by the system owner."],
      ["Maintenance is announced to users", "Planned maintenance windows are announced to users five days ahead."],
      [
        "A business continuity plan exists",
        "The business continuity plan is approved by the board and is tested each year.",
      ],
      [
        "Changes are approved before they are deployed",
        "Planned changes are approved by the change board before they are deployed.",
      ],
      ["Users are locked out after failed attempts", "An account will be locked after five failed attempts."],
      [
        "Internal audits are performed every year",
        "The audit plan for 2026 was carried out as planned; all twelve internal audits were performed.",
      ],
      ["Terminated users lose access", "When an employee leaves, all access will be removed on the same day."],
      [
        "Backups are made every day",
        "Backups are scheduled every night at 02:00 and are checked by the operator in the morning.",
      ],
    ],
  },
  kept: {
    everyday: [
      ["Patient data at rest is encrypted", "The hospital intends to encrypt patient data at rest."],
      ["Pupils' photos are published with consent only", "A consent form for photos of pupils is still being drafted."],
      ["Milk tanks are cleaned after each delivery", "It's on our list to clean the milk tanks after each delivery."],
      [
        "All contractors undergo a background check",
        "Starting in January 2028, all contractors undergo a background check.",
      ],
      ["Cash counts are done by two clerks", "The branch is going to have cash counts done by two clerks."],
      ["Ballast water records are kept on board", "Proposed: ballast water records be kept on board."],
      ["Alarm systems are tested monthly", "Monthly alarm tests: not yet started, awaiting the electrician."],
    ],
    evading: [
      [
        "Two nurses sign for controlled drugs",
        "Two nurses sign for controlled drugs as soon as the new ward software goes live this winter.",
      ],
      [
        "Lorries have tracking devices",
        "Tracking devices for lorries have been ordered, and the depot looks forward to fitting them.",
      ],
      [
        "The water supply is sampled every week",
        "Sampling the water supply every week would give us the assurance that inspectors ask for.",
      ],
      ["Grant money is kept in a separate account", "Vision 2030: grant money is kept in a separate account."],
      [
        "Keys are issued against signature",
        "Keys are issued against signature – that is what the trustees have resolved to bring about.",
      ],
      [
        "Fire doors are checked daily",
        "| Measure | State |\n|---|---|\n| Fire doors are checked daily | in preparation |",
        { quote: "Fire doors are checked daily" },
      ],
    ],
    sound: [
      [
        "Patient data at rest is encrypted",
        "Patient data at rest is encrypted by the storage array; the roll-out was completed in 2024.",
      ],
      ["Fire doors are checked daily", "The caretaker will check all fire doors daily before the school opens."],
      ["Cash counts are done by two clerks", "Two clerks shall do each cash count and will both sign the sheet."],
      [
        "The emergency plan is rehearsed",
        "We rehearse the emergency plan twice a year and will alert parents when a rehearsal is on.",
      ],
      [
        "Future events are risk assessed",
        "Each upcoming event is risk assessed by the events officer before tickets are sold.",
      ],
      ["Lorries have tracking devices", "Since 2023, all of our lorries have tracking devices."],
      [
        "Keys are issued against signature",
        "The porter issues keys against signature. Whoever intends to keep a key overnight needs a written note.",
      ],
      [
        "A development plan is approved for each building",
        "The development plan for each building was approved by the trustees in June 2026.",
      ],
      [
        "Alarm systems are tested monthly",
        "Alarm systems are tested on the first Monday of each month; the next test will be announced by text message.",
      ],
    ],
  },
};
