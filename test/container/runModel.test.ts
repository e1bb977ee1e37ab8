import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runModel } from '../../src/app/run/runModel';
import type { RunEnd, RunRequest } from '../../src/app/run/runRequest';
import type { AttemptPorts, CommandResult } from '../../src/core/run/agent/attempt';
import { defaultLimits } from '../../src/core/run/container/limits';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { leftModelRuns } from '../../src/io/store/unfinishedModelRuns';
import { buildCli, startCli } from '../fakes/builtCli';
import {
  fakeAgent,
  fakeModel,
  fakeReply,
  fakeRunPorts,
  handedIn,
  quietRunHooks,
  runInstances,
  runRequest,
} from '../fakes/modelRun';
import { jsonLines } from '../fakes/rows';
import { makeTestbedImage, type TestbedImage, testbedScript } from '../fakes/testbedImage';
import { throwAway } from '../fakes/throwAway';
import { dockerAnswers } from './engines';

const never = new AbortController().signal;
const megabytes = process.env['TOUCHSTONE_NIGHT'] === '1' ? 1000 : 20;
const docker = new Docker();

describe.skipIf(!dockerAnswers)('a run in containers', () => {
  let image: TestbedImage;
  beforeAll(async () => {
    image = await makeTestbedImage(`${testbedScript}git tag v9 main; git stash list; echo "$BASE"\n`);
  }, 120_000);
  afterAll(() => image?.remove());

  const containers = (id: string) =>
    docker.listContainers({ all: true, filters: { label: [`dev.touchstone.instance=${id}`] } });
  const ports = () =>
    fakeRunPorts(
      fakeModel(async () => fakeReply(0.1)),
      { engine: new DockerEngine(null), sessions: new DockerSessions(null) },
    );
  const requestOf = (folder: string, changes: Partial<RunRequest>, agent: RunRequest['agent']) => {
    const base = runRequest(folder, agent, changes);
    const named = { image: image.name, recipe: null, namedByData: false };
    return {
      ...base,
      instances: base.instances.map((instance) => ({ ...instance, baseCommit: image.said })),
      targetOf: (instance: RunRequest['instances'][number]) => ({ ...base.targetOf(instance), image: named }),
    };
  };

  /** Runs a function as an agent in a container. */
  const attempt = async (
    work: (ports: AttemptPorts) => Promise<unknown>,
    changes: Partial<RunRequest> = {},
  ): Promise<{ readonly end: RunEnd; readonly folder: string }> => {
    const folder = await throwAway('touchstone-run-');
    const agent = fakeAgent(
      async (given) => {
        await work(given);
        return handedIn({ patch: await given.sandbox.diff() });
      },
      { needsSandbox: true },
    );
    const end = await runModel(ports(), requestOf(folder, changes, agent), quietRunHooks, never);
    return { end, folder };
  };

  it('sees nothing of what came after base, and keeps in the record what was taken out', {
    timeout: 60_000,
  }, async () => {
    let seen = '';
    const { folder } = await attempt(
      async ({ sandbox }) => {
        const all = 'git log --all --format=%s; git tag; git reflog; git cat-file --batch-all-objects --batch-check';
        seen = (await sandbox.run(`cd /testbed; ${all}; git status --short; git fsck 2>&1`, 20)).output;
      },
      { instances: runInstances('scrubbed') },
    );
    expect(seen).toContain('base\nfirst\n');
    expect(seen).not.toMatch(/fix|v9|M |dangling/);
    expect(seen.match(/ commit /g)).toHaveLength(2);
    const [row] = (await readFile(join(folder, 'runs/try/predictions.jsonl'), 'utf8')).trim().split('\n');
    expect(JSON.parse(row ?? '').touchstone.history).toMatchObject({
      removedObjects: { commit: 1 },
      removed: expect.arrayContaining(['tag: 1', 'branch: 1']),
    });
  });

  it('outlives what a command does to it', { timeout: 60_000 }, async () => {
    const results: Record<string, CommandResult> = {};
    let patch: string | null = '';
    const { end } = await attempt(
      async ({ sandbox }) => {
        const run = async (name: string, command: string, seconds = 20) => {
          results[name] = await sandbox.run(command, seconds);
        };
        await run('daemon', 'setsid sleep 1000 >/dev/null 2>&1 & echo begun');
        await run('deaf', "trap '' TERM; echo first; sleep 1000 & wait; sleep 1000", 1);
        await run('left', 'for p in /proc/[0-9]*; do tr "\\0" " " <$p/cmdline; echo; done');
        await run('shell', 'kill -9 $$');
        await run('loud', `head -c ${megabytes}000000 /dev/zero | tr '\\0' x; echo; echo end`);
        await run('bytes', "printf 'a\\377b'");
        await run('full', 'head -c 30000000 /dev/zero >big; echo $?; rm -f big');
        await run('after', 'rm -rf .git; printf "\\0\\1" >new.bin; echo still here');
        patch = await sandbox.diff();
      },
      { instances: runInstances('hurt'), limits: { ...defaultLimits, fileBytes: 10_000_000 } },
    );
    expect(results['daemon']).toMatchObject({ output: 'begun\n', returncode: 0 });
    expect(results['deaf']).toMatchObject({ output: 'first\n', returncode: -1, exceptionType: 'TimeoutExpired' });
    expect(results['left']?.output).not.toContain('sleep 1000');
    expect(results['shell']?.returncode).not.toBe(0);
    expect(results['loud']?.droppedBytes).toBeGreaterThan(megabytes * 1e6 - 5e6);
    expect(results['loud']?.output.endsWith('x\nend\n')).toBe(true);
    expect(results['bytes']?.output).toBe('a\ufffdb');
    expect(results['full']?.output).toMatch(/too large|\n1\n|153/);
    expect(results['after']?.output).toBe('still here\n');
    expect(patch).toContain('GIT binary patch');
    expect(end.items[0]?.result?.status).toBe('submitted');
    expect(await containers('hurt')).toEqual([]);
  });

  it('ends one attempt whose sandbox is removed under way, and no other', { timeout: 60_000 }, async () => {
    const { end } = await attempt(
      async ({ sandbox, instance }) => {
        if (instance.id !== 'gone') return;
        const [found] = await containers('gone');
        setTimeout(() => void docker.getContainer(found?.Id ?? '').remove({ force: true }), 300);
        await sandbox.run('sleep 30', 40);
      },
      { instances: runInstances('gone', 'other'), workers: 2 },
    );
    expect(end.items.map(({ result }) => result?.status)).toEqual(['env_error', 'submitted']);
    expect(end.items[0]?.result?.fault).toContain('sandbox was lost');
  });

  it('leaves no container where it is stopped', { timeout: 60_000 }, async () => {
    const stop = new AbortController();
    const folder = await throwAway('touchstone-run-');
    const agent = fakeAgent(
      async ({ sandbox }) => {
        setTimeout(() => stop.abort(new Error('Stopped.')), 200);
        await sandbox.run('sleep 30', 40);
        return handedIn();
      },
      { needsSandbox: true },
    );
    const request = requestOf(folder, { instances: runInstances('stopped') }, agent);
    const end = await runModel(ports(), request, quietRunHooks, stop.signal);
    expect(end.stopped?.why).toBe('person');
    expect(await containers('stopped')).toEqual([]);
  });

  it('goes on after its process was killed, and takes its container away', { timeout: 90_000 }, async () => {
    const folder = await throwAway('touchstone-run-');
    const cli = await buildCli(folder);
    const row = { repo: 'acme/greet', base_commit: image.said, problem_statement: 'Greet.', patch: '', test_patch: '' };
    const ids = ['acme__killed-1', 'acme__killed-2'];
    const dataset = join(folder, 'dataset.jsonl');
    await writeFile(dataset, jsonLines(ids.map((instance_id) => ({ instance_id, ...row }))));
    const submit = 'echo x >>README.md; echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT; git diff';
    const slow = join(folder, 'slow.yaml');
    const script = (seconds: number) =>
      `replies:\n  - { command: ${JSON.stringify(submit)}, delaySeconds: ${seconds} }\n`;
    await writeFile(slow, script(60));
    const args = ['run', '--dataset', dataset, '--agent', 'quick', '--model', `scripted:${slow}`, '--workers', '2'];
    const images = ids.flatMap((id) => ['--image', `${id}=${image.name}`]);
    const first = startCli(cli, [...args, ...images, '--out', folder, '--json']);
    for (let n = 0; n < 200 && (await containers(ids[1] ?? '')).length === 0; n++) await sleep(50);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await leftModelRuns(folder)).toMatchObject([{ runId: 'quick-slow', done: 0, total: 2, stopped: null }]);

    await writeFile(slow, script(0));
    const second = await startCli(cli, ['run', '--resume', '--out', folder, ...images, '--yes', '--json']).ended;
    expect([second.code, second.err]).toEqual([0, expect.stringContaining('begins anew')]);
    const last = JSON.parse(second.out.trim().split('\n').at(-1) ?? '');
    expect(last.summary).toMatchObject({ calls: 2, statuses: { submitted: 2 }, stopped: null });
    expect(await leftModelRuns(folder)).toEqual([]);
    for (const id of ids) expect(await containers(id)).toEqual([]);
  });
});
