// The suites of `npm test`, in order. Each has commands; `count` reads afterwards what passed, failed and was left out.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const results = path.join(root, 'out', 'results');
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const node = (...args) => [process.execPath, ...args];

const readJson = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null);

/** A suite of plain commands: each is one check, passed by exit code 0. */
const checks = (name, commands) => ({
  name,
  commands,
  report: null,
  count: (codes) => ({
    passed: codes.filter((code) => code === 0).length,
    failed: codes.filter((code) => code !== 0).length,
    skipped: 0,
  }),
});

/** Exit codes and a report that contradict each other, or no report, are one failure more. */
const withExitCode = (codes, counts) =>
  codes.some((code) => code !== 0) && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

const vitest = (name) => {
  const report = path.join(results, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    commands: [[bin('vitest'), 'run', '--project', name, ...reporters]],
    report,
    count: (codes) => {
      const found = readJson(report);
      const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = found ?? {};
      const counts = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
      return withExitCode(codes, counts);
    },
  };
};

const cannotRunHere = 77;

const host = () => {
  const report = path.join(root, 'out', 'host', 'report.json');
  return {
    name: 'host',
    commands: [node('scripts/runTypeScript.mjs', 'test/host/run.ts')],
    report,
    count: (codes) => {
      if (codes[0] === cannotRunHere) return { passed: 0, failed: 0, skipped: 1 };
      const tests = readJson(report)?.tests ?? [];
      const count = (state) => tests.filter((test) => test.state === state).length;
      return withExitCode(codes, { passed: count('passed'), failed: count('failed'), skipped: count('skipped') });
    },
  };
};

export const suites = [
  checks('build', [node('scripts/build.mjs', '--production')]),
  checks('typecheck', [[bin('tsc'), '-b']]),
  checks('lint', [
    [bin('biome'), 'check', '.'],
    [bin('depcruise'), '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'src', 'webview'],
    [bin('knip')],
  ]),
  vitest('unit'),
  vitest('container'),
  vitest('real'),
  vitest('page'),
  host(),
  vitest('ui'),
  ...(process.argv.includes('--night') ? [vitest('night')] : []),
];

const named = (...names) => suites.filter(({ name }) => names.includes(name));

/** The order: group after group, the lanes of a group side by side. Containers are waited for more than they compute. */
export const lanes = [
  [named('build', 'typecheck', 'lint')],
  [named('container'), named('unit', 'real', 'page')],
  [named('host', 'ui', 'night')],
];

/** Why a test may have been left out, said in the summary; only `real` may be incomplete in CI. */
export const reasons = {
  night: "no Docker engine answered, or llama.cpp's server is not installed (test/fakes/modelServers/llamaServer.ts)",
  container: 'no Docker engine answered',
  real: 'the real files are not here (TOUCHSTONE_DATA)',
  page: 'no Chromium is here',
  host: 'no VS Code can run here (Linux x64 with the Debian package chromium, or TOUCHSTONE_VSCODE_EXE)',
  ui: 'no VS Code can run here (Linux x64 with the Debian package chromium)',
};
export const mayBeIncomplete = new Set(['real']);
