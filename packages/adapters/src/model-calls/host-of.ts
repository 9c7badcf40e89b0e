/** Name and port of an address; the port that its scheme implies is not named. */
export const hostOf = (url: string): string => new URL(url).host;
