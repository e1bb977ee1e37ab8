/** What a run of a judge has cost, against its budget. A reply whose price is unknown makes the sum unknown. */
export class JudgeSpend {
  private sum: number | null = 0;

  constructor(private readonly budgetUsd: number | null) {}

  get spentUsd(): number | null {
    return this.sum;
  }

  add(costUsd: number | null): void {
    this.sum = this.sum === null || costUsd === null ? null : this.sum + costUsd;
  }

  /** Why nothing more may be asked; null: it may. */
  refusal(): string | null {
    if (this.budgetUsd === null) return null;
    if (this.sum === null)
      return 'The price of a reply is unknown, so the budget cannot be kept. Give the model prices in the models file, or leave the budget out.';
    if (this.sum < this.budgetUsd) return null;
    return `The budget of $${this.budgetUsd} is reached: $${this.sum.toFixed(4)} were spent. Asked again with a larger one it goes on.`;
  }
}
