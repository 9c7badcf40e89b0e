import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { NAVIGATION } from "./build/navigation.ts";

export default defineConfig({
  base: "/docs",
  output: "static",
  trailingSlash: "never",
  build: { inlineStylesheets: "never" },
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: "Assay",
      sidebar: NAVIGATION.map(({ label, pages }) => ({ label, items: [...pages] })),
      credits: false,
    }),
  ],
});
