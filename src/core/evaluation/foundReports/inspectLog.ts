import type { Outcome } from '../outcome';
import type { ReportFormat } from './foundReport';
import { type Fields, has, isFields, ReportReading, resolved, result, textOf, unresolved } from './reportFields';

const letters: Readonly<Record<string, Outcome>> = { C: resolved, I: unresolved };

/** Inspect's value of a score: `C` and `I`, true and false, 1 and 0 are a yes and a no; other numbers are scores. */
const outcomeOfValue = (name: string, value: unknown): Outcome | null => {
  if (value === true || value === 1) return resolved;
  if (value === false || value === 0) return unresolved;
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'scored', name, value, max: null };
  return typeof value === 'string' ? (letters[value] ?? null) : null;
};

const scoreOf = (sample: Fields): readonly [string, unknown] | null => {
  const scores = isFields(sample['scores']) ? Object.entries(sample['scores']) : [];
  const [first] = scores;
  if (first) return [first[0], isFields(first[1]) ? first[1]['value'] : first[1]];
  return isFields(sample['score']) ? ['score', sample['score']['value']] : null;
};

const errorOf = (sample: Fields): Outcome => {
  const message = isFields(sample['error']) ? textOf(sample['error']['message']) : null;
  return { kind: 'none', reason: 'error', detail: (message ?? 'no score').slice(0, 200) };
};

const readSample = (sample: unknown, at: number, model: string | null, reading: ReportReading): void => {
  const fields = isFields(sample) ? sample : {};
  const raw = fields['id'];
  const id = typeof raw === 'number' ? String(raw) : textOf(raw);
  const field = `samples[${at}]`;
  if (id === null) {
    reading.skip(field, 'No id; the sample names no instance.');
    return;
  }
  const score = scoreOf(fields);
  const outcome = score === null ? errorOf(fields) : outcomeOfValue(...score);
  const epoch = fields['epoch'];
  const attempt = typeof epoch === 'number' && Number.isInteger(epoch) && epoch > 0 ? epoch : null;
  if (outcome)
    reading.add(result(id, outcome, score === null ? field : `${field}.scores.${score[0]}`, { model, attempt }));
  else reading.skip(`${field}.scores`, `${id} has a score that is neither a yes or no nor a number; no outcome.`);
};

/** A log of Inspect written as JSON: `{ eval: { task, model }, samples: [{ id, epoch, scores }] }`. Epoch n is attempt n. */
export const inspectLog: ReportFormat = {
  name: 'inspect-log',
  matches: (document) =>
    has(document, 'eval', 'samples') && has(document['eval'], 'task') && Array.isArray(document['samples']),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const log = document as { readonly eval: Fields; readonly samples: readonly unknown[] };
    log.samples.forEach((sample, at) => {
      readSample(sample, at, textOf(log.eval['model']), reading);
    });
    return reading.done('inspect-log', `Inspect (${textOf(log.eval['task']) ?? 'unknown task'})`, 'instance');
  },
};
