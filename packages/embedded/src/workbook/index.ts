export { createWorkbookWriter } from "./create-workbook-writer.ts";
