/** Everyday evidence that has the requirement's words and does not meet it, as one or more documents. */
export interface EverydayCase {
  readonly requirement: string;
  readonly texts: readonly string[];
}

export const EVERYDAY_CASES: readonly EverydayCase[] = [
  {
    requirement: "Anti-malware software is installed on all endpoints.",
    texts: ["Anti-malware software is installed on all endpoints, but not on servers."],
  },
  {
    requirement: "Vulnerability scans are performed monthly.",
    texts: ["Monthly vulnerability scans were discontinued in 2022."],
  },
  {
    requirement: "Access rights are reviewed every quarter.",
    texts: ["[Company] shall review access rights every quarter."],
  },
  {
    requirement: "Passwords are at least 12 characters long.",
    texts: ["All passwords are at least 12 characters long.", "Passwords are at least 6 characters long."],
  },
  {
    requirement: "Backups are taken daily.",
    texts: ["Backups are taken daily.  The tapes have been full since May, so the last one is from April."],
  },
  { requirement: "Backups are encrypted.", texts: ["Are the backups encrypted?"] },
  {
    requirement: "Data is encrypted at rest.",
    texts: ["Data is encrypted at rest wherever the supplier of the disks offers it."],
  },
  {
    requirement: "Laptops have full disk encryption.",
    texts: ["Laptops bought since 2023 have full disk encryption."],
  },
  {
    requirement: "Multi-factor authentication is required for remote access.",
    texts: ["Multi-factor authentication is required for remote access as of the second quarter of 2031."],
  },
  {
    requirement: "Security incidents are reported within 24 hours.",
    texts: ["Security incidents are reported within 24 working days."],
  },
  { requirement: "Audit logs are retained for 12 months.", texts: ["Audit logs are retained for up to 12 weeks."] },
  {
    requirement: "Employees complete security training every year.",
    texts: ["Employees are invited to complete security training every year."],
  },
  {
    requirement: "A penetration test is performed every year.",
    texts: ["The offer of Redfern Ltd says that a penetration test is performed every year for 9,000 euros."],
  },
  { requirement: "Changes are tested before release.", texts: ["Changes are tested before release, time permitting."] },
  { requirement: "Visitors are escorted.", texts: ["Visitors are escorted on weekdays."] },
  {
    requirement: "Default passwords are changed.",
    texts: ["Default passwords have yet to be changed on the cameras."],
  },
  {
    requirement: "The incident response plan is tested annually.",
    texts: ["The incident response plan says that it is tested annually; the last test on file is from 2018."],
  },
  {
    requirement: "Access is revoked on the last working day.",
    texts: ["Access is revoked some weeks after the last working day."],
  },
  {
    requirement: "Suppliers are assessed every year.",
    texts: ["Suppliers with a turnover above one million euros are assessed every year."],
  },
  {
    requirement: "The risk register is reviewed every quarter.",
    texts: ["The risk register is reviewed every quarter by nobody at present, as the post is vacant."],
  },
  { requirement: "Card numbers are not stored.", texts: ["Card numbers are stored in the booking system."] },
  {
    requirement: "The use of removable media is prohibited.",
    texts: ["The use of removable media is prohibited in theory."],
  },
  {
    requirement: "Fire extinguishers are inspected every year.",
    texts: ["Fire extinguishers are inspected every other year."],
  },
  { requirement: "Logs are reviewed daily.", texts: ["Logs are reviewed daily during audits."] },
  {
    requirement: "Two people approve payments.",
    texts: ["Two people approve payments above one million euros; all others need no approval."],
  },
  {
    requirement: "Recovery is tested every six months.",
    texts: ["Recovery is tested every six months, most recently in 2019."],
  },
  {
    requirement: "Firewalls are configured to deny by default.",
    texts: ["Firewalls are configured to allow by default."],
  },
  { requirement: "Records of training are kept.", texts: ["DRAFT for discussion.\n\nRecords of training are kept."] },
  {
    requirement: "Privileged access is logged.",
    texts: ["Privileged access is logged on paper if the administrator remembers."],
  },
  {
    requirement: "Wireless networks are encrypted.",
    texts: ["Wireless networks are encrypted apart from the one in the lobby."],
  },
];
