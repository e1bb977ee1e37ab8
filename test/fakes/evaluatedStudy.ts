import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../host/root';

const run = promisify(execFile);
const sample = path.join(root, 'samples', 'quickstart');
const cli = path.join(root, 'dist', 'cli.js');

/** Full id of an instance of the sample, by the number of its pull request. */
export const spandrel = (pullRequest: number): string => `touchstone-samples__spandrel-${pullRequest}`;

/** What tests need to see evaluated: resolved, unresolved, not applied; the rest stays as not evaluated. */
const evaluated = [
  { predictions: 'runs/kestrel-1/predictions.jsonl', id: 'kestrel-1', instances: [14, 21, 23] },
  { predictions: 'runs/heron-2/predictions.jsonl', id: 'heron-2', instances: [14, 21] },
] as const;

/** A copy of the sample as it ships: no evaluation, no verdict. */
export const copySample = (folder: string): void => fs.cpSync(sample, folder, { recursive: true });

const answers = (program: string, ...args: readonly string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  );

const backendHere = async (): Promise<string[]> =>
  (await answers(process.execPath, path.join(root, 'scripts', 'engine.mjs')))
    ? ['--backend', 'docker']
    : ['--backend', 'local', '--yes'];

/** Exit code 1 only says that something is not resolved; what must be there is looked for by the caller. */
const evaluateIn = async (folder: string): Promise<void> => {
  const backend = await backendHere();
  for (const { predictions, id, instances } of evaluated) {
    const source = ['--dataset', path.join(folder, 'datasets', 'spandrel.jsonl')];
    const what = ['--predictions', path.join(folder, predictions), '--run', id, '--out', folder];
    const args = [cli, 'evaluate', ...source, ...what, ...backend, '--instance', ...instances.map(spandrel)];
    const { code } = (await run(process.execPath, args).catch((error: { code: number }) => error)) as { code?: number };
    const report = path.join(folder, 'logs', 'run_evaluation', id, id, spandrel(14), 'report.json');
    if (!fs.existsSync(report)) throw new Error(`touchstone evaluate left no ${report} (exit code ${code ?? 0}).`);
  }
};

const hashOf = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/** One evaluation for each build and sample: the same product gives the same reports. */
const keptFolder = (): string => {
  const rows = path.join(sample, 'datasets', 'spandrel.jsonl');
  const hash = createHash('sha256').update(hashOf(cli)).update(hashOf(rows)).update(JSON.stringify(evaluated));
  return path.join(root, 'out', 'study', hash.digest('hex').slice(0, 12));
};

/**
 * Puts a copy of the sample into `folder`, evaluated by the built product itself: in containers where an engine
 * answers, else on this machine. What was evaluated once with this build is copied the next time.
 */
export const evaluatedStudy = async (folder: string): Promise<void> => {
  const kept = keptFolder();
  if (!fs.existsSync(kept)) await fill(kept);
  fs.cpSync(kept, folder, { recursive: true });
};

/** Made aside and moved into place whole; two suites at once do the work twice, and one result stays. */
const fill = async (kept: string): Promise<void> => {
  const all = path.dirname(kept);
  fs.mkdirSync(all, { recursive: true });
  const outdated = fs.readdirSync(all).filter((name) => !name.startsWith('partial-'));
  for (const name of outdated) fs.rmSync(path.join(all, name), { recursive: true, force: true });
  const partial = fs.mkdtempSync(path.join(all, 'partial-'));
  try {
    copySample(partial);
    await evaluateIn(partial);
    if (!fs.existsSync(kept)) fs.renameSync(partial, kept);
  } finally {
    fs.rmSync(partial, { recursive: true, force: true });
  }
};
