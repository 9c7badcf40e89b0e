/** The writer alone, which is loaded when a workbook is first written. */
export { writeXlsx } from "hucre";
