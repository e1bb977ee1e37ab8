/** What building and checking the sample share: git without anyone's settings, evaluations, and a small TAP reader. */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const HERE = fileURLToPath(new URL('.', import.meta.url));
export const SAMPLE = fileURLToPath(new URL('../../samples/quickstart/', import.meta.url));
export const START = '>>>>> Start Test Output';
export const END = '>>>>> End Test Output';

/** The environment for git and tests: nobody's settings, one time zone, no sign that we run inside a test runner. */
export function cleanEnv(extra = {}) {
  const env = { ...process.env };
  for (const name of Object.keys(env)) {
    if (name.startsWith('GIT_') || name.startsWith('NODE_')) delete env[name];
  }
  return { ...env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', TZ: 'UTC', LC_ALL: 'C', ...extra };
}

export function git(cwd, args, { env = {}, input } = {}) {
  const settings = ['-c', 'core.autocrlf=false', '-c', 'core.abbrev=7', '-c', 'core.hooksPath=/dev/null'];
  return execFileSync('git', [...settings, ...args], {
    cwd,
    env: cleanEnv(env),
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
}

export function withTempDir(use) {
  const dir = mkdtempSync(join(tmpdir(), 'spandrel-'));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  return Promise.resolve(dir).then(use).finally(remove);
}

/** Makes the repository of the library in `dir` from history/*.patch and gives the commit ids in order. */
export function buildRepository(dir) {
  git(dir, ['init', '-q', '-b', 'main']);
  const ids = [];
  for (const name of readdirSync(join(HERE, 'history')).sort()) {
    if (!name.endsWith('.patch')) continue;
    const text = readFileSync(join(HERE, 'history', name), 'utf8');
    const cut = text.indexOf('\n---\n');
    const [head, ...rest] = text.slice(0, cut).split('\n\n');
    const field = Object.fromEntries(
      head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const [, author, address] = /^(.*) <(.*)>$/.exec(field.From);
    const body = rest.join('\n\n').replaceAll(/\{commit (\d+)\}/g, (_, n) => ids[Number(n) - 1]);
    const env = {
      GIT_AUTHOR_NAME: author,
      GIT_AUTHOR_EMAIL: address,
      GIT_AUTHOR_DATE: field.Date,
      GIT_COMMITTER_NAME: author,
      GIT_COMMITTER_EMAIL: address,
      GIT_COMMITTER_DATE: field.Date,
    };
    git(dir, ['apply', '--index', '-'], { input: text.slice(cut + 5) });
    git(dir, ['commit', '-q', '--no-gpg-sign', '-F', '-'], { env, input: `${field.Subject}\n\n${body}` });
    ids.push(git(dir, ['rev-parse', 'HEAD']).trim());
    if (field.Tag) git(dir, ['tag', '--no-sign', '-a', '-m', `spandrel ${field.Tag.slice(1)}`, field.Tag], { env });
  }
  return ids;
}

/** Commit and parent of a pull request, found by its number in the subject. */
export function findPullRequest(dir, pr) {
  const lines = git(dir, ['log', '--format=%H %s', 'main']).trim().split('\n');
  const line = lines.find((candidate) => candidate.endsWith(`(#${pr})`));
  if (line === undefined) throw new Error(`no commit of #${pr}`);
  const commit = line.slice(0, 40);
  return { commit, base: git(dir, ['rev-parse', `${commit}^`]).trim() };
}

/** A copy of `repository` at `commit`, in a new folder `to`. */
export function checkOut(repository, commit, to) {
  git(repository, ['clone', '-q', '--no-checkout', repository, to]);
  git(to, ['checkout', '-q', '--detach', commit]);
}

/** Lines that measure, after the tests, which lines one test file by itself runs; the report is lcov. */
const measureCoverage = ({ tests, report }) => [
  `mkdir -p ${report.slice(0, report.lastIndexOf('/'))}`,
  `node --test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination=${report} ${tests}`,
];

/** The eval script of one instance in the v5 shape. */
export function evalScript(base, testPatch, { changed, added }, coverage = null) {
  const g = "git -c safe.directory='*'";
  const restore = [];
  if (changed.length > 0) restore.push(`${g} checkout ${base} ${changed.join(' ')}`);
  if (added.length > 0) restore.push(`rm -f ${added.join(' ')}`);
  return `${[
    '#!/bin/bash',
    'set -uxo pipefail',
    'cd /testbed || exit 1',
    `${g} status`,
    `${g} show`,
    `${g} -c core.fileMode=false diff ${base}`,
    ...restore,
    `${g} apply -v - <<'EOF_SPANDREL'`,
    `${testPatch}EOF_SPANDREL`,
    `: '${START}'`,
    'node --test --test-reporter=tap test/*.test.js',
    'test_exit_code=$?',
    `: '${END}'`,
    'echo ">>>>> Test Exit Code: $test_exit_code"',
    ...(coverage === null ? [] : measureCoverage(coverage)),
    ...restore,
  ].join('\n')}\n`;
}

/** Runs an eval script in `dir` instead of /testbed. Gives the log, and whether the time ran out. */
export function runEval(script, dir, { timeoutMs = 20_000 } = {}) {
  const file = join(dir, '..', `${Math.random().toString(36).slice(2)}.sh`);
  writeFileSync(file, script.replaceAll(/\/testbed\b/g, dir));
  const logFile = `${file}.log`;
  const log = openSync(logFile, 'w');
  return new Promise((resolve, reject) => {
    const child = spawn('bash', [file], { env: cleanEnv(), stdio: ['ignore', log, log], detached: true });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      process.kill(-child.pid, 'SIGKILL');
    }, timeoutMs);
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      closeSync(log);
      resolve({ log: readFileSync(logFile, 'utf8'), timedOut });
    });
  });
}

/** Results by test id. An id keeps its trailing space, loses TAP's escapes, and a directive is no part of it. */
export function readTap(log) {
  const from = log.indexOf(START);
  const to = log.indexOf(END, from);
  const results = new Map();
  if (from < 0 || to < 0) return results;
  for (const line of log.slice(from, to).split('\n')) {
    const found = /^(not )?ok \d+ - (.*)$/.exec(line);
    if (found === null) continue;
    const [, name, directive] = /^((?:\\.|[^\\#])*?)(?: # (SKIP|TODO)\b.*)?$/.exec(found[2]) ?? [null, found[2]];
    const id = name.replaceAll(/\\([\\#])/g, '$1');
    results.set(id, directive === 'SKIP' ? 'SKIPPED' : found[1] ? 'FAILED' : 'PASSED');
  }
  return results;
}

/** Grades by the rules of SWE-bench 5: a skipped test is a failure in FAIL_TO_PASS and a success in PASS_TO_PASS. */
export function grade(results, { failToPass, passToPass }) {
  const failedF2P = failToPass.filter((id) => results.get(id) !== 'PASSED');
  const brokenP2P = passToPass.filter((id) => !['PASSED', 'SKIPPED'].includes(results.get(id)));
  return { resolved: failedF2P.length === 0 && brokenP2P.length === 0, failedF2P, brokenP2P };
}
