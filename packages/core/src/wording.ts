export { findFigures, isComparable, meetsFigure } from "./assessments/guard/figures/index.ts";
export { listStatements, type Statement } from "./assessments/guard/text/list-statements.ts";
