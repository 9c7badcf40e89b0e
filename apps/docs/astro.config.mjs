import { readFileSync } from "node:fs";
import { notices, typefaceFolder } from "@assay/site/notices";
import { precompress } from "@assay/site/precompress";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { bundledFolders } from "./build/bundled-folders.mjs";
import { addressOf, NAVIGATION } from "./build/navigation.ts";

const BASE = "/docs";
/** Written by build/write-pages.ts. */
const references = JSON.parse(readFileSync(new URL(".generated/references.json", import.meta.url), "utf8"));

export default defineConfig({
  base: BASE,
  output: "static",
  trailingSlash: "never",
  build: { inlineStylesheets: "never" },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: "Assay",
      logo: { src: "../../packages/site/public/icon.svg", alt: "" },
      favicon: "/icon.svg",
      customCss: ["./src/styles/site.css"],
      sidebar: [
        ...NAVIGATION.map(({ label, pages }) => ({
          label,
          items: Object.entries(pages).map(([file, name]) => ({ slug: addressOf(file), label: name })),
        })),
        ...references.map((section) => ({ ...section, collapsed: true })),
      ],
      expressiveCode: {
        themes: ["github-dark", "github-light"],
        defaultProps: { wrap: true, overridesByLang: { sh: { frame: "none" } } },
        styleOverrides: {
          borderRadius: "0.5rem",
          frames: { frameBoxShadowCssValue: "none", editorActiveTabIndicatorTopColor: "var(--sl-color-accent)" },
        },
      },
      credits: false,
    }),
    precompress({ quality: 8 }),
  ],
  vite: { plugins: [notices({ also: [typefaceFolder(), ...bundledFolders()] })] },
});
