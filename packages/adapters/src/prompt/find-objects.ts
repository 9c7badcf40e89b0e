const THOUGHTS = /^<(think|thinking|thought|reasoning)>(?:[\s\S]*?<\/\1>|[\s\S]*$)/i;
/** Of a text that opens brace after brace, no more are looked at. */
const TRIES_MAX = 50;

/**
 * The outermost JSON objects of what a model said, in order: models that are asked for one and not held to it think
 * aloud first, fence what they say, or put sentences around it. What is cut off or no JSON is left out, and thoughts that never end hold no answer.
 */
export function findObjects(text: string): unknown[] {
  const said = withoutThoughts(text.trim());
  const found: unknown[] = [];
  let at = said.indexOf("{");
  for (let tries = 0; at !== -1 && tries < TRIES_MAX; tries += 1) {
    const end = endOfObject(said, at);
    if (end === undefined) break;
    const object = parse(said.slice(at, end));
    if (object !== undefined) found.push(object);
    at = said.indexOf("{", object === undefined ? at + 1 : end);
  }
  return found;
}

function withoutThoughts(text: string): string {
  const thoughts = THOUGHTS.exec(text);
  return thoughts ? withoutThoughts(text.slice(thoughts[0].length).trim()) : text;
}

/** After the brace that closes the one at `start`; undefined where none does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth += 1;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
