import type { Plugin } from "esbuild";

/** Of zod's messages in fifty languages, the service gives out the English ones. */
export const englishOnly: Plugin = {
  name: "english-only",
  setup(bundling) {
    bundling.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};
