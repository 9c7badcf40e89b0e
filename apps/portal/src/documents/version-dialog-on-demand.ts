import { dialogOnDemand } from "@assay/site/dialog-on-demand";

export const VersionDialog = dialogOnDemand(() => import("./version-dialog.tsx"));
