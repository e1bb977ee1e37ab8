import fs from 'node:fs';
import path from 'node:path';
import { root } from '../host/root';

const sample = path.join(root, 'samples', 'quickstart');
const logs = path.join(sample, 'logs', 'run_evaluation');

/** Full id of an instance of the sample, by the number of its pull request. */
export const spandrel = (pullRequest: number): string => `touchstone-samples__spandrel-${pullRequest}`;

/** What tests need to see evaluated: resolved, unresolved, not applied; the rest stands there as not evaluated. */
const kept: readonly string[] = [
  ...[14, 21, 23].map((pullRequest) => path.join('kestrel-1', 'kestrel-1', spandrel(pullRequest))),
  ...[14, 21].map((pullRequest) => path.join('heron-2', 'heron-2', spandrel(pullRequest))),
];

const isBelow = (place: string, folder: string): boolean => `${place}${path.sep}`.startsWith(`${folder}${path.sep}`);

/** Whether a place below the sample's logs is one of the kept evaluations, lies in one, or leads to one. */
const isKept = (place: string): boolean =>
  place === '' || kept.some((one) => isBelow(place, one) || isBelow(one, place));

/** Puts a copy of the sample into `folder`, with the recorded evaluations of some of its predictions. */
export const evaluatedStudy = async (folder: string): Promise<void> => {
  if (!fs.existsSync(logs)) throw new Error(`${logs} is missing: node scripts/sample/record-logs.mjs`);
  const filter = (source: string): boolean => !source.startsWith(logs) || isKept(path.relative(logs, source));
  await fs.promises.cp(sample, folder, { recursive: true, filter });
};
