/** That of package.json, which `test/options.test.ts` compares. */
export const CLIENT_VERSION = "0.1.0";
