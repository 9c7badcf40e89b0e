import type { GuardSet } from "./guard-pair.ts";

export const FIGURE: GuardSet = {
  kind: "figure",
  tuned: {
    everyday: [
      ["Passwords have at least 12 characters", "Passwords have at least 8 characters."],
      ["Access rights are reviewed every 90 days", "Access rights are reviewed once a year."],
      ["Incidents are reported within 24 hours", "Incidents are reported within three days."],
      ["Logs are kept for at least one year", "Logs are kept for 90 days."],
      ["Critical vulnerabilities are patched within 14 days", "Critical vulnerabilities are patched within 30 days."],
      ["Sessions are locked after 15 minutes of inactivity", "Sessions are locked after one hour of inactivity."],
      ["Penetration tests are performed every year", "Penetration tests are performed every two years."],
      ["TLS 1.2 or higher is used", "Connections use TLS 1.0."],
    ],
    evading: [
      ["Passwords have at least 12 characters", "Passwords have up to 12 characters."],
      ["Logs are kept for at least one year", "Logs are kept for no more than a year's quarter, that is three months."],
      ["Backups are made every day", "Backups are made every other day."],
      ["Access rights are reviewed every quarter", "Access rights are reviewed from time to time."],
      ["Incidents are reported within 24 hours", "Incidents are reported within two business days."],
      ["Accounts are locked after five failed attempts", "Accounts are locked after a dozen failed attempts."],
    ],
    sound: [
      ["Passwords have at least 12 characters", "Passwords have at least 14 characters."],
      ["Access rights are reviewed every 90 days", "Access rights are reviewed every quarter."],
      [
        "Incidents are reported within 24 hours",
        "Incidents are reported within 1,440 minutes, usually within one hour.",
      ],
      ["Logs are kept for at least one year", "Logs are kept for 18 months."],
      [
        "Access rights are reviewed every 90 days",
        "Access rights are reviewed every month; the policy itself is reviewed every two years.",
      ],
      ["Sessions are locked after 15 minutes of inactivity", "Sessions are locked after 10 minutes of inactivity."],
      ["Penetration tests are performed every year", "Penetration tests are performed twice a year."],
      [
        "Passwords have at least 12 characters",
        "The minimum password length is 16 characters, and 20 for service accounts.",
      ],
    ],
  },
  kept: {
    everyday: [
      ["Hand hygiene is audited every month", "Hand hygiene is audited twice a year."],
      ["Milk is cooled to below 6 degrees within 2 hours", "Milk is cooled to below 6 degrees within four hours."],
      ["Payments above 5,000 euros need two signatures", "Payments above 5,000 euros need one signature."],
      ["Tyres are changed at the latest after 6 years", "Tyres are changed after eight years."],
      ["CCTV footage is deleted after at most 72 hours", "CCTV footage is deleted after 14 days."],
      ["At least three copies of the archive are kept", "Two copies of the archive are kept."],
      ["Complaints are answered within ten days", "We answer complaints within six weeks."],
    ],
    evading: [
      ["Hand hygiene is audited every month", "Hand hygiene is audited at intervals of a quarter."],
      [
        "CCTV footage is deleted after at most 72 hours",
        "CCTV footage is deleted no sooner than 72 hours after recording.",
      ],
      ["Complaints are answered within ten days", "Complaints are answered within ten working days."],
      ["The boiler is inspected every year", "The boiler is inspected whenever somebody thinks of it."],
      ["Encryption keys have at least 256 bits", "Encryption uses AES-128 keys."],
      [
        "At least 95 % of alarms are answered within a minute",
        "Nine out of ten alarms are answered within a minute, a rate of 90 %.",
      ],
    ],
    sound: [
      ["Hand hygiene is audited every month", "Hand hygiene is audited every four weeks."],
      ["CCTV footage is deleted after at most 72 hours", "CCTV footage is overwritten after 48 hours."],
      ["Complaints are answered within ten days", "Complaints are answered within one week."],
      ["At least three copies of the archive are kept", "Four copies of the archive are kept, two of them abroad."],
      ["Encryption keys have at least 256 bits", "Data is encrypted with AES-256."],
      ["The boiler is inspected every year", "The boiler is inspected each October by TÜV."],
      ["Payments above 5,000 euros need two signatures", "Payments above 2,000 euros need two signatures."],
      [
        "Tyres are changed at the latest after 6 years",
        "Tyres are changed after five years at the latest, or at 3 mm.",
      ],
      ["Fire drills are held twice a year", "Fire drills are held every six months, each lasting about 20 minutes."],
    ],
  },
};
