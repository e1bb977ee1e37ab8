// `npm test [-- SUITE...]`: sets everything up, runs the suites, and says what passed, failed and was left out, with
// each suite's time. With CI=true a test that is left out counts as failed, but for those on real files.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from './packages.mjs';
import { mayBeIncomplete, reasons, suites } from './suites.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const strict = process.env.CI === 'true';
if (process.argv.includes('--night')) process.env.TOUCHSTONE_NIGHT = '1';

const runCommand = ([program, ...args]) => {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(String(error));
  return status ?? 1;
};

const runSuite = (suite) => {
  console.log(`\n== ${suite.name}`);
  if (suite.report) fs.rmSync(suite.report, { force: true });
  const started = performance.now();
  const codes = suite.commands.map(runCommand);
  const counts = suite.count(codes);
  return { name: suite.name, seconds: (performance.now() - started) / 1000, ...counts };
};

/** In CI nothing is left out unsaid: what was skipped counts as failed. */
const judged = (result) => {
  if (!strict || result.skipped === 0 || mayBeIncomplete.has(result.name)) return result;
  console.log(`${result.name}: ${result.skipped} left out, which counts as failed in CI`);
  return { ...result, failed: result.failed + result.skipped, skipped: 0 };
};

const chosen = () => {
  const names = process.argv.slice(2).filter((name) => name !== '--night');
  const unknown = names.find((name) => !suites.some((suite) => suite.name === name));
  if (unknown) throw new Error(`No suite "${unknown}"; there are ${suites.map((suite) => suite.name).join(', ')}.`);
  return names.length === 0 ? suites : suites.filter((suite) => names.includes(suite.name));
};

const printTable = (results) => {
  const total = results.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log('\nsuite       passed  failed skipped  seconds  share');
  for (const { name, passed, failed, skipped, seconds } of results) {
    const numbers = [passed, failed, skipped].map((count) => String(count).padStart(7)).join(' ');
    const share = `${Math.round((100 * seconds) / total)}%`;
    console.log(`${name.padEnd(10)} ${numbers} ${seconds.toFixed(1).padStart(8)} ${share.padStart(6)}`);
  }
  for (const { name, skipped } of results)
    if (skipped > 0) console.log(`${name}: ${skipped} left out: ${reasons[name] ?? 'skipped by the tests themselves'}`);
};

ensurePackages();
const results = chosen().map(runSuite).map(judged);
printTable(results);
const sum = (field) => results.reduce((total, result) => total + result[field], 0);
process.exitCode = sum('failed') > 0 ? 1 : 0;
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
