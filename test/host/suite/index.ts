// Runs inside the extension host: collects the test files beside it, runs them with mocha and writes what happened.
import fs from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import type { HostReport } from '../report';

const collect = (): Mocha => {
  const grep = process.env['TOUCHSTONE_HOST_GREP'];
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, color: false, ...(grep ? { grep } : {}) });
  const files = fs.readdirSync(__dirname).filter((name) => name.endsWith('.test.js'));
  for (const file of files.sort()) mocha.addFile(path.join(__dirname, file));
  return mocha;
};

const runAll = (mocha: Mocha): Promise<HostReport> =>
  new Promise((resolve) => {
    const tests: HostReport['tests'][number][] = [];
    const runner = mocha.run(() => resolve({ tests }));
    const record = (state: 'passed' | 'failed' | 'skipped') => (test: Mocha.Runnable, error?: Error) =>
      tests.push({ title: test.fullTitle(), state, ms: test.duration ?? 0, error: error ? String(error.stack) : null });
    runner.on('pass', record('passed')).on('fail', record('failed')).on('pending', record('skipped'));
  });

/**
 * What VS Code calls. Rejects where a test failed. Its last act is the report: a host that dies, or a test that calls
 * `process.exit`, leaves none, and the launcher takes that as a failure whatever the exit code says.
 */
export const run = async (): Promise<void> => {
  const reportFile = process.env['TOUCHSTONE_HOST_REPORT'];
  if (!reportFile) throw new Error('TOUCHSTONE_HOST_REPORT names no file.');
  const report = await runAll(collect());
  const failed = report.tests.filter((test) => test.state === 'failed').length;
  fs.writeFileSync(reportFile, JSON.stringify(report));
  if (failed > 0) throw new Error(`${failed} of ${report.tests.length} tests failed.`);
};
