import fs from 'node:fs';
import path from 'node:path';
import { type Shown, wideStudy } from '../fakes/wideStudy';

interface Project {
  readonly repo: string;
  readonly file: string;
  readonly titles: readonly string[];
}

/** Projects that don't exist, in the manner of issues that do. */
const projects: readonly Project[] = [
  {
    repo: 'acme/ledger',
    file: 'ledger/book.py',
    titles: ['Balance ignores entries of the last day', 'Rounding differs between CSV and PDF', 'Undo loses the memo'],
  },
  {
    repo: 'acme/tides',
    file: 'tides/table.py',
    titles: ['High water is an hour late in October', 'Table is empty north of 80 degrees', 'Cache is never cleared'],
  },
  {
    repo: 'fern/router',
    file: 'src/router.ts',
    titles: ['Trailing slash drops the query', 'Wildcards match empty segments', 'Redirect loop on upper case hosts'],
  },
  {
    repo: 'quill/parse',
    file: 'src/lexer.rs',
    titles: ['Panic on an unfinished string', 'Line numbers are off after CRLF', 'Nested comments end too early'],
  },
];

const difficulties = ['<15 min fix', '15 min - 1 hour', '1-4 hours'];

const wordsOf = (i: number): Readonly<Record<string, string>> => {
  const { repo, file, titles } = projects[((i * 7) % 5) % projects.length] ?? { repo: '', file: '', titles: [] };
  const number = 101 + i * 13;
  return {
    instance_id: `${repo.replace('/', '__')}-${number}`,
    repo,
    problem_statement: `${titles[i % titles.length]}\n\nSeen since the last release.\n`,
    difficulty: difficulties[i % difficulties.length] ?? '',
    patch: `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-a\n+b\n`,
  };
};

/** Outcomes of a run: some instances are hard for all, others differ by run. */
const run =
  (seed: number, strength: number) =>
  (i: number): Shown => {
    const luck = (i * 37 + seed * 11 + ((i * i) % 13)) % 100;
    if (luck < strength) return 'resolved';
    const missed: readonly Shown[] = ['assertion', 'assertion', 'name', 'import', 'empty'];
    return missed[(i * 3 + seed) % missed.length] ?? null;
  };

/** Says beside every report by which rules it was graded. */
const sayRules = (folder: string): void => {
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (path.basename(file) !== 'report.json') continue;
    const [report] = Object.values<{ resolved: boolean }>(JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')));
    const outcome = report?.resolved ? { kind: 'resolved' } : { kind: 'unresolved', reason: 'tests' };
    const record = JSON.stringify({ outcome, rules: 'swebench-v5' });
    fs.writeFileSync(path.join(folder, path.dirname(file), 'result.json'), record);
  }
};

/** A study of 120 made instances in three languages under three runs, for pictures of lists and figures. */
export const sceneStudy = (folder: string): void => {
  wideStudy(folder, 120, { 'heron-2': run(3, 58), 'kestrel-1': run(1, 41), 'kestrel-2': run(2, 49) }, wordsOf);
  sayRules(folder);
};
