/** `~` is contains. */
const OPERATORS = ["=", "!=", "~", ">", "<"] as const;
type Operator = (typeof OPERATORS)[number];

export interface Condition {
  readonly key: string;
  readonly operator: Operator;
  readonly value: string;
}

const PATTERN = /^([A-Za-z0-9_.-]+)\s*(!=|=|~|>|<)\s*(.*)$/s;

/** `error.type=MODEL_TIMEOUT`; null for what is no condition. */
export function parseCondition(text: string): Condition | null {
  const [, key, operator, value] = PATTERN.exec(text.trim()) ?? [];
  return key && operator && value ? { key, operator: operator as Operator, value } : null;
}

export function formatCondition({ key, operator, value }: Condition): string {
  return `${key}${operator}${value}`;
}

/** Conditions as one parameter of the address; a semicolon or backslash of a value has a backslash before it. */
export function formatConditions(conditions: readonly Condition[]): string {
  return conditions.map((condition) => formatCondition(condition).replace(/[\\;]/g, "\\$&")).join(";");
}

export function parseConditions(text: string): Condition[] {
  const parts = text.match(/(?:\\.|[^;\\])+/gs) ?? [];
  return parts.flatMap((part) => parseCondition(part.replace(/\\(.)/gs, "$1")) ?? []);
}
