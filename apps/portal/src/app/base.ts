/** The path that the portal stands at. */
export const BASE = "/cm";
