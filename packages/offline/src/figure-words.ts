/** Numbers as they are written in words: a list of its own, as engine versions pin what the offline engine gives. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fourteen: 14,
    fifteen: 15,
    eighteen: 18,
    twenty: 20,
    thirty: 30,
    sixty: 60,
    ninety: 90,
  }),
);
/** Length of a unit of time in days. */
export const DAYS_OF_UNIT: ReadonlyMap<string, number> = new Map(
  Object.entries({
    second: 1 / 86_400,
    minute: 1 / 1_440,
    min: 1 / 1_440,
    hour: 1 / 24,
    hr: 1 / 24,
    day: 1,
    night: 1,
    week: 7,
    fortnight: 14,
    month: 365 / 12,
    quarter: 365 / 4,
    year: 365,
  }),
);
/** Days between two times of what is done so often. */
export const DAYS_OF_ADVERB: ReadonlyMap<string, number> = new Map(
  Object.entries({
    hourly: 1 / 24,
    daily: 1,
    nightly: 1,
    weekly: 7,
    fortnightly: 14,
    monthly: 365 / 12,
    bimonthly: 365 / 6,
    quarterly: 365 / 4,
    "semi-annual": 365 / 2,
    "semi-annually": 365 / 2,
    "half-yearly": 365 / 2,
    "bi-annually": 365 / 2,
    biannually: 365 / 2,
    annual: 365,
    annually: 365,
    yearly: 365,
    biennially: 730,
  }),
);
