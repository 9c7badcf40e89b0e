/**
 * Siblings with equal keys: React takes one for the other, and leaves copies behind. No rule of oxlint or Biome compares
 * keys.
 */
const noEqualKeys = {
  meta: { type: "problem" },
  create(context) {
    const check = (siblings) => {
      const seen = new Set();
      for (const sibling of siblings) {
        const keys = new Map(keysOf(sibling).map((key) => [context.sourceCode.getText(key.value), key]));
        for (const [text, node] of keys)
          if (seen.has(text))
            context.report({
              node,
              message: `A sibling has the key ${text} too: say in each key what it is the key of`,
            });
        for (const text of keys.keys()) seen.add(text);
      }
    };
    return {
      JSXElement: ({ children }) => check(children),
      JSXFragment: ({ children }) => check(children),
      ArrayExpression: ({ elements }) => check(elements),
    };
  },
};

/** The keys that one child of an element can have; a list that is computed has its own. */
function keysOf(node) {
  switch (node?.type) {
    case "JSXElement":
      return node.openingElement.attributes.filter(({ name }) => name?.name === "key");
    case "JSXExpressionContainer":
      return keysOf(node.expression);
    case "LogicalExpression":
      return [...keysOf(node.left), ...keysOf(node.right)];
    case "ConditionalExpression":
      return [...keysOf(node.consequent), ...keysOf(node.alternate)];
    default:
      return [];
  }
}

export default { meta: { name: "assay" }, rules: { "no-equal-keys": noEqualKeys } };
