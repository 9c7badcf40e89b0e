/**
 * How often something may be so, at most, with 95 % confidence, where it was seen `count` times of `of`: the exact
 * one-sided bound of Clopper and Pearson. 1 for no cases.
 */
export function upperBound(count: number, of: number): number {
  if (count >= of) return 1;
  let [low, high] = [count / of, 1];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (atMost(count, of, middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}

/** How likely at most `count` of `of` is, where each happens with `share`. */
function atMost(count: number, of: number, share: number): number {
  let logTerm = of * Math.log1p(-share);
  let sum = Math.exp(logTerm);
  for (let k = 1; k <= count; k += 1) {
    logTerm += Math.log((of - k + 1) / k) + Math.log(share) - Math.log1p(-share);
    sum += Math.exp(logTerm);
  }
  return sum;
}

/** Such as `0 wrong of 40: below 8 % with 95 % confidence`. */
export function describeBound(count: number, of: number): string {
  if (of === 0) return "none was said, so nothing is known";
  return `${count} wrong of ${of}: below ${Math.ceil(upperBound(count, of) * 100)} % with 95 % confidence`;
}
