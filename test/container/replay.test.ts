import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instanceTarget } from '../../src/app/instanceTarget';
import { studyOfDataset } from '../../src/app/openInstanceStudy';
import { readInstance } from '../../src/app/readDatasetInstance';
import { type OpenedTrajectory, openTrajectory } from '../../src/app/trajectory/openTrajectory';
import { type ReplayHooks, replayTrajectory } from '../../src/app/trajectory/replayTrajectory';
import { defaultLimits } from '../../src/core/run/container/limits';
import { replaySummary } from '../../src/core/run/trajectory/replay/replayWords';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { gitWorkspaceFiles } from '../../src/io/git/workspaceFiles';
import { hashPieces } from '../../src/io/store/hashPieces';
import { replayStore } from '../../src/io/store/replayStore';
import { openTrajectoryFiles } from '../../src/io/trajectories/openTrajectoryFiles';
import { type MadeCommand, miniDocument, openMini } from '../fakes/miniTrajectory';
import { makeTestbedImage, type TestbedImage, testbedScript } from '../fakes/testbedImage';
import { dockerAnswers } from './engines';

const sample = resolve('samples/quickstart');
const hooks: ReplayHooks = {
  onProgress: () => undefined,
  confirmPull: async () => false,
  confirmBuild: async () => true,
  onStep: () => undefined,
  onNote: () => undefined,
};

describe.skipIf(!dockerAnswers)('a replay in a container', () => {
  let cache: string;
  let image: TestbedImage;
  beforeAll(async () => {
    cache = await mkdtemp(join(tmpdir(), 'touchstone-replays-'));
    image = await makeTestbedImage(`${testbedScript}echo "$BASE"\n`);
  }, 120_000);
  afterAll(async () => {
    await rm(cache, { recursive: true, force: true });
    await image?.remove();
  });

  const ports = () => ({
    engine: new DockerEngine(null),
    sessions: new DockerSessions(null),
    files: gitWorkspaceFiles(),
    store: replayStore(cache),
    hash: hashPieces,
    now: Date.now,
  });
  const left = async () => {
    const found = await new Docker().listContainers({ all: true, filters: { label: ['dev.touchstone.use=replay'] } });
    return found.filter(({ Labels }) => Labels['dev.touchstone.instance'] === '').length;
  };

  /** A trajectory of the sample's, in the sample's own image. */
  const ofSample = async (pullRequest: number, file: string) => {
    const datasetPath = join(sample, 'datasets', 'spandrel.jsonl');
    const instance = await readInstance(nodeFiles, datasetPath, `touchstone-samples__spandrel-${pullRequest}`);
    if (instance === null) throw new Error('The sample has no such instance.');
    const study = await studyOfDataset(nodeFiles, datasetPath);
    const target = await instanceTarget(nodeFiles, datasetPath, instance, study, {});
    const opened = await openTrajectory(openTrajectoryFiles, join(sample, 'runs', file));
    return replayTrajectory(ports(), opened, { instance, target, isContained: true }, hooks);
  };
  const kestrel = 'kestrel-1/trajectories/touchstone-samples__spandrel';

  it("reproduces a run's observations and its final patch", { timeout: 120_000 }, async () => {
    const record = await ofSample(14, `${kestrel}-14.traj.json`);
    expect(replaySummary(record)).toBe('Replayed 6 of 6 steps; none parted.');
    expect(record.steps.every(({ isExact, exitCode }) => isExact && exitCode === 0)).toBe(true);
    expect(record.finalPatch).toEqual({ kind: 'same' });
    expect(await replayStore(cache).read(record.trajectoryHash)).toEqual(record);
  });

  it('shows the step whose observation was altered, with both texts', { timeout: 120_000 }, async () => {
    const record = await ofSample(14, `${kestrel}-14.altered.traj.json`);
    expect(replaySummary(record)).toBe('Replayed 6 of 6 steps; parted at step 7.');
    const step = record.steps.find(({ idx }) => idx === 7);
    expect(step?.repeated).toMatchObject({
      kind: 'parted',
      at: 1,
      recorded: expect.stringContaining('# tests 28'),
      seen: expect.stringContaining('# tests 27'),
    });
    expect(record.steps.map(({ idx, isExact }) => [idx, isExact])).toEqual(
      [3, 4, 5, 6, 7, 8].map((idx) => [idx, idx < 7]),
    );
  });

  it('a command that ran out of time runs out of it again', { timeout: 120_000 }, async () => {
    const record = await ofSample(28, `${kestrel}-28.traj.json`);
    expect(replaySummary(record)).toBe('Replayed 5 of 5 steps; none parted.');
    expect(record.steps.find(({ idx }) => idx === 6)).toMatchObject({ exitCode: null, repeated: { kind: 'same' } });
  });

  const replay = (opened: OpenedTrajectory, diskBytes = defaultLimits.diskBytes) => {
    const target = {
      image: { image: image.name, recipe: null, namedByData: false },
      repository: null,
      testbed: '/testbed',
      env: {},
    };
    const limits = { ...defaultLimits, pids: 100, diskBytes, memoryBytes: 512 * 1024 ** 2 };
    return replayTrajectory(ports(), opened, { instance: null, target, isContained: true, limits }, hooks);
  };
  const hostile = async (commands: readonly (string | MadeCommand)[], diskBytes?: number) => {
    const made = commands.map((one) => (typeof one === 'string' ? { command: one, output: '' } : one));
    const environment = { cwd: '/testbed', timeout: 10, interpreter: ['bash', '-c'] };
    const { steps } = await replay(await openMini(miniDocument(made, '', environment)), diskBytes);
    expect(await left()).toBe(0);
    return steps;
  };
  const filesOf = (patch: string | null | undefined) => patch?.match(/(?<=^diff --git a\/)\S+/gm) ?? [];

  it('what a command does to .git, HEAD or the index spoils no diff', { timeout: 120_000 }, async () => {
    const steps = await hostile([
      'git checkout -q --orphan other && git rm -rq --cached . && echo x >greet.sh',
      'rm -rf .git && echo y >new.txt',
      'git init -q . 2>/dev/null; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m new',
      'chmod 000 . src greet.sh && echo z >src/old.txt',
      { command: 'exit 1', output: '', exitCode: 1 },
      'kill -9 $$; true',
    ]);
    expect(steps.map(({ patch }) => filesOf(patch))).toEqual([
      ['greet.sh'],
      ['greet.sh', 'new.txt'],
      ['greet.sh', 'new.txt'],
      ['greet.sh', 'new.txt', 'src/old.txt'],
      ['greet.sh', 'new.txt', 'src/old.txt'],
      ['greet.sh', 'new.txt', 'src/old.txt'],
    ]);
    expect(steps.slice(0, 5).map(({ repeated }) => repeated.kind)).toEqual(['same', 'same', 'same', 'same', 'same']);
    expect(steps[5]?.repeated).toMatchObject({ kind: 'parted', seen: expect.stringContaining('137') });
  });

  it('processes without end stay in the container, and the next step goes on', { timeout: 180_000 }, async () => {
    const steps = await hostile([
      { command: 'f() { f | f & }; f; sleep 100', output: '', exitCode: -1, timedOut: true },
      'echo after >after.txt',
    ]);
    expect(steps).toHaveLength(2);
    expect(filesOf(steps[1]?.patch)).toEqual(['after.txt']);
  });

  it('a disk that is filled ends the command and is said', { timeout: 180_000 }, async () => {
    const fill = 'for n in 1 2 3 4 5 6 7 8; do head -c 30000000 /dev/urandom >/tmp/fill$n; sleep 2; done';
    const steps = await hostile([{ command: fill, output: '' }], 60_000_000);
    expect(steps[0]?.repeated).toMatchObject({
      kind: 'parted',
      seen: expect.stringContaining('had written more than'),
    });
  });

  it('can be stopped while a command runs: no container is left', { timeout: 120_000 }, async () => {
    const stop = new AbortController();
    const opened = await openMini(miniDocument([{ command: 'sleep 60', output: '' }], ''));
    const target = {
      image: { image: image.name, recipe: null, namedByData: false },
      repository: null,
      testbed: '/testbed',
      env: {},
    };
    const begun = {
      ...hooks,
      onProgress: (text: string) =>
        text.startsWith('Step') && setTimeout(() => stop.abort(new Error('Cancelled')), 500),
    };
    const place = { instance: null, target, isContained: true };
    await expect(replayTrajectory(ports(), opened, place, begun as ReplayHooks, stop.signal)).rejects.toThrow(
      'Cancelled',
    );
    expect(await left()).toBe(0);
  });
});
