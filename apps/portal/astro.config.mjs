import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "astro/config";
import { notices } from "./build/notices.mjs";
import { pdfAssets } from "./build/pdf-assets.mjs";
import { precompress } from "./build/precompress.mjs";

/** The first load in few files: what changes seldom, then the first view with all that it imports. */
const FILES = [
  { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
  { name: "portal", test: /portal[\\/]src[\\/]app[\\/]portal\.tsx$/, priority: 1 },
];

export default defineConfig({
  base: "/cm",
  output: "static",
  trailingSlash: "never",
  integrations: [react(), precompress(), pdfAssets()],
  build: { inlineStylesheets: "never" },
  devToolbar: { enabled: false },
  vite: {
    plugins: [tailwindcss(), notices()],
    build: { rolldownOptions: { output: { codeSplitting: { groups: FILES } } } },
  },
});
