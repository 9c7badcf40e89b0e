/** Why a run is FAILED whose requirements are all through. */
export function notAssessed(failed: number, total: number): string {
  return `${failed} of ${total} requirements could not be assessed`;
}
