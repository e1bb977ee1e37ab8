import { answerOf } from '../callAnswer';
import type { Step } from '../step';
import { fingerprint } from './fingerprint';
import { measuredRates } from './measuredRates';
import { Evidence, type Signal, type SignalWatch } from './signal';
import { thresholds } from './thresholds';

/** How often the same thing came in a row: a run is evidence once it is long enough. */
class SameInARow {
  private last = '';
  private length = 0;
  private begin: number[] = [];
  readonly evidence = new Evidence();
  longest = 0;

  constructor(private readonly enough: number) {}

  /** `what`: '' breaks the row. */
  take(what: string, step: number): void {
    if (what !== this.last) [this.length, this.begin] = [0, []];
    this.last = what;
    if (what === '') return;
    this.length++;
    this.longest = Math.max(this.longest, this.length);
    if (this.length > this.enough) this.evidence.add(step);
    else this.begin.push(step);
    if (this.length === this.enough) for (const each of this.begin) this.evidence.add(each);
  }
}

/** What one agent did last. */
class AgentLoops {
  readonly sameResult = new SameInARow(thresholds.sameActionAndObservation);
  readonly sameError = new SameInARow(thresholds.sameActionAndError);
  readonly sameCall = new SameInARow(thresholds.identicalCalls);
  readonly monologue = new SameInARow(thresholds.monologue);
  readonly alternation = new Evidence();
  private readonly recent: { readonly what: string; readonly step: number }[] = [];

  take(step: Step): void {
    const { idx } = step;
    if (step.calls.length === 0) {
      if (step.role === 'agent' && step.thought !== '') this.monologue.take(fingerprint(step.thought), idx);
      return;
    }
    this.monologue.take('', idx);
    const action = fingerprint(...step.calls.flatMap((call) => [call.name, call.rawArgs]));
    const answers = step.calls.map((_, index) => answerOf(step, index));
    const result = fingerprint(action, ...answers.map((answer) => answer?.text ?? ''));
    const failed = answers.some((answer) => answer?.isError === true || (answer?.exitCode ?? 0) !== 0);
    this.sameCall.take(action, idx);
    this.sameResult.take(result, idx);
    this.sameError.take(failed ? action : '', idx);
    this.takeAlternation(result, idx);
  }

  private takeAlternation(what: string, step: number): void {
    this.recent.push({ what, step });
    if (this.recent.length > thresholds.alternation) this.recent.shift();
    const [first, second] = this.recent;
    if (this.recent.length < thresholds.alternation || first?.what === second?.what) return;
    if (!this.recent.every((each, index) => each.what === (index % 2 === 0 ? first : second)?.what)) return;
    for (const each of this.recent) this.alternation.add(each.step);
  }
}

type Found = readonly [name: string, text: string, steps: readonly number[]];

const foundIn = (loops: AgentLoops): readonly Found[] => {
  const { sameResult, sameError, sameCall, monologue, alternation } = loops;
  const rows: readonly (readonly [string, SameInARow, string])[] = [
    ['same-action-and-result', sameResult, 'The same call with the same result'],
    ['same-action-and-error', sameError, 'The same call with an error each time'],
    ['identical-calls', sameCall, 'The same call'],
    ['monologue', monologue, 'The same message without a call'],
  ];
  const inRows = rows
    .filter(([, row]) => row.evidence.count > 0)
    .map(([name, row, what]): Found => [name, `${what}, ${row.longest} times in a row.`, row.evidence.steps]);
  if (alternation.count === 0) return inRows;
  const words = `To and fro between two calls with the same results, at least ${thresholds.alternation} steps long.`;
  return [...inRows, ['alternation', words, alternation.steps]];
};

/** Whether an agent turned in circles, by the thresholds of OpenHands' and Gemini's own detectors; per agent. */
export class LoopWatch implements SignalWatch {
  private readonly agents = new Map<string, AgentLoops>();

  take(step: Step): void {
    const loops = this.agents.get(step.agentId) ?? new AgentLoops();
    this.agents.set(step.agentId, loops);
    loops.take(step);
  }

  signals(): readonly Signal[] {
    const found = new Map<string, Found>();
    for (const loops of this.agents.values())
      for (const each of foundIn(loops)) if (!found.has(each[0])) found.set(each[0], each);
    return [...found.values()].map(([name, text, steps]) => ({
      name,
      mode: 'INF',
      strength: 'strong',
      text,
      steps,
      needs: null,
      measured: name === 'identical-calls' ? measuredRates.sameActionFiveTimes : null,
    }));
  }
}
