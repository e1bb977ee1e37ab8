import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FilesAtSteps } from '../../../../src/app/trajectory/filesAtStep';
import { firstInexact } from '../../../../src/app/trajectory/firstInexact';
import { type OpenedTrajectory, openTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import { stepBase } from '../../../../src/app/trajectory/stepBase';
import type { Instance } from '../../../../src/core/instance/instance';
import type { ReplayedStep, ReplayRecord } from '../../../../src/core/run/trajectory/replay/replayRecord';
import type { Step } from '../../../../src/core/run/trajectory/step';
import type { StepGroup } from '../../../../src/core/run/trajectory/trajectoryFormat';
import type { TrajectoryPlace } from '../../../../src/core/study/trajectoryPlace';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { gitBaseFiles } from '../../../../src/io/git/baseFiles';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { git } from '../../../fakes/git';
import { type GitSource, makeSource } from '../../../fakes/gitSource';
import { type MadeCommand, miniDocument, openMini } from '../../../fakes/miniTrajectory';
import { makeInstance } from '../../../fakes/openRequest';
import { throwAway } from '../../../fakes/throwAway';
import { makeContext } from '../../../fakes/workspaceContext';
import { callStep } from '../../core/run/trajectory/madeSteps';

const placeOf = (instance: Instance | null): TrajectoryPlace => ({
  studyFolder: null,
  datasetPath: null,
  instanceId: instance?.id ?? null,
  instance,
  runId: null,
  model: null,
  attempt: null,
  predictionsPath: null,
  outcome: null,
  evaluationFolder: null,
});

const baseIn = async (instance: Instance | null, folder: string | null) => {
  const explicit = folder === null ? null : { kind: 'path' as const, path: folder };
  const ports = { files: nodeFiles, baseFiles: gitBaseFiles(await makeContext()) };
  return stepBase(ports, placeOf(instance), { explicit, repositories: {} });
};

/** Every step as one edit by a tool; notes which ones were read. */
const countedBuild =
  (read: number[], args: unknown) =>
  (_group: StepGroup, idx: number): Step => {
    read.push(idx);
    return callStep(idx, 'edit', args);
  };

const run = (...commands: readonly string[]): Promise<OpenedTrajectory> => {
  const made = commands.map((command): MadeCommand => ({ command, output: '' }));
  return openMini(miniDocument(made, ''));
};

const statesIn = async (source: GitSource, opened: OpenedTrajectory, replay: ReplayRecord | null = null) =>
  new FilesAtSteps(opened, await baseIn(makeInstance(source.base), source.folder), replay);

const commands = [
  "sed -i 's/a - b/a + b/' src/sum.py",
  "cat > /testbed/new.txt <<'EOF'\nhello\nEOF",
  'python -m pytest',
  'python - <<EOF\nopen("src/sum.py", "w").write("")\nEOF',
  'rm new.txt',
];

const diff = (line: string) =>
  `diff --git a/src/sum.py b/src/sum.py\n--- a/src/sum.py\n+++ b/src/sum.py\n@@ -1,2 +1,2 @@\n def sum(a, b):\n-    return a - b\n+    return ${line}\n`;

describe('files after a step', () => {
  it('are told from the shell commands of the run over the base commit of its instance', async () => {
    const source = await makeSource();
    const states = await statesIn(source, await run(...commands));
    expect(await states.at(1)).toMatchObject({ source: 'replayed', inexactFrom: null, patch: diff('a + b') });
    const second = await states.at(2);
    expect(second.source).toBe('replayed');
    expect([...second.files]).toEqual([
      ['src/sum.py', 'def sum(a, b):\n    return a + b\n'],
      ['new.txt', 'hello\n'],
    ]);
    expect((await states.at(3)).why).toContain('1 program ran');
  });

  it('are approximate from the first edit on that is not recorded, and say so', async () => {
    const source = await makeSource();
    const opened = await run(...commands);
    const states = await statesIn(source, opened);
    expect(await states.at(5)).toMatchObject({ source: 'approximate', inexactFrom: 4 });
    expect((await states.at(3)).inexactFrom).toBeNull();
    expect(await firstInexact(opened)).toEqual({ idx: 4, why: 'shell edits' });
  });

  it('are the same in whatever order steps are asked for, also at once', async () => {
    const source = await makeSource();
    const opened = await run(...Array.from({ length: 40 }, (_, at) => `echo ${at} >> count.txt`));
    const [one, other] = [await statesIn(source, opened), await statesIn(source, opened)];
    const all = await Promise.all([40, 3, 17, 16, 1, 39, 18].map((idx) => one.at(idx)));
    const alone = [];
    for (const idx of [40, 3, 17, 16, 1, 39, 18]) alone.push(await other.at(idx));
    expect(all).toEqual(alone);
    expect(all[1]?.files.get('count.txt')).toBe('0\n1\n2\n');
    expect(all[0]?.files.get('count.txt')?.split('\n')).toHaveLength(41);
  });

  it('come from a replay where there is one of that base commit', async () => {
    const source = await makeSource();
    const opened = await run(...commands);
    const step = (idx: number, patch: string): ReplayedStep => ({
      idx,
      repeated: { kind: 'same' },
      exitCode: 0,
      patch,
      isExact: true,
      wallMs: 1,
    });
    const made = { steps: [step(4, diff('0')), step(5, diff('1'))], baseCommit: source.base } as const;
    const replay = { ...made, trajectoryHash: '', image: null, startedAt: 0 } as unknown as ReplayRecord;
    const states = await statesIn(source, opened, replay);
    expect(await states.at(5)).toMatchObject({ source: 'snapshot', patch: diff('1') });
    expect((await states.at(4)).files.get('src/sum.py')).toContain('return 0');
    expect((await states.at(3)).source).toBe('replayed');
    const ofAnother = await statesIn(source, opened, { ...replay, baseCommit: source.first });
    expect((await ofAnother.at(5)).source).toBe('approximate');
  });

  it('are those of one attempt alone where several were made', async () => {
    const source = await makeSource();
    const attempt = (to: string) => ({
      trajectory: [
        {
          action: `str_replace_editor str_replace /repo/src/sum.py --old_str 'a - b' --new_str '${to}'`,
          observation: 'The file /repo/src/sum.py has been edited.',
          response: 'edit',
          thought: 'edit',
          state: { working_dir: '/repo', open_file: 'n/a' },
        },
      ],
      history: [],
      info: {},
    });
    const file = join(await throwAway('touchstone-attempts-'), 'x.traj');
    const whole = { environment: 'swe_main', ...attempt('a'), attempts: [attempt('a * b'), attempt('a + b')] };
    await writeFile(file, JSON.stringify({ ...whole, trajectory: [] }));
    const opened = await openTrajectory(openTrajectoryFiles, file);
    const lanes = opened.head.agents.filter(({ kind }) => kind === 'attempt').map(({ agentId }) => agentId);
    const states = await statesIn(source, opened);
    const patches = [];
    for (const { idx, agentId } of opened.entries)
      if (lanes.includes(agentId)) patches.push((await states.at(idx)).files);
    expect(patches.map((files) => files.get('src/sum.py'))).toEqual([
      'def sum(a, b):\n    return a * b\n',
      'def sum(a, b):\n    return a + b\n',
    ]);
  });

  it('a step that is not there is said', async () => {
    const states = await statesIn(await makeSource(), await run('ls'));
    await expect(states.at(7)).rejects.toThrow('there is no step 7');
  });
});

describe('without base files', () => {
  it('says that the commit is not in the clone, and knows only files that were written whole', async () => {
    const source = await makeSource();
    const other = await makeSource({ 'other.txt': 'x' });
    const base = await baseIn(makeInstance(source.base), other.folder);
    expect(base).toMatchObject({ kind: 'none', wantsRepository: true });
    const opened = await run(...commands);
    const state = await new FilesAtSteps(opened, base, null).at(2);
    expect(state).toMatchObject({ source: 'unknown', patch: '' });
    expect(state.why).toContain('Base commit not in the clone. Name another repository.');
    expect([...state.files]).toEqual([['new.txt', 'hello\n']]);
  });

  it.each([
    [null, 'Name a dataset.'],
    [makeInstance('0'.repeat(40)), 'No repository is known for ada__lib-1. Name one.'],
    [makeInstance('0'.repeat(40), { baseCommit: null }), 'has no base_commit'],
  ])('says what would help', async (instance, words) => {
    const base = await baseIn(instance, null);
    expect(base.kind === 'none' && base.why).toContain(words);
  });

  it('bytes that are no text end what is exact at their edit', async () => {
    const source = await makeSource({ 'latin.txt': new Uint8Array([0x66, 0xfc, 0x72, 0x0a]) });
    const states = await statesIn(source, await run("sed -i 's/f/g/' latin.txt"));
    expect((await states.at(1)).why).toContain('latin.txt is no UTF-8 text at base');
  });

  it('is quick to say so of a trajectory of very many steps', async () => {
    const opened = await run(...commands);
    const read: number[] = [];
    const edit = { file_path: '/testbed/a', old_string: 'x', new_string: 'y' };
    const found = { ...opened.found, format: { ...opened.found.format, build: countedBuild(read, edit) } };
    const last = opened.entries.at(-1);
    if (last === undefined) throw new Error('no step');
    const entries = Array.from({ length: 5000 }, (_, at) => ({
      ...last,
      idx: at + 1,
      agentId: 'main',
      records: [],
      facts: {},
    }));
    const base = await baseIn(null, null);
    const state = await new FilesAtSteps({ ...opened, found, entries }, base, null).at(5000);
    expect(state).toMatchObject({ source: 'unknown', why: expect.stringContaining('Name a dataset.') });
    expect(read).toEqual([5000]);
  });
});

describe('a file below a link of base', () => {
  it('is no file of the repository: what an edit of it changed is not said to be exact', async () => {
    const source = await makeSource();
    await symlink('src', join(source.folder, 'code'));
    git(source.folder, 'add', 'code');
    git(source.folder, 'commit', '-q', '-m', 'link');
    const base = git(source.folder, 'rev-parse', 'HEAD');
    const opened = await run("cat > code/sum.py <<'EOF'\nx\nEOF");
    const states = new FilesAtSteps(opened, await baseIn(makeInstance(base), source.folder), null);
    const state = await states.at(1);
    expect(state.source).not.toBe('replayed');
    expect(state.why).toContain('code/sum.py stands below code, which is a link at base');
  });
});
