const SHEET_NAME = /^[^[\]:*?/\\]{1,31}$/;

/** Throws TypeError for a name that Excel refuses. */
export function requireSheetName(name: string): void {
  if (!SHEET_NAME.test(name))
    throw new TypeError(
      `Cannot write a sheet because its name must match ${SHEET_NAME.source}: current value is '${name}'`,
    );
}
