export { VERIFY_HTML } from "./verify-html.ts";
export { VERIFY_PY } from "./verify-py.ts";
