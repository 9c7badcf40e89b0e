import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "astro/config";
import { pdfAssets } from "./build/pdf-assets.mjs";
import { precompress } from "./build/precompress.mjs";

export default defineConfig({
  base: "/cm",
  output: "static",
  trailingSlash: "never",
  integrations: [react(), precompress(), pdfAssets()],
  build: { inlineStylesheets: "never" },
  devToolbar: { enabled: false },
  vite: { plugins: [tailwindcss()] },
});
