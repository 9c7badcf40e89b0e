import { describe, expect, test } from "vitest";
import { deriveExpectation } from "../../src/packs/expectation/derive-expectation.ts";

describe("how often, from the wording of a requirement", () => {
  test.each([
    ["User access rights are reviewed at least every 90 days.", "P90D"],
    ["The plan is tested annually.", "P1Y"],
    ["An internal audit is carried out every 12 months.", "P12M"],
    ["Access is reviewed at least once a year.", "P1Y"],
    ["Vulnerability scans run quarterly.", "P3M"],
    ["Scans are performed once every three months.", "P3M"],
    ["Logs are reviewed weekly.", "P1W"],
    ["Reports go to the board monthly.", "P1M"],
    ["Backups of business data are taken every day.", "P1D"],
    ["Backups are performed daily.", "P1D"],
    ["The committee meets twice a year.", "P6M"],
    ["A test takes place every other month.", "P2M"],
    ["Recertification happens every two (2) years.", "P2Y"],
    ["Firewall rules are reviewed semi-annually.", "P6M"],
    ["An annual penetration test is carried out.", "P1Y"],
    ["Exercises are held four times per year.", "P3M"],
    ["Access is reviewed annually, that of administrators monthly.", "P1M"],
    ["Lessons are recorded after each incident.", "EVENT"],
    ["The assessment is repeated after significant changes to the system.", "EVENT"],
    ["Access is withdrawn upon termination of employment.", "EVENT"],
    ["The plan is reviewed annually and after any major incident.", "P1Y"],
  ])("%s", (title, every) => {
    expect(deriveExpectation(title)?.every).toBe(every);
  });

  test.each([
    "Logs are retained for 90 days.",
    "Passwords are at least 12 characters long.",
    "Employees receive 20 hours of training per year.",
    "The annual budget covers security.",
    "Security is part of daily operations.",
    "Incidents are reported within 72 hours.",
  ])("%s says no cadence", (title) => {
    expect(deriveExpectation(title)?.every ?? null).toBeNull();
  });
});

describe("rule or practice, from the wording of a requirement", () => {
  test.each([
    ["The organization has a documented access control policy.", "DESIGN"],
    ["The organisation establishes a policy for access control and reviews it annually.", "BOTH"],
    ["User access rights are reviewed every quarter.", "OPERATION"],
    ["Records of the training are kept.", "OPERATION"],
  ])("%s", (title, kind) => {
    expect(deriveExpectation(title)?.kind).toBe(kind);
  });

  test("a requirement that says neither has no expectation", () => {
    expect(deriveExpectation("Multi-factor authentication is required for remote access.")).toBeNull();
  });
});
