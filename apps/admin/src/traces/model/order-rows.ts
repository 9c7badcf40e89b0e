/** Pre-order, siblings in the order in which they began. */
export function orderRows(parent: readonly number[], byStart: Uint32Array, root: number) {
  const count = parent.length;
  const childFrom = new Uint32Array(count + 1);
  for (const each of parent) if (each >= 0) childFrom[each + 1]! += 1;
  for (let row = 0; row < count; row++) childFrom[row + 1]! += childFrom[row]!;
  const next = childFrom.slice(0, count);
  const children = new Uint32Array(count);
  for (const row of byStart) if (row !== root) children[next[parent[row]!]!++] = row;

  const order = new Uint32Array(count);
  const position = new Uint32Array(count);
  const depth = new Uint16Array(count);
  const stack = [root];
  for (let at = 0; stack.length > 0; at++) {
    const row = stack.pop()!;
    order[at] = row;
    position[row] = at;
    if (row !== root) depth[at] = Math.min(65_535, depth[position[parent[row]!]!]! + 1);
    for (let child = childFrom[row + 1]! - 1; child >= childFrom[row]!; child--) stack.push(children[child]!);
  }
  const size = new Uint32Array(count).fill(1);
  for (let at = count - 1; at > 0; at--) size[position[parent[order[at]!]!]!]! += size[at]!;
  return { order, position, size, depth };
}
