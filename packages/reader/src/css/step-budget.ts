/** Bounds the work that the style rules of one page may cost, whatever they hold. */
export interface StepBudget {
  /** Throws BudgetSpent. */
  spend(steps: number): void;
}

export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

export function createStepBudget(stepsMax: number): StepBudget {
  let left = stepsMax;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0) throw new BudgetSpent("Cannot judge the page because its style rules take too many steps");
    },
  };
}
