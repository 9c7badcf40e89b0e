/** The file with the Latin letters of the typeface, for pages to ask for early. */
export { default as FONT_URL } from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url";
