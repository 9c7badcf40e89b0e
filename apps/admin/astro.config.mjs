import { defineSite } from "@assay/site/astro-config";

export default defineSite({ base: "/admin", island: /admin[\\/]src[\\/]app[\\/]console\.tsx$/ });
