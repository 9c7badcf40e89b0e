/** The path that the site is at, such as `/cm`. */
export const BASE = import.meta.env.BASE_URL.replace(/\/$/, "");
