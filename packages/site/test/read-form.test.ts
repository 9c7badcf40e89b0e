import { AssayApiError } from "@assay/client";
import { expect, test } from "vitest";
import { choice, text, tick } from "../src/forms/fields.tsx";
import { fieldsShown, findWrong, namesOfRefused, valuesOf, valuesToSend } from "../src/forms/read-form.ts";

const FIELDS = {
  role: choice("Role", [{ value: "VIEWER", label: "Viewer" }], { before: "VIEWER" }),
  mayReview: tick("May review", { when: ({ role }) => role === "VIEWER" }),
  name: text("Name", { check: (name) => (name === "" ? "Enter a name" : undefined) }),
  why: text("Why", { when: ({ mayReview }) => mayReview === true, check: () => "Always wrong" }),
};

test("a form begins with what its fields begin with, and keeps what was entered", () => {
  expect(valuesOf(FIELDS, {})).toEqual({ role: "VIEWER", mayReview: false, name: "", why: "" });
  expect(valuesOf(FIELDS, { mayReview: true, name: " A " })).toMatchObject({ mayReview: true, name: " A " });
});

test("a field that other values hide is neither shown nor checked", () => {
  const values = valuesOf(FIELDS, { role: "ADMIN" });
  const shown = fieldsShown(FIELDS, values);
  expect(shown.map(([name]) => name)).toEqual(["role", "name"]);
  expect(findWrong(shown, values)).toEqual({ name: "Enter a name" });
});

test("texts are checked and sent without the blanks around them", () => {
  const blank = valuesOf(FIELDS, { name: "  " });
  expect(findWrong(fieldsShown(FIELDS, blank), blank)).toEqual({ name: "Enter a name" });
  expect(valuesToSend(valuesOf(FIELDS, { name: " A B ", mayReview: true }))).toMatchObject({
    name: "A B",
    mayReview: true,
  });
});

test("the service's refusal names its fields, any other error none", () => {
  const refusal = (details: Record<string, unknown>) =>
    new AssayApiError(new Response(null, { status: 400 }), { error: "VALIDATION_ERROR", message: "Invalid", details });
  expect(namesOfRefused(refusal({ issues: [{ field: "name", issue: "must be short" }] }))).toEqual(["name"]);
  expect(namesOfRefused(refusal({}))).toEqual([]);
  expect(namesOfRefused(new TypeError("fetch failed"))).toEqual([]);
});
