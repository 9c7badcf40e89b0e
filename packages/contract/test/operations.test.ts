import { expect, test } from "vitest";
import { openObjects } from "../src/known-names.ts";
import { OPERATIONS } from "../src/operations/index.ts";

test("no operation takes a key or a parameter that its schema does not name", () => {
  const open = OPERATIONS.flatMap(({ id, query, body, form }) =>
    Object.entries({ query, body, form: form?.fields }).flatMap(([part, schema]) =>
      schema ? openObjects(schema).map((path) => `${id}: ${part} ${path}`) : [],
    ),
  );
  expect(open).toEqual([]);
});
