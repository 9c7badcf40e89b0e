/** Whether loading the page again loses nothing: what is under way here says no. */
const holders = new Set<() => boolean>();

export function holdPage(isUnderWay: () => boolean): void {
  holders.add(isUnderWay);
}

export function mayLeavePage(): boolean {
  return ![...holders].some((isUnderWay) => isUnderWay());
}
