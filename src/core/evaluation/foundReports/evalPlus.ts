import type { Outcome } from '../outcome';
import type { ReportFormat } from './foundReport';
import { type Fields, has, isFields, outcomeOfFlag, ReportReading, result, textOf, unresolved } from './reportFields';
import { outcomeOfWord } from './sampleResults';

type OutcomeOf = (sample: unknown) => Outcome | null;

const statusOf = (sample: unknown, name: string): string | null => (isFields(sample) ? textOf(sample[name]) : null);

/** EvalPlus: base and plus tests both pass; where the plus tests were not run the base tests alone decide. */
const evalPlusOutcome: OutcomeOf = (sample) => {
  if (Array.isArray(sample)) return outcomeOfPair(sample);
  const base = statusOf(sample, 'base_status');
  const plus = statusOf(sample, 'plus_status');
  if (base === null) return null;
  if (outcomeOfWord(base).kind !== 'resolved') return unresolved;
  return plus === null || /^not/i.test(plus) ? outcomeOfFlag(true) : outcomeOfWord(plus);
};

/** Before 0.3 a sample was `[status, details]`. */
const outcomeOfPair = (pair: readonly unknown[]): Outcome | null => {
  const status = textOf(pair[0]);
  return status === null ? null : outcomeOfWord(status);
};

const bigCodeOutcome: OutcomeOf = (sample) => {
  const status = statusOf(sample, 'status');
  return status === null ? null : outcomeOfWord(status);
};

const samplesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const firstSample = (document: unknown): unknown => {
  if (!has(document, 'eval') || !isFields(document['eval'])) return undefined;
  for (const samples of Object.values(document['eval']))
    if (samplesOf(samples).length > 0) return samplesOf(samples)[0];
  return undefined;
};

const readEval = (document: unknown, reading: ReportReading, outcomeOf: OutcomeOf): void => {
  for (const [task, value] of Object.entries((document as { readonly eval: Fields }).eval)) {
    const samples = samplesOf(value);
    if (samples.length === 0) reading.skip(`eval["${task}"]`, 'No list of samples; no outcome.');
    samples.forEach((sample, index) => {
      const field = `eval["${task}"][${index}]`;
      const outcome = outcomeOf(sample);
      if (outcome) reading.add(result(task, outcome, field, { attempt: index + 1 }));
      else reading.skip(field, 'The sample has no status; no outcome.');
    });
  }
};

/** EvalPlus `<samples>_eval_results.json` and `eval_results.json` (formats.md A4). Sample n is attempt n. */
export const evalPlusResults: ReportFormat = {
  name: 'evalplus-results',
  matches: (document) => has(firstSample(document), 'base_status'),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    readEval(document, reading, evalPlusOutcome);
    return reading.done('evalplus-results', 'EvalPlus', 'instance');
  },
};

/** BigCodeBench `<samples>_eval_results.json`: `eval[task][n].status`. `pass_at_k.json` beside it has sums alone. */
export const bigCodeBenchResults: ReportFormat = {
  name: 'bigcodebench-results',
  matches: (document) => has(firstSample(document), 'status'),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    readEval(document, reading, bigCodeOutcome);
    return reading.done('bigcodebench-results', 'BigCodeBench', 'instance');
  },
};
