import packageJson from "../package.json" with { type: "json" };

/** Of the service, as its release names it. */
export const VERSION: string = packageJson.version;
