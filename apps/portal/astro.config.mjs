import { defineSite } from "@assay/site/astro-config";
import { pdfAssets } from "./build/pdf-assets.mjs";

export default defineSite({
  base: "/cm",
  island: /portal[\\/]src[\\/]app[\\/]portal\.tsx$/,
  integrations: [pdfAssets()],
});
