const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  pow: Math.pow,
  sqrt: Math.sqrt,
  abs: Math.abs,
  exp: Math.exp,
  floor: Math.floor,
  ceil: Math.ceil,
  round: Math.round,
  min: Math.min,
  max: Math.max,
};

/** Milliseconds before retry number `retried`, from 0: what QStash's expressions give, else its own backoff. */
export function retryDelayMs(expression: string | undefined, retried: number): number {
  if (expression === undefined) return Math.min(86_400, Math.exp(2.5 * (retried + 1))) * 1000;
  const tokens = expression.match(/\d+(?:\.\d+)?|[a-z]+|[-+*/(),]/g) ?? [];
  if (tokens.join("") !== expression.replaceAll(/\s/g, ""))
    throw new Error(`Cannot read the expression '${expression}'`);
  let at = 0;
  const take = (wanted: string) => {
    if (tokens[at] !== wanted) throw new Error(`Cannot read '${expression}' because '${wanted}' must stand at ${at}`);
    at += 1;
  };
  const sum = (): number => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-") value += tokens[at++] === "+" ? product() : -product();
    return value;
  };
  const product = (): number => {
    let value = factor();
    while (tokens[at] === "*" || tokens[at] === "/") value = tokens[at++] === "*" ? value * factor() : value / factor();
    return value;
  };
  const factor = (): number => {
    const token = tokens[at++];
    if (token === "(") {
      const value = sum();
      take(")");
      return value;
    }
    if (token === "retried") return retried;
    const called = FUNCTIONS[token ?? ""];
    if (!called) return Number(token);
    take("(");
    const values = [sum()];
    while (tokens[at] === ",") {
      at += 1;
      values.push(sum());
    }
    take(")");
    return called(...values);
  };
  const value = sum();
  if (at !== tokens.length || !Number.isFinite(value)) throw new Error(`Cannot read the expression '${expression}'`);
  return value;
}
