// The launcher of the host suite: bundles it, starts one VS Code on a throw-away folder, and judges by the report.
// TOUCHSTONE_VSCODE=1.116 takes the oldest supported version. TOUCHSTONE_VSCODE_EXE names an installed VS Code, or
// "download" has @vscode/test-electron fetch one; without it Linux x64 uses the shim and others download.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import esbuild from 'esbuild';
import { findChromium, missingChromium } from './browser';
import type { HostReport } from './report';
import { root } from './root';

const out = path.join(root, 'out', 'host');
const shim = path.join(out, 'shim.mjs');
const exeWish = process.env['TOUCHSTONE_VSCODE_EXE'];
const usesShim = !exeWish && process.platform === 'linux' && process.arch === 'x64';

const bundleSuite = async (): Promise<void> => {
  fs.rmSync(path.join(out, 'suite'), { recursive: true, force: true });
  const folder = path.join(root, 'test', 'host', 'suite');
  const entryPoints = fs.readdirSync(folder).filter((name) => name === 'index.ts' || name.endsWith('.test.ts'));
  await esbuild.build({
    entryPoints: entryPoints.map((name) => path.join(folder, name)),
    outdir: path.join(out, 'suite'),
    ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node20', sourcemap: 'inline' },
    external: ['vscode', 'mocha'],
    // The suite runs as CommonJS, where a module's folder has another name.
    define: { 'import.meta.dirname': '__dirname' },
  });
};

const bundleShim = async (): Promise<void> => {
  await esbuild.build({
    entryPoints: [path.join(root, 'test', 'host', 'shim.ts')],
    outfile: shim,
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external' },
    banner: { js: '#!/usr/bin/env node' },
  });
  fs.chmodSync(shim, 0o755);
};

const executable = (): { vscodeExecutablePath?: string; version?: string } => {
  if (usesShim) return { vscodeExecutablePath: shim };
  if (exeWish && exeWish !== 'download') return { vscodeExecutablePath: exeWish };
  const version = process.env['TOUCHSTONE_VSCODE'];
  return version ? { version: `${version}.0` } : {};
};

const launch = async (scratch: string, reportFile: string): Promise<number> => {
  const workspace = path.join(scratch, 'workspace');
  fs.mkdirSync(workspace);
  return runTests({
    ...executable(),
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(out, 'suite', 'index.js'),
    launchArgs: [workspace, `--user-data-dir=${path.join(scratch, 'd')}`, '--disable-workspace-trust'],
    extensionTestsEnv: { TOUCHSTONE_HOST_REPORT: reportFile },
    reuseMachineInstall: true,
  }).catch((error: unknown) => {
    console.error(String(error));
    return 1;
  });
};

/** Exit code of the suite: the report decides, because a host that died says 0. */
const judge = (code: number, reportFile: string): number => {
  if (!fs.existsSync(reportFile)) {
    console.error('The extension host ended without a report: it died, or a test called process.exit.');
    return code === 0 ? 2 : code;
  }
  const { tests }: HostReport = JSON.parse(fs.readFileSync(reportFile, 'utf8'));
  const count = (state: string): number => tests.filter((test) => test.state === state).length;
  console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  if (tests.length === 0) console.error('No test ran.');
  if (tests.length === 0) return 3;
  return count('failed') > 0 ? 1 : code;
};

/** Exit code that says: this machine cannot run the suite. */
const cannotRunHere = 77;

const main = async (): Promise<number> => {
  if (usesShim && findChromium() === null) {
    console.error(`The tests in VS Code are left out: ${missingChromium}`);
    return cannotRunHere;
  }
  await Promise.all([bundleSuite(), bundleShim()]);
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'tsh-'));
  const reportFile = path.join(out, 'report.json');
  fs.rmSync(reportFile, { force: true });
  try {
    return judge(await launch(scratch, reportFile), reportFile);
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
};

process.exitCode = await main();
