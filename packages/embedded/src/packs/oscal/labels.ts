/**
 * A dotted requirementId from an OSCAL label: `AC-01a.[01]` → `AC-01.a-01`, `AC-2(1)` → `AC-2(1)`. Brackets become a
 * dash because labels count both in `a.01` and `a.[01]`. Empty for a label without a usable character.
 */
export function toRequirementId(label: string): string {
  return label
    .trim()
    .slice(0, 200)
    .replace(/\[([^\]]*)\]/g, "-$1")
    .replace(/^([A-Za-z]+-?\d+)(?=[a-z])/, "$1.")
    .replace(/[^A-Za-z0-9_().-]+/g, "_")
    .replace(/\.+(?=-)|^\.+|\.+$/g, "")
    .replace(/\.{2,}/g, ".")
    .slice(0, 100)
    .replace(/\.+$/, "");
}

/** The last part of a label below the control's own: `01` of `AC-01a.[01]`; null for the control itself. */
export function toSubcheckLabel(label: string): string | null {
  const [, below] = /^[A-Za-z]+-?\d+(?!\d)(.+)$/.exec(label.trim().slice(0, 200)) ?? [];
  const parts = below?.match(/[A-Za-z0-9]+/g);
  return parts?.at(-1)?.slice(0, 40) ?? null;
}
