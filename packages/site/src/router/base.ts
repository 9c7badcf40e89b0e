/** The path that the site stands at, such as `/cm`. */
export const BASE = import.meta.env.BASE_URL.replace(/\/$/, "");
