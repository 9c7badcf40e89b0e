import type { GuardSet } from "./guard-pair.ts";

const AC2 =
  "The organization identifies and selects the types of information system accounts that support its missions, assigns account managers, and establishes conditions for group and role membership";
const CP9 =
  "The organization conducts backups of user-level information, system-level information and system documentation, and protects the confidentiality, integrity and availability of backup information";
const IR6 =
  "The organization requires personnel to report suspected security incidents to the incident response capability within a defined time period and reports them to the authorities";
const FOOD =
  "Food business operators shall put in place, implement and maintain a permanent procedure based on the principles of hazard analysis and critical control points";
const POOL =
  "The operator of a public pool shall measure free chlorine, combined chlorine, acidity and temperature at least every two hours and shall keep the readings for three years";
const SHIP =
  "The master shall ensure that every member of the crew participates in at least one abandon ship drill and one fire drill every month and that each is recorded";

/** The requirement itself, or the text of its standard, handed in as evidence. */
export const REQUIREMENT_TEXT: GuardSet = {
  kind: "requirement's own text",
  tuned: {
    everyday: [
      [AC2, `${AC2}.`],
      [CP9, `${CP9}.`],
      [IR6, `${IR6}.`],
      [AC2, `AC-2 ${AC2}.`],
      [CP9, `Requirement: ${CP9}`],
      [IR6, `${AC2}. ${CP9}. ${IR6}.`, { known: [AC2, CP9, IR6], title: "Security programme" }],
      [AC2, `Our policy\n\n${CP9}.\n\n${AC2}.\n\n${IR6}.`, { known: [AC2, CP9, IR6], title: "Policy", quote: AC2 }],
      [
        "Passwords have at least 12 characters and are changed after a compromise",
        "Control: Passwords have at least 12 characters and are changed after a compromise",
      ],
    ],
    evading: [
      [AC2, `${AC2.replace("The organization", "Our company")}.`],
      [CP9, `${CP9.replace("conducts", "shall conduct").replace("protects", "shall protect")}.`],
      [IR6, `Please note: ${IR6.replace("The organization", "Initech Ltd").replaceAll("reports", "will report")}`],
      [
        AC2,
        `Introduction. We take security seriously.\n\n${AC2}; ${CP9}; ${IR6}.`,
        { known: [AC2, CP9, IR6], title: "Handbook", quote: "assigns account managers" },
      ],
      [CP9, `${CP9.replace(", and ", " and ").replace("user-level", "user level").toUpperCase()}`],
      [
        IR6,
        "It is understood that the organization requires personnel to report suspected security incidents to the incident response capability within a defined time period, and reports them to the authorities.",
      ],
    ],
    sound: [
      [
        AC2,
        "We have three types of accounts: staff, service and guest accounts. The IT manager is the account manager of all. Membership of a group is granted by the head of the department.",
      ],
      [
        CP9,
        "Every night at 01:00 the Veeam server copies mailboxes, system images and the wiki to encrypted tapes, which are kept in the bank.",
      ],
      [
        IR6,
        "Staff report suspected security incidents to soc@northwind.example within one hour; the CISO informs the authority within 72 hours.",
      ],
      ["Passwords have at least 12 characters", "Passwords have at least 12 characters."],
      ["Backups are encrypted", "Backups are encrypted."],
      [
        "Access rights are reviewed every 90 days",
        "Access rights are reviewed every 90 days by each system owner, who signs the list in the ticket system.",
      ],
      [
        "Laptops are encrypted",
        "Requirement met: laptops are encrypted with BitLocker, keys are kept in Active Directory.",
      ],
      [
        CP9,
        "To meet CP-9, Northwind runs nightly backups of user and system data with Veeam; system documentation lives in git and is mirrored to a second site. Media are encrypted with AES-256.",
        { known: [AC2, CP9, IR6] },
      ],
    ],
  },
  kept: {
    everyday: [
      [FOOD, `${FOOD}.`],
      [POOL, `${POOL}.`],
      [SHIP, `Article 12(3): ${SHIP}.`],
      [FOOD, `Reg. 852, Art. 5 – ${FOOD}`],
      [POOL, `${FOOD}. ${POOL}.`, { known: [FOOD, POOL, SHIP], title: "Bath handbook", quote: POOL }],
      [SHIP, `The standard says: ${SHIP}.`],
      [
        "Drivers of the service hold a passenger licence and a certificate of good conduct",
        "Criterion 4.1: Drivers of the service hold a passenger licence and a certificate of good conduct.",
      ],
    ],
    evading: [
      [
        FOOD,
        "Food business operators put in place, implement and maintain a permanent procedure based on the principles of hazard analysis and critical control points.",
      ],
      [POOL, `${POOL.replace("The operator of a public pool", "Lido Westend")}.`],
      [SHIP, `${SHIP.replace("The master shall ensure", "Our masters ensure")}.`],
      [
        POOL,
        `Welcome to our pool! We love safety.\n\n${FOOD}.\n${POOL}.\n${SHIP}.`,
        { known: [FOOD, POOL, SHIP], title: "Our promise", quote: "shall keep the readings for three years" },
      ],
      [FOOD, `* ${FOOD.replace(", implement and", "/implement/").toLowerCase()} *`],
      [
        SHIP,
        "The master must ensure that every member of the crew participates in at least one abandon ship drill and one fire drill every month, and each is to be recorded.",
      ],
    ],
    sound: [
      [
        FOOD,
        "Our HACCP plan names six critical control points, from goods-in to hot holding. The chef checks each at noon and signs the sheet.",
      ],
      [
        POOL,
        "07:00 free 0.6 combined 0.1 pH 7.2 temp 27.9 – measured by R. Diaz; the next at 09:00. Sheets go into the binder, which is kept for three years.",
      ],
      [
        SHIP,
        "Abandon ship drill and fire drill held on 4 November 2026 with all 19 crew, entered in the log by the chief mate; drills are monthly.",
      ],
      ["The gate is locked at night", "The gate is locked at night."],
      ["Two people count the cash", "Two people count the cash, and both sign."],
      [POOL, "At Lido Westend the pool attendant measures chlorine, pH and temperature every hour with a photometer."],
      [
        "Milk is cooled to below 6 degrees within 2 hours",
        "Milk is cooled to below 6 degrees within 2 hours; the logger on tank 3 keeps the curve.",
      ],
      [
        FOOD,
        "The bakery has kept a HACCP folder since 2009: hazard analysis per product, control points, limits, what to do when a limit is passed, and who does it.",
        { known: [FOOD, POOL, SHIP] },
      ],
      ["Drivers hold a passenger licence", "All 14 drivers hold a passenger licence (copies in the personnel files)."],
    ],
  },
};
