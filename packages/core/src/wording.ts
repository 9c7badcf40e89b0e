export { listStatements, type Statement } from "./assessments/guard/text/list-statements.ts";
