import { answerOf } from '../callAnswer';
import { scriptOf } from '../callScript';
import { shellCommands } from '../shellCommands';
import type { Call, Observation, Step } from '../step';
import { fingerprint } from './fingerprint';
import { gitCommand } from './gitCommand';
import type { FailureMode, Signal, SignalFacts, SignalWatch } from './signal';

const mostTimedOut = 200;

/** What git and patch say of a patch that they refuse. */
const refused =
  /^error: (?:patch failed|corrupt patch|can't open patch|unrecognized input|No valid patches|\S+: (?:No such file or directory|does not exist in index|patch does not apply))|^Hunk #\d+ FAILED|^can't find file to patch/m;

/** Whether a script applies a patch, or tries whether it would. */
const appliesPatch = (script: string): boolean =>
  /\b(?:apply|patch)\b/.test(script) &&
  shellCommands(script).some(({ words }) => words[0] === 'patch' || /^(?:apply|am)$/.test(gitCommand(words)[0] ?? ''));

const failedOf = ({ exitCode, isError }: Observation): boolean => isError === true || (exitCode ?? 0) !== 0;

const ignored = (name: string, mode: FailureMode, text: string, steps: readonly number[]): Signal => ({
  name,
  mode,
  strength: 'medium',
  text,
  steps,
  needs: null,
  measured: null,
});

/** What warned the agent and stood unanswered when it submitted: a command out of time, a patch that didn't apply. */
export class IgnoredWatch implements SignalWatch {
  private readonly timedOut = new Map<string, number>();
  private failedApply = 0;

  take(step: Step): void {
    for (const [index, call] of step.calls.entries()) {
      const answer = answerOf(step, index);
      if (answer === null) continue;
      this.takeTime(step.idx, call, answer);
      if (appliesPatch(scriptOf(call))) this.failedApply = refused.test(answer.text.slice(-4000)) ? step.idx : 0;
    }
  }

  private takeTime(step: number, call: Call, answer: Observation): void {
    const what = fingerprint(call.name, call.rawArgs);
    if (answer.timedOut === true) {
      if (this.timedOut.size < mostTimedOut) this.timedOut.set(what, step);
    } else if (call.kind === 'test' && !failedOf(answer)) this.timedOut.clear();
    else if (!failedOf(answer)) this.timedOut.delete(what);
  }

  signals({ head }: SignalFacts): readonly Signal[] {
    if (head.status !== 'submitted') return [];
    const steps = [...this.timedOut.values()].slice(0, 20);
    const found: Signal[] = [];
    if (steps.length > 0) {
      const words = 'What ran out of time was not run again to a good end, and the work was submitted.';
      found.push(ignored('timed-out-then-submitted', 'IAT', words, steps));
    }
    const { failedApply } = this;
    if (failedApply === 0) return found;
    const words = `The last patch that was applied or tried (step ${failedApply}) was refused, and the work was submitted.`;
    return [...found, ignored('apply-refused', 'TIE', words, [failedApply])];
  }
}
