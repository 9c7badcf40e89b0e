/**
 * The form in which `npm test` runs: the first look leaves out what needs a server, a browser or minutes. Set by
 * `scripts/test.mjs`; a suite that is started by hand runs whole.
 */
export const FIRST_LOOK = process.env.ASSAY_TEST_FORM === "first-look";
