import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../src/app/evaluate';
import { noTargetSettings } from '../../src/app/evaluation/target';
import { planEvaluation } from '../../src/app/planEvaluation';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { exportBase } from '../../src/io/git/exportBase';
import { systemClock } from '../../src/io/jobs/systemClock';
import { EvaluationFolder } from '../../src/io/store/evaluationFolder';
import { sha256 } from '../../src/io/store/sha256';
import { evalScriptAround, makeProject, patchItem, quietHooks, wrongPatch } from '../fakes/evaluationProject';
import { noImageHooks, shellImageRequest, shellJob } from '../fakes/shellJob';
import { type TempFolder, tempFolder } from '../fakes/tempFolder';
import { JobProcesses } from './jobProcesses';
import { canServePodman, PodmanService } from './podmanService';
import { runStep, sessionSpec } from './sessions';

if (!canServePodman) console.warn('Left out: Podman can not be served here (Linux, root, podman and runc)');

const sample = join(import.meta.dirname, '..', '..', 'samples', 'quickstart');
const labels = { 'dev.touchstone.run': `podman-${process.pid}` };

describe.skipIf(!canServePodman)('Podman', () => {
  let podman: PodmanService;
  let temp: TempFolder;
  const processes = new JobProcesses();
  beforeAll(async () => {
    temp = tempFolder();
    podman = new PodmanService();
    await Promise.all([podman.start(), processes.bundle()]);
    await new DockerEngine(podman.endpoint).prepareImage(shellImageRequest, noImageHooks);
  });
  afterAll(async () => {
    processes.remove();
    await podman?.remove();
    temp.remove();
  });

  const left = async () => (await podman.docker.listContainers({ all: true })).map(({ Id }) => Id);

  it('runs an evaluation of the sample like Docker, and nothing is left', async () => {
    const wish = {
      datasetPath: join(sample, 'datasets', 'spandrel.jsonl'),
      predictions: { kind: 'gold' as const },
      instanceIds: ['touchstone-samples__spandrel-17'],
      ...{ runId: null, rules: null, timeoutMs: null, workers: null, repeats: 1, again: false },
      settings: noTargetSettings,
    };
    const usual = { rules: 'swebench-v5', timeoutMs: 60_000, workers: 2 } as const;
    const { request, problems } = await planEvaluation(nodeFiles, wish, usual);
    expect(problems).toEqual([]);
    const ports = {
      engine: new DockerEngine(podman.endpoint),
      store: new EvaluationFolder(temp.path),
      exportBase: (source: Parameters<typeof exportBase>[0], commit: string) => exportBase(source, commit),
      ...{ sha256, clock: systemClock },
    };
    const { items } = await evaluate(ports, request, quietHooks, new AbortController().signal);
    expect(items.map(({ outcome }) => outcome)).toEqual([{ kind: 'resolved' }]);
    expect(await left()).toEqual([]);
  });

  it('says how a job ended: by its time or by somebody else', async () => {
    const engine = new DockerEngine(podman.endpoint);
    const ended = async (script: string, changes = {}, meanwhile?: (id: string) => unknown) => {
      const ref = await engine.submit(shellJob(script, { labels, ...changes }));
      if (meanwhile !== undefined) setTimeout(() => meanwhile(ref.id), 1000);
      const end = await engine.wait(ref);
      await engine.remove(ref);
      return end;
    };
    expect(await ended('echo said; exit 0')).toMatchObject({ kind: 'finished', exitCode: 0, output: { bytes: 5 } });
    expect((await ended('sleep 300', { deadlineMs: 1500 })).kind).toBe('time-out');
    const killed = await ended('sleep 300', {}, (id) => podman.docker.getContainer(id).kill());
    expect(killed).toMatchObject({ kind: 'infrastructure', exitCode: 137 });
    const removed = await ended('sleep 300', {}, (id) => podman.docker.getContainer(id).remove({ force: true }));
    expect(removed.kind).toBe('lost');
    expect(await left()).toEqual([]);
  });

  it('says out of memory and not unresolved, although this engine may not notice it', async () => {
    const project = await makeProject();
    const instance = project.instance({ evalScript: evalScriptAround('head -c 400000000 /dev/zero | tail | wc -c') });
    const limits = { ...shellJob('').limits, memoryBytes: 64 * 1024 ** 2 };
    const request = project.request([patchItem(instance, wrongPatch)], { limits });
    const ports = project.ports(new DockerEngine(podman.endpoint));
    const { items } = await evaluate(ports, request, quietHooks, new AbortController().signal);
    project.remove();
    expect(items[0]?.outcome).toMatchObject({ kind: 'none', detail: expect.stringContaining('out of memory') });
  });

  it('keeps a job whose process was killed; it is taken up and collected', async () => {
    const script = 'echo begun; sleep 2; echo whole > /out/a.txt';
    const { child, said } = await processes.start({
      ...{ engine: 'docker', endpoint: podman.endpoint, script, changes: { labels } },
    });
    await processes.kill(child);
    const engine = new DockerEngine(podman.endpoint);
    const [job] = await engine.find(labels);
    expect(job).toMatchObject({ ref: { id: said }, state: 'running', owner: 'gone', labels });
    if (job === undefined) return;
    const ref = await engine.adopt(job, shellJob(script, { labels }));
    expect(await engine.wait(ref)).toMatchObject({ kind: 'finished', exitCode: 0, output: null });
    expect(Buffer.from((await engine.files(ref)).files.get('a.txt') ?? []).toString()).toBe('whole\n');
    await engine.remove(ref);
    expect(await left()).toEqual([]);
  });

  it('holds a session: commands, files in and out, an end to all processes', async () => {
    const session = await new DockerSessions(podman.endpoint).openSession(sessionSpec());
    try {
      expect(await runStep(session, 'pwd; echo no >&2; exit 3')).toMatchObject({
        ...{ kind: 'finished', exitCode: 3, stdout: '/work space\n', stderr: 'no\n' },
      });
      temp.write('in/ä/file', 'bytes');
      await session.upload(join(temp.path, 'in'), '/work space/tree');
      expect((await runStep(session, 'cat tree/ä/file; echo more > tree/new')).stdout).toBe('bytes');
      mkdirSync(join(temp.path, 'out'));
      const limits = { entries: 100, bytes: 1_000_000 };
      await session.download('/work space/tree', join(temp.path, 'out'), { limits, leaveOut: [] });
      expect(readFileSync(join(temp.path, 'out/new'), 'utf8')).toBe('more\n');
      const ended = await runStep(session, "trap '' TERM; setsid sleep 86300 & sleep 86301", { timeoutMs: 500 });
      expect(ended.kind).toBe('time-out');
      expect((await runStep(session, 'echo /proc/[0-9]*/comm | xargs cat')).stdout).not.toContain('86300');
    } finally {
      await session.close();
    }
    expect(await left()).toEqual([]);
  });
});
