// `npm test [-- SUITE...]`: sets everything up, runs the suites, and says what passed, failed and was left out, with
// each suite's time. With CI=true a test that is left out counts as failed, but for those on real files.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawCanary, filesWithCanary } from './canary.mjs';
import { ensurePackages } from './packages.mjs';
import { lanes, mayBeIncomplete, reasons, suites } from './suites.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const strict = process.env.CI === 'true';
if (process.argv.includes('--night')) process.env.TOUCHSTONE_NIGHT = '1';

/** Runs a command; what it says comes as it is said, or all at its end where another suite runs beside it. */
const runCommand = ([program, ...args], isAlone) =>
  new Promise((resolve) => {
    const said = [];
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', ...(isAlone ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
    });
    child.stdout?.on('data', (bytes) => said.push(bytes));
    child.stderr?.on('data', (bytes) => said.push(bytes));
    child.on('error', (error) => {
      console.error(String(error));
      resolve({ code: 1, said: Buffer.concat(said) });
    });
    child.on('close', (code) => resolve({ code: code ?? 1, said: Buffer.concat(said) }));
  });

const runSuite = async (suite, isAlone) => {
  if (isAlone) console.log(`\n== ${suite.name}`);
  if (suite.report) fs.rmSync(suite.report, { force: true });
  const started = performance.now();
  const ended = [];
  for (const command of suite.commands) ended.push(await runCommand(command, isAlone));
  if (!isAlone) console.log(`\n== ${suite.name}\n${Buffer.concat(ended.map(({ said }) => said))}`);
  const counts = suite.count(ended.map(({ code }) => code));
  return { name: suite.name, seconds: (performance.now() - started) / 1000, ...counts };
};

const runLane = async (lane, isAlone) => {
  const results = [];
  for (const suite of lane) results.push(await runSuite(suite, isAlone));
  return results;
};

/** The suites in their order; those that mostly wait for containers have others beside them. */
const runAll = async (wanted) => {
  const results = [];
  for (const group of lanes) {
    const chosenLanes = group
      .map((lane) => lane.filter((suite) => wanted.includes(suite)))
      .filter((lane) => lane.length > 0);
    const ended = await Promise.all(chosenLanes.map((lane) => runLane(lane, chosenLanes.length === 1)));
    results.push(...ended.flat());
  }
  return results;
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
  const total = (performance.now() - begun) / 1000;
  console.log('\nsuite       passed  failed skipped  seconds  share');
  for (const { name, passed, failed, skipped, seconds } of results) {
    const numbers = [passed, failed, skipped].map((count) => String(count).padStart(7)).join(' ');
    const share = `${Math.round((100 * seconds) / total)}%`;
    console.log(`${name.padEnd(10)} ${numbers} ${seconds.toFixed(1).padStart(8)} ${share.padStart(6)}`);
  }
  console.log(
    `in all ${total.toFixed(1)} seconds; suites that ran beside each other have shares of more than 100% together`,
  );
  for (const { name, skipped } of results)
    if (skipped > 0) console.log(`${name}: ${skipped} left out: ${reasons[name] ?? 'skipped by the tests themselves'}`);
};

const begun = performance.now();
const begunAt = Date.now();
const canary = drawCanary();
ensurePackages();
const results = (await runAll(chosen())).map(judged);
const leaks = filesWithCanary(root, canary, begunAt);
for (const file of leaks) console.log(`The tests' key for models stands in ${file}.`);
printTable(results);
const sum = (field) => results.reduce((total, result) => total + result[field], 0);
process.exitCode = sum('failed') > 0 || leaks.length > 0 ? 1 : 0;
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
