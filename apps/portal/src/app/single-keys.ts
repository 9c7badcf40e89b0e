/** People who dictate, or press keys by chance, switch the keys of one letter off. */
const OFF = "assay.single-keys-off";

export function singleKeysAreOn(): boolean {
  return localStorage.getItem(OFF) === null;
}

export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, "1");
}
