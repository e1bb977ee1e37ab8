import { answerOf } from '../callAnswer';
import type { Observation, Step } from '../step';
import { measuredRates } from './measuredRates';
import type { MeasuredRate, Signal, SignalFacts, SignalWatch, Strength } from './signal';

const noneRan =
  /collected 0 items|no tests ran|\bRan 0 tests\b|No tests? (?:were )?found|no test files|\b0 tests executed/i;
const red =
  /\b[1-9]\d* (?:failed|failing|errors?)\b|^FAILED\b|^(?:--- )?FAIL\b|test result: FAILED|BUILD FAIL|(?:Failures|Errors): [1-9]|^not ok \d/m;

type Verdict = 'none-ran' | 'red' | 'other';

/** What a test run's output says, by its last part; a recorded exit code counts as well. */
const verdictOf = (answer: Observation): Verdict => {
  const end = answer.text.slice(-4000);
  if (noneRan.test(end)) return 'none-ran';
  return (answer.exitCode ?? 0) !== 0 || red.test(end) ? 'red' : 'other';
};

const testing = (
  name: string,
  strength: Strength,
  text: string,
  step: number,
  measured: MeasuredRate | null,
): Signal => ({
  name,
  mode: 'IAT',
  strength,
  text,
  steps: step === 0 ? [] : [step],
  needs: null,
  measured,
});

/** Whether what was changed was also tried. */
export class TestWatch implements SignalWatch {
  private lastEdit = 0;
  private lastRun = 0;
  private lastTest = 0;
  private lastVerdict: Verdict = 'other';

  take(step: Step): void {
    for (const [index, call] of step.calls.entries()) {
      if (call.kind === 'edit') this.lastEdit = step.idx;
      if (call.kind === 'shell' || call.kind === 'test') this.lastRun = step.idx;
      if (call.kind !== 'test') continue;
      const answer = answerOf(step, index);
      this.lastTest = step.idx;
      this.lastVerdict = answer === null ? 'other' : verdictOf(answer);
    }
  }

  signals({ head }: SignalFacts): readonly Signal[] {
    const { lastEdit, lastRun, lastTest } = this;
    if (lastEdit === 0 && lastTest === 0) return [];
    if (lastTest === 0) {
      const words = 'No test runner was used after an edit was made.';
      return [testing('no-test-runner', 'weak', words, lastEdit, measuredRates.noTestRunner), ...this.nothingRun()];
    }
    const untested = lastTest < lastEdit && lastRun > lastEdit;
    const words = `No test was run after the last edit (step ${lastEdit}).`;
    return [
      ...(untested ? [testing('untested-edit', 'weak', words, lastEdit, null)] : []),
      ...this.nothingRun(),
      ...this.last(head.status),
    ];
  }

  private nothingRun(): readonly Signal[] {
    if (this.lastEdit === 0 || this.lastRun >= this.lastEdit) return [];
    const text = `Nothing was run after the last edit (step ${this.lastEdit}).`;
    return [testing('nothing-run-after-edit', 'weak', text, this.lastEdit, measuredRates.nothingRunAfterEdit)];
  }

  private last(status: string): readonly Signal[] {
    const { lastTest } = this;
    if (this.lastVerdict === 'none-ran')
      return [
        testing('no-tests-collected', 'medium', `The last test run (step ${lastTest}) ran no test.`, lastTest, null),
      ];
    if (this.lastVerdict !== 'red' || status !== 'submitted') return [];
    return [
      testing(
        'red-then-submitted',
        'medium',
        `The last test run (step ${lastTest}) was red, and the work was submitted.`,
        lastTest,
        null,
      ),
    ];
  }
}
