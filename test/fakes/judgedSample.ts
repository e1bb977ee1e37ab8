import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noPrevious, sealEvent } from '../../src/core/review/events/event';
import { throwAway } from './throwAway';

const sample = join(import.meta.dirname, '..', '..', 'samples', 'quickstart');

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** First blind verdicts of amber, birch, cedar and what dune decided: R right, W wrong, ? cannot judge. */
const verdicts: readonly (readonly [run: string, task: number, said: string])[] = [
  ['kestrel-1', 14, 'WWWW'],
  ['kestrel-1-a2', 14, 'WWWW'],
  ['kestrel-1-a3', 14, 'RRRR'],
  ['heron-2', 14, 'RRRR'],
  ['heron-2', 17, 'RWRR'],
  ['kestrel-1', 21, 'RR?R'],
  ['kestrel-1', 23, 'WRRW'],
  ['heron-2', 23, 'RRRR'],
  ['heron-2', 28, 'RRRR'],
  ['kestrel-1', 31, 'RWRR'],
  ['heron-2', 31, 'WWRW'],
];

const raters = ['amber', 'birch', 'cedar', 'dune'];

/** `r1`, who one is without a setting, says what amber says. */
const letterOf = (rater: string, said: string): string | undefined => said[rater === 'r1' ? 0 : raters.indexOf(rater)];

const patchOf = (run: string, instance: string): string => {
  const lines = readFileSync(join(sample, 'runs', run, 'predictions.jsonl'), 'utf8').split('\n');
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  return rows.find(({ instance_id }) => instance_id === instance).model_patch;
};

const overallOf = (letter: string | undefined) =>
  letter === '?' ? { cannot_judge: true } : { value: letter === 'R' ? 'right' : 'wrong' };

export interface JudgedOptions {
  /** Whose verdicts are written; all four where absent. */
  readonly by?: readonly string[];
  /** Of the items above, from the first; all where absent. */
  readonly items?: number;
  /** Stored with every presentation; none where absent. */
  readonly probability?: number;
}

/** The events of one rater, as one chain of one device. */
const chainOf = (rater: string, { items = verdicts.length, probability }: JudgedOptions): string => {
  let prev = noPrevious;
  const lines: string[] = [];
  const add = (type: string, body: Record<string, unknown>) => {
    const seq = lines.length + 1;
    const id = `${rater}${String(seq).padStart(6, '0')}`.toUpperCase().padEnd(26, '0');
    const ts = `2026-02-03T10:${String(seq).padStart(2, '0')}:00+00:00`;
    const event = { v: 1, id, study: 'quickstart', rater, device: 'desk-01', seq, prev, ts, tool: 'test', type, body };
    const sealed = sealEvent(event, sha256);
    prev = sealed.event.hash;
    lines.push(sealed.line);
  };
  for (const [run, task, said] of verdicts.slice(0, items)) {
    const instance = `touchstone-samples__spandrel-${task}`;
    const patch = sha256(patchOf(run, instance));
    const of = { unit: 'prediction', benchmark: 'swe-bench', instance, base: null, patch, trajectory: null };
    const subject = sha256(JSON.stringify(of));
    const rubric = { id: 'patch-review', version: '1.0.0', hash: sha256('rubric') };
    const presentation = `${rater}-${run}-${task}`;
    if (probability !== undefined) add('item.open', { subject, of, rubric, phase: 'main', probability });
    const criteria = [
      { id: 'correct', value: letterOf(rater, said) !== 'W', evidence: [] },
      { id: 'side_effects', value: 0, evidence: [] },
    ];
    const overall = { id: 'overall', ...overallOf(letterOf(rater, said)), evidence: [] };
    add('verdict', { subject, of, presentation, rubric, phase: 'main', criteria, overall });
  }
  return `${lines.join('\n')}\n`;
};

/** Fills a folder with a copy of the sample in which its raters have given their verdicts. */
export const fillJudgedSample = (folder: string, options: JudgedOptions = {}): void => {
  for (const part of ['touchstone.yaml', 'datasets', 'runs', 'logs', 'judge', 'spandrel.bundle'])
    cpSync(join(sample, part), join(folder, part), { recursive: true });
  for (const rater of options.by ?? raters) {
    const events = join(folder, '.touchstone', 'quickstart', 'events', rater);
    mkdirSync(events, { recursive: true });
    writeFileSync(join(events, 'desk-01.jsonl'), chainOf(rater, options));
  }
};

/** The same in a folder of its own, which goes with the test. */
export const judgedSample = async (options: JudgedOptions = {}): Promise<string> => {
  const folder = await throwAway('judged sample ');
  fillJudgedSample(folder, options);
  return folder;
};
