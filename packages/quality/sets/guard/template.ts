import type { GuardSet } from "./guard-pair.ts";

export const TEMPLATE: GuardSet = {
  kind: "template",
  tuned: {
    everyday: [
      ["Access rights are reviewed every 90 days", "[Company] shall review access rights every 90 days."],
      ["Passwords have at least 12 characters", "Passwords must have at least XX characters."],
      ["A security officer is appointed", "The security officer of <insert company name> is <insert name>."],
      ["Backups are made every day", "{{ORG}} makes backups every day."],
      ["Incidents are reported within 24 hours", "Incidents are reported to ____________ within 24 hours."],
      ["The policy is approved by management", "Approved by: [Name, Title] on [Date]"],
      ["Logs are kept for one year", "Logs are kept for [number] months."],
      ["Suppliers are assessed every year", "Suppliers are assessed every year by the (insert role)."],
    ],
    evading: [
      [
        "Access rights are reviewed every 90 days",
        "Your organization reviews access rights every 90 days (delete as appropriate).",
      ],
      ["Backups are made every day", "Backups are made every day by the <IT Manager>."],
      ["Visitors are registered", "ACME_NAME_HERE registers visitors: [RESPONSIBLE PERSON] keeps the register."],
      ["Data is encrypted at rest", "Data is encrypted at rest using [Assignment: organization-defined algorithm]."],
      [
        "A clean desk policy exists",
        "Employees of Your Company follow the clean desk policy. Replace the text in italics with your own.",
        { quote: "Employees of Your Company follow the clean desk policy." },
      ],
      ["Sessions are locked after 15 minutes", "Sessions are locked after N minutes."],
    ],
    sound: [
      ["Access rights are reviewed every 90 days", "Access rights are reviewed every 90 days [see Annex A]."],
      ["Backups are made every day", "Backups are made every day [1]."],
      ["Incidents are reported within 24 hours", "Incidents are reported to <security@example.com> within 24 hours."],
      ["The policy is approved by management", "[x] Approved by management on 3 March 2026"],
      [
        "Suppliers are assessed every year",
        "Suppliers are assessed every year as the [supplier policy](https://intranet/policies/supplier) says.",
      ],
      [
        "Response times are below 10 minutes",
        "Alerts are answered in <10 minutes, and incidents of priority 1 in <5 minutes.",
      ],
      ["Templates for contracts are used", "Contracts are made from a template that the legal department keeps."],
      ["Logs are kept for one year", "Logs are kept for one year (two years for payment systems)."],
    ],
  },
  kept: {
    everyday: [
      ["The club keeps a list of key holders", "The list of key holders is kept by [NAME OF SECRETARY]."],
      ["Medicines are locked away", "At {Name of Practice} medicines are locked away."],
      ["Children are collected by named adults only", "<<Nursery>> hands children over to named adults only."],
      ["The boiler is serviced every year", "The boiler is serviced every year by ........................"],
      ["Complaints are answered within ten days", "Complaints are answered within ?? days."],
      ["Cash is banked daily", "The [treasurer/manager] banks cash daily."],
      ["A risk assessment is made for each trip", "Insert name of school makes a risk assessment for each trip."],
    ],
    evading: [
      ["Lone workers check in every hour", "Lone workers check in every hour with %%DUTY_MANAGER%%."],
      ["Vehicles are insured", "All vehicles of Sample Haulage Ltd are insured with (name of insurer)."],
      [
        "Food is kept below five degrees",
        "Food is kept below five degrees. Temperatures are noted by «FirstName» «LastName».",
      ],
      ["The defibrillator is checked every week", "The defibrillator is checked every week by _ _ _ _ _ _ _ _."],
      ["Volunteers are vetted", "Volunteers are vetted by the Trust / the Charity / the Association (strike out)."],
      ["The fire alarm is tested weekly", "The fire alarm is tested weekly on Xday at XX:XX."],
    ],
    sound: [
      ["The boiler is serviced every year", "The boiler is serviced every year… by Smith & Sons, that is."],
      ["Cash is banked daily", "The treasurer [or, in her absence, the manager] banks cash daily."],
      [
        "Complaints are answered within ten days",
        "Complaints are answered within 10 days (see {section 4} of the handbook).",
      ],
      ["The fire alarm is tested weekly", "The fire alarm is tested weekly, on Tuesdays at 10:00."],
      ["Food is kept below five degrees", "Food is kept at <5 °C and checked > twice a day."],
      ["Vehicles are insured", "All vehicles are insured with Allianz [policy no. 4711-0815]."],
      ["Medicines are locked away", "Medicines are locked away. ☑ Yes ☐ No"],
      [
        "A risk assessment is made for each trip",
        "A risk assessment is made for each trip with form RA-7, which the head signs.",
      ],
      [
        "The club keeps a list of key holders",
        "| Key | Holder |\n|---|---|\n| Hall | M. Okafor |\n| Store | L. Brandt |\n\nThe club keeps this list of key holders.",
        { quote: "The club keeps this list of key holders." },
      ],
    ],
  },
};
