import { readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenedTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import { openTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import { type ReplayHooks, replayTrajectory } from '../../../../src/app/trajectory/replayTrajectory';
import type { ReplayedStep, ReplayRecord, ReplayStore } from '../../../../src/core/run/trajectory/replay/replayRecord';
import { hashPieces } from '../../../../src/io/store/hashPieces';
import { sha256 } from '../../../../src/io/store/sha256';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { fakeSessions } from '../../../fakes/fakeSession';
import { commitFiles, git } from '../../../fakes/git';
import { type MadeCommand, miniDocument, openMini } from '../../../fakes/miniTrajectory';
import { throwAway } from '../../../fakes/throwAway';

const image = { image: 'lib:1', recipe: null, namedByData: false };

const setUp = async () => {
  const testbed = join(await throwAway('touchstone-testbed-'), 'bed');
  await mkdir(testbed);
  git(testbed, 'init', '--quiet', '-b', 'main');
  await commitFiles(testbed, { 'a.txt': 'one\ntwo\n', '.gitignore': '*.log\n', 'kept.log': 'tracked\n' }, 'base');
  const sessions = await fakeSessions();
  const kept: ReplayRecord[] = [];
  const store: ReplayStore = {
    hasAny: async () => false,
    read: async () => null,
    write: async (record) => void kept.push(record),
  };
  const ports = {
    engine: { prepareImage: async () => ({ digest: null, builtSeconds: null }) },
    sessions,
    files: {
      withBase: async () => {
        throw new Error('The testbed is there.');
      },
    },
    store,
    hash: hashPieces,
    now: () => 7,
  };
  const seen: ReplayedStep[] = [];
  const notes: string[] = [];
  const hooks: ReplayHooks = {
    onProgress: () => undefined,
    confirmPull: async () => true,
    onStep: (step) => void seen.push(step),
    onNote: (text) => void notes.push(text),
  };
  const place = { instance: null, target: { image, repository: null, testbed, env: {} }, isContained: true };
  const replay = (opened: OpenedTrajectory, signal?: AbortSignal) =>
    replayTrajectory(ports as never, opened, place, hooks, signal);
  return { testbed, sessions, kept, seen, notes, replay, place };
};

const mini = (commands: readonly MadeCommand[], submission = '') => openMini(miniDocument(commands, submission));

const edited =
  'diff --git a/a.txt b/a.txt\nindex 814f4a4..4c1ee58 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n';

describe('a trajectory that is replayed', () => {
  it('is the same, has the diff after each step, and comes to its patch', async () => {
    const { replay, kept, seen, sessions } = await setUp();
    const opened = await mini(
      [
        { command: 'cat a.txt; echo oops >&2', output: 'one\ntwo\noops\n' },
        { command: 'sed -i s/one/ONE/ a.txt' },
        { command: 'cd /testbed && pwd', output: '/testbed\n' },
        { command: 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A && git diff --cached' },
      ].map((made) => (made.command.startsWith('sed') ? { ...made, output: '' } : made)),
      edited,
    );
    const record = await replay(opened);
    expect(record.steps.map(({ repeated }) => repeated.kind)).toEqual(['same', 'same', 'same', 'same']);
    expect(record.steps.map(({ patch }) => patch)).toEqual(['', edited, edited, edited]);
    expect(record.finalPatch).toEqual({ kind: 'same' });
    expect(record.steps.every(({ isExact }) => isExact)).toBe(true);
    expect([kept, seen]).toEqual([[record], record.steps]);
    expect(record.trajectoryHash).toBe(sha256(readFileSync(opened.path)));
    expect(sessions.closed).toHaveLength(1);
  });

  it('shows where it parts, and its diffs are exact before that step alone', async () => {
    const { replay } = await setUp();
    const opened = await mini([
      { command: 'sed -i s/one/ONE/ a.txt', output: '' },
      { command: 'cat a.txt', output: 'ONE\nthree\n' },
      { command: 'exit 3', output: '', exitCode: 3 },
      { command: 'exit 3', output: '', exitCode: 4 },
    ]);
    const { steps } = await replay(opened);
    expect(steps.map(({ repeated }) => repeated)).toEqual([
      { kind: 'same' },
      { kind: 'parted', at: 2, recorded: 'ONE\nthree\n', seen: 'ONE\ntwo\n' },
      { kind: 'same' },
      { kind: 'parted', at: null, recorded: '[exit code 4]\n', seen: '[exit code 3]\n' },
    ]);
    expect(steps.map(({ isExact }) => isExact)).toEqual([true, false, false, false]);
    expect(steps[1]?.patch).toBe(edited);
  });

  it('takes diffs that no command of the agent can spoil', async () => {
    const { replay } = await setUp();
    const opened = await mini([
      { command: 'git checkout -q --orphan other && git rm -rq --cached . && sed -i s/one/ONE/ a.txt', output: '' },
      { command: 'rm -rf .git', output: '' },
      { command: 'echo more >>kept.log; echo new >new.txt; echo no >other.log', output: '' },
    ]);
    const { steps } = await replay(opened);
    expect(steps.map(({ patch }) => patch?.match(/^diff --git .*$/gm) ?? [])).toEqual([
      ['diff --git a/a.txt b/a.txt'],
      ['diff --git a/a.txt b/a.txt'],
      ['diff --git a/a.txt b/a.txt', 'diff --git a/kept.log b/kept.log', 'diff --git a/new.txt b/new.txt'],
    ]);
  });

  it('writes the exact edits of an agent’s own tools, and runs its shell in the folder where it was left', async () => {
    const { replay, testbed } = await setUp();
    const lines = claudeLines(testbed, [
      ['Bash', { command: 'mkdir -p sub && cd sub && pwd' }, `${testbed}/sub`],
      ['Edit', { file_path: `${testbed}/a.txt`, old_string: 'one', new_string: 'ONE' }, 'The file has been updated.'],
      ['Bash', { command: 'cat ../a.txt' }, 'ONE\ntwo'],
      ['Read', { file_path: `${testbed}/a.txt` }, '1\tONE'],
      ['Write', { file_path: `${testbed}/deep/b.txt`, content: 'b\n' }, 'File created.'],
      ['Edit', { file_path: `${testbed}/a.txt`, old_string: 'nowhere', new_string: 'x' }, 'The file has been updated.'],
    ]);
    const path = join(await throwAway('touchstone-replay-'), 'session.jsonl');
    await writeFile(path, lines);
    const opened = await openTrajectory(openTrajectoryFiles, path);
    const { steps } = await replay(opened);
    expect(steps.map(({ repeated }) => repeated.kind)).toEqual(['same', 'same', 'same', 'not-run', 'same', 'not-run']);
    expect(steps.map(({ isExact }) => isExact)).toEqual([true, true, true, true, true, false]);
    expect(steps[5]?.repeated).toMatchObject({ why: expect.stringContaining('not in it') });
    expect(steps[4]?.patch).toContain(edited);
    expect(steps[4]?.patch).toContain('+++ b/deep/b.txt');
  });

  it('writes no file outside of the repository where the sandbox is this machine', async () => {
    const { replay, place, testbed } = await setUp();
    const victim = join(await throwAway('touchstone-victim-'), 'file.txt');
    await writeFile(victim, 'mine\n');
    const lines = claudeLines(testbed, [
      ['Write', { file_path: victim, content: 'yours\n' }, 'File created.'],
      ['Write', { file_path: `${testbed}/../file.txt`, content: 'yours\n' }, 'File created.'],
    ]);
    const path = join(await throwAway('touchstone-replay-'), 'session.jsonl');
    await writeFile(path, lines);
    const opened = await openTrajectory(openTrajectoryFiles, path);
    Object.assign(place, { isContained: false });
    const { steps } = await replay(opened);
    expect(steps.map(({ repeated }) => repeated)).toEqual([
      { kind: 'not-run', why: expect.stringContaining('outside of the repository') },
      { kind: 'not-run', why: expect.stringContaining('outside of the repository') },
    ]);
    expect(readFileSync(victim, 'utf8')).toBe('mine\n');
  });

  it('says why there are no diffs, and replays all the same', async () => {
    const { replay, testbed, notes } = await setUp();
    await chmod(join(testbed, 'a.txt'), 0o644);
    const broken = join(await throwAway('touchstone-bin-'), 'git');
    await writeFile(broken, '#!/bin/sh\necho "git: not found" >&2\nexit 127\n', { mode: 0o755 });
    const before = process.env['PATH'];
    process.env['PATH'] = `${broken.slice(0, -4)}:${before}`;
    try {
      const { steps, finalPatch } = await replay(await mini([{ command: 'cat a.txt', output: 'one\ntwo\n' }], edited));
      expect(steps).toMatchObject([{ repeated: { kind: 'same' }, patch: null, isExact: false }]);
      expect(finalPatch.kind).toBe('not-run');
      expect(notes.join()).toMatch(/^No diffs are taken after the steps: the image has no git/);
    } finally {
      process.env['PATH'] = before;
    }
  });

  it('can be stopped: the sandbox is gone and nothing is kept', async () => {
    const { replay, sessions, kept } = await setUp();
    const stop = new AbortController();
    const opened = await mini([
      { command: 'true', output: '' },
      { command: 'true', output: '' },
    ]);
    sessions.onDownload = () => undefined;
    const work = replay(opened, stop.signal);
    stop.abort(new Error('Cancelled'));
    await expect(work).rejects.toThrow('Cancelled');
    expect(kept).toEqual([]);
    expect(sessions.closed).toHaveLength(sessions.opened.length);
  });

  it('is refused where nothing in it calls anything', async () => {
    const { replay } = await setUp();
    const document = { ...miniDocument([], ''), messages: [{ role: 'user', content: 'Mend it.' }] };
    await expect(replay(await openMini(document))).rejects.toThrow('nothing to replay');
  });
});

/** A session of Claude Code: a call and its answer each. */
const claudeLines = (cwd: string, calls: readonly (readonly [string, object, string])[]): string =>
  calls
    .flatMap(([name, input, content], at) => {
      const shared = {
        cwd,
        isSidechain: false,
        userType: 'external',
        sessionId: 's',
        version: '2.1.0',
        timestamp: `2026-01-01T00:00:${10 + at}.000Z`,
      };
      const use = { type: 'tool_use', id: `t${at}`, name, input };
      const answer = { type: 'tool_result', tool_use_id: `t${at}`, content };
      return [
        {
          ...shared,
          type: 'assistant',
          uuid: `a${at}`,
          parentUuid: at === 0 ? null : `u${at - 1}`,
          message: { id: `m${at}`, role: 'assistant', model: 'm', content: [use] },
        },
        {
          ...shared,
          type: 'user',
          uuid: `u${at}`,
          parentUuid: `a${at}`,
          message: { role: 'user', content: [answer] },
        },
      ];
    })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
