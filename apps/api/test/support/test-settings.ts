/** What services under test are set to where a suite does not say otherwise. */
export const TEST_SETTINGS = {
  // What reads images takes seconds and hundreds of megabytes: suites that need it ask for it.
  OCR: "off",
  // Judges in milliseconds, and says COMPLETE by itself: suites of verdicts by meaning name that engine.
  OFFLINE_ASSESSOR: "offline-lexical-2",
} as const;
