// Makes the recorded logs of the sample: base, gold and every run, evaluated by the built command line in containers.
//
//     node scripts/sample/record-logs.mjs [--new]
//
// Everything is evaluated anew and put into samples/quickstart/logs at once; with --new only what has no log yet, or
// another patch than its log. Without a Docker engine nothing is done.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineAnswers } from '../engine.mjs';
import { cleanEnv, SAMPLE, withTempDir } from './lib.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLI = join(ROOT, 'dist', 'cli.js');
const MOST_BYTES = 1_500_000;

/** Names of one process and its containers; a study opens and goes on without them. */
const NOT_KEPT = ['journal.jsonl', 'journal.lock'];

const sources = () => [
  'base',
  'gold',
  ...readdirSync(join(SAMPLE, 'runs')).map((run) => join('runs', run, 'predictions.jsonl')),
];

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function evaluate(study, predictions) {
  const args = [
    '--dataset',
    'datasets/spandrel.jsonl',
    '--predictions',
    predictions,
    '--out',
    '.',
    '--backend',
    'docker',
  ];
  const settings = { cwd: study, env: cleanEnv(), stdio: ['ignore', 'inherit', 'inherit'] };
  execFileSync(process.execPath, [CLI, 'evaluate', ...args], settings);
}

/** Throws where a log tells where it was made, or the whole is large. */
function check(logs, study) {
  const places = [...new Set([ROOT.replace(/\/$/, ''), homedir(), tmpdir(), study])].filter(
    (place) => place.length > 1,
  );
  const files = filesBelow(logs);
  for (const file of files) {
    const text = readFileSync(file, 'latin1');
    const place = places.find((candidate) => text.includes(`${candidate}/`));
    if (place !== undefined) throw new Error(`${relative(logs, file)} names ${place}, a place of this machine.`);
  }
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  if (bytes > MOST_BYTES) throw new Error(`The logs take ${bytes} bytes, more than ${MOST_BYTES}.`);
  return `${files.length} files, ${bytes} bytes`;
}

async function record(dir) {
  const study = join(dir, 'quickstart');
  const kept = process.argv.includes('--new');
  cpSync(SAMPLE, study, { recursive: true, filter: (source) => kept || relative(SAMPLE, source) !== 'logs' });
  for (const predictions of sources()) evaluate(study, predictions);
  const made = join(study, 'logs');
  for (const file of filesBelow(made)) if (NOT_KEPT.some((name) => file.endsWith(name))) rmSync(file);
  const said = check(made, dir);
  const aside = join(SAMPLE, '.logs-new');
  cpSync(made, aside, { recursive: true });
  rmSync(join(SAMPLE, 'logs'), { recursive: true, force: true });
  renameSync(aside, join(SAMPLE, 'logs'));
  console.log(said);
}

if (!existsSync(CLI)) throw new Error('dist/cli.js is missing: npm run build');
if (await engineAnswers()) await withTempDir(record);
else {
  console.error('No Docker engine answers. The recorded logs are those of containers; nothing was changed.');
  process.exitCode = 3;
}
