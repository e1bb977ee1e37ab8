import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../src/app/evaluate';
import {
  type EvaluationProject,
  evalScriptAround,
  goldPatch,
  makeProject,
  patchItem,
  quietHooks,
} from '../fakes/evaluationProject';
import { engines } from './engines';

let project: EvaluationProject;
beforeAll(async () => {
  project = await makeProject();
});
afterAll(() => project.remove());

/** Command lines of this machine's processes that hold the text; containers' processes are among them. */
const processesWith = (text: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(text) ? [line] : [];
      } catch {
        return [];
      }
    });

const noJobs = (name: string): void => {
  if (name !== 'docker') return;
  const left = execFileSync('docker', ['ps', '-aq', '--filter', 'label=dev.touchstone.run=try'], { encoding: 'utf8' });
  expect(left).toBe('');
};

describe.each(engines)('ends in %s', (name, open, here) => {
  const out = () => join(project.temp.path, `out ${name}`);

  it.skipIf(!here)('a time-out ends children that ignore signals and leave the session', async () => {
    const mark = `86400.${name.length}`;
    const script = evalScriptAround(
      `trap '' TERM HUP INT
(trap '' TERM HUP; exec sleep ${mark}1) &
setsid bash -c "trap '' TERM; sleep ${mark}2" &
setsid bash -c '(setsid sleep ${mark}3 &) &'
sleep ${mark}4`,
    );
    const item = patchItem(project.instance({ evalScript: script }), goldPatch);
    const request = project.request([item], { timeoutMs: 1000 });
    const result = await evaluate(project.ports(open(), out()), request, quietHooks, new AbortController().signal);
    const [first] = result.items;
    expect(first?.outcome).toMatchObject({ kind: 'none', reason: 'time-out' });
    const log = readFileSync(join(first?.folder ?? '', 'test_output.txt'), 'utf8');
    expect(log.endsWith('\n\nTimeout error: 1 seconds exceeded.')).toBe(true);
    expect(readdirSync(first?.folder ?? '')).not.toContain('report.json');
    expect(processesWith(`sleep ${mark}`)).toEqual([]);
    noJobs(name);
  });

  it.skipIf(!here)('who stops the process that writes the log does not stop the clock', async () => {
    const script = evalScriptAround(
      `out=$(cd ../out && pwd)
for p in /proc/[0-9]*; do grep -qzFx "$out/test_output.txt" $p/cmdline && kill -STOP \${p#/proc/}; done
head -c 300000 /dev/zero | tr '\\0' y`,
    );
    const item = patchItem(project.instance({ evalScript: script }), goldPatch);
    const request = project.request([item], { again: true, timeoutMs: 2000 });
    const result = await evaluate(project.ports(open(), out()), request, quietHooks, new AbortController().signal);
    const [first] = result.items;
    expect(first?.outcome).toMatchObject({
      kind: 'none',
      reason: 'time-out',
      detail: expect.stringContaining('tests'),
    });
    const log = readFileSync(join(first?.folder ?? '', 'test_output.txt'), 'utf8');
    expect(log.endsWith('y\n\nTimeout error: 2 seconds exceeded.')).toBe(true);
  });

  it.skipIf(!here)('a daemon that keeps the output open does not hold the evaluation', async () => {
    const script = evalScriptAround('setsid sleep 86399 &');
    const item = patchItem(project.instance({ evalScript: script }), goldPatch);
    const request = project.request([item], { again: true });
    const result = await evaluate(project.ports(open(), out()), request, quietHooks, new AbortController().signal);
    expect(result.items[0]?.outcome.kind).toBe('resolved');
    expect(processesWith('sleep 86399')).toEqual([]);
  });

  it.skipIf(!here)('a cancel removes the job, keeps what was there, and says why', async () => {
    const item = patchItem(project.instance({ evalScript: evalScriptAround('sleep 86398') }), goldPatch);
    const stop = new AbortController();
    const hooks = {
      ...quietHooks,
      progress: (_key: unknown, text: string) => {
        if (text === 'running the tests') setTimeout(() => stop.abort(new Error('enough')), 300);
      },
    };
    const running = evaluate(
      project.ports(open(), out()),
      project.request([item], { again: true }),
      hooks,
      stop.signal,
    );
    await expect(running).rejects.toThrow('enough');
    expect(processesWith('sleep 86398')).toEqual([]);
    noJobs(name);
  });

  it.skipIf(!here)('the output is seen while the tests run', async () => {
    const item = patchItem(project.instance({ evalScript: evalScriptAround('echo begun; sleep 0.3') }), goldPatch);
    let live = '';
    const hooks = {
      ...quietHooks,
      output: (_id: string, bytes: Uint8Array) => {
        live += Buffer.from(bytes);
      },
    };
    const request = project.request([item], { again: true });
    const { items } = await evaluate(project.ports(open(), out()), request, hooks, new AbortController().signal);
    expect(live).toBe(readFileSync(join(items[0]?.folder ?? '', 'test_output.txt'), 'utf8'));
    expect(live).toContain('begun');
  });
});
