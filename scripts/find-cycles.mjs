/** Of a graph, file → files that it imports, returns one cycle for each group of files that reach each other. */
export function findCycles(graph) {
  const cycles = [];
  const state = new Map();
  const path = [];
  const visit = (file) => {
    state.set(file, "open");
    path.push(file);
    for (const target of graph.get(file) ?? []) {
      if (state.get(target) === "open") cycles.push([...path.slice(path.indexOf(target)), target]);
      else if (!state.has(target)) visit(target);
    }
    path.pop();
    state.set(file, "closed");
  };
  for (const file of graph.keys()) if (!state.has(file)) visit(file);
  return cycles;
}
