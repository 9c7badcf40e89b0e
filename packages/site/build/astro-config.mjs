import { fileURLToPath } from "node:url";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "astro/config";
import { notices } from "./notices.mjs";
import { precompress } from "./precompress.mjs";

/** `npm run build:development`: the suites' build, with the React that says what is wrong. It is sent to nobody. */
const RELEASED = process.env.NODE_ENV !== "development";

const REACT = { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 };

/**
 * The build of a static site below `base`. `island` matches the file of its one island: it and all that it imports
 * travel as one file next to React, so that the first load is few files.
 */
export function defineSite({ base, island, integrations = [] }) {
  return defineConfig({
    base,
    output: "static",
    trailingSlash: "never",
    publicDir: fileURLToPath(new URL("../public", import.meta.url)),
    integrations: [react(), ...(RELEASED ? [precompress()] : []), ...integrations],
    build: { inlineStylesheets: "never" },
    devToolbar: { enabled: false },
    vite: {
      plugins: [tailwindcss(), ...(RELEASED ? [notices()] : [])],
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [REACT, { name: "site", test: island, priority: 1 }] } },
        },
      },
    },
  });
}
