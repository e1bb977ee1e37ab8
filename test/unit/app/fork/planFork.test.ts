import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forkReply } from '../../../../src/app/fork/forkReply';
import { type ForkGround, type ForkWords, planFork } from '../../../../src/app/fork/planFork';
import { type OpenedTrajectory, openTrajectory } from '../../../../src/app/trajectory/openTrajectory';
import { loopPresets } from '../../../../src/core/run/agent/presets/loopPresets';
import { InputFault } from '../../../../src/core/shared/problem';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { hashPieces } from '../../../../src/io/store/hashPieces';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { FolderSandbox } from '../../../fakes/forkSandbox';
import { type MadeCommand, miniDocument, openMini } from '../../../fakes/miniTrajectory';
import { throwAway } from '../../../fakes/throwAway';

const [mini] = loopPresets;
if (mini === undefined) throw new Error('There is no loop.');
const ports = { files: nodeFiles, hash: hashPieces, replays: { read: async () => null } };
const ground: ForkGround = {
  place: { studyFolder: null, instance: null },
  base: { kind: 'none', why: 'No repository is known.', wantsRepository: true },
  testbed: '/testbed',
  isContained: true,
};
const asItWas = { hint: null, editedReply: null, approximate: false };
const plan = (opened: OpenedTrajectory, words: Partial<ForkWords> & { readonly step: number }) =>
  planFork(ports, opened, ground, mini, { ...asItWas, ...words });
const signal = new AbortController().signal;

/** A run of these commands in a folder that the sandbox has too. */
const recorded = async (...commands: readonly MadeCommand[]) => {
  const folder = await throwAway('touchstone-fork-');
  const environment = { cwd: folder, timeout: 20, interpreter: ['bash', '-c'] };
  return {
    opened: await openMini(miniDocument(commands, '', environment)),
    sandbox: new FolderSandbox(folder),
    folder,
  };
};

const sample = (name: string) =>
  openTrajectory(
    openTrajectoryFiles,
    resolve('samples/quickstart/runs', `${name.replace('/', '/trajectories/touchstone-samples__spandrel-')}`),
  );

describe('the files of a fork', () => {
  const program = { command: 'sh -c "echo made >made.txt; echo done"', output: 'done\n' };

  it('are made by running the recorded commands again, where the record alone does not say them', async () => {
    const { opened, sandbox, folder } = await recorded(program, { command: 'cat made.txt', output: 'made\n' });
    const { fork, origin } = await plan(opened, { step: 1 });
    await fork.prepare(sandbox, signal);
    expect(origin.state).toEqual({
      by: 'replay',
      exact: true,
      words: 'The commands of 1 step were run again. None parted.',
    });
    expect(await readFile(join(folder, 'made.txt'), 'utf8')).toBe('made\n');
    expect(sandbox.ran.join('\n')).not.toContain('cat made.txt');
  });

  it('are refused where a command gives something else now, with what would help', async () => {
    const parts = { command: 'sh -c "echo made >made.txt; echo $RANDOM$$ other"', output: 'as it was\n' };
    const { opened, sandbox } = await recorded(program, parts, { command: 'ls', output: '' });
    const { fork, origin } = await plan(opened, { step: 3 });
    await expect(fork.prepare(sandbox, signal)).rejects.toThrow(
      /step 2 parted at line 1: "as it was" was recorded.*fork at step 1 or before, or fork with --approximate/,
    );
    expect(origin.state.by).toBeNull();
  });

  it('may be known only about, and then the record says so', async () => {
    const parts = { command: 'sh -c "echo other"', output: 'as it was\n' };
    const { opened, sandbox } = await recorded(parts, program);
    const { fork, origin } = await plan(opened, { step: 2, approximate: true });
    await fork.prepare(sandbox, signal);
    expect(origin.state).toMatchObject({ by: 'replay', exact: false, words: expect.stringContaining('step 1 parted') });
  });

  it('of a step whose reply is edited are those before it', async () => {
    const { opened, sandbox } = await recorded(program, { command: 'echo gone >gone.txt', output: '' });
    const { fork } = await plan(opened, { step: 2, editedReply: '```bash\nls\n```' });
    await fork.prepare(sandbox, signal);
    expect(sandbox.ran.join('\n')).toContain('made.txt');
    expect(sandbox.ran.join('\n')).not.toContain('gone.txt');
    const first = await plan(opened, { step: 1, editedReply: '```bash\nls\n```' });
    await first.fork.prepare(sandbox, signal);
    expect(first.origin.state.words).toBe('Nothing was done before: it begins at base.');
  });

  it('long commands and files get into the sandbox whole', async () => {
    const text = `${'x'.repeat(99)}\n`.repeat(900);
    const { opened, sandbox, folder } = await recorded({
      command: `sh -c "true"; cat >long.txt <<'EOF'\n${text}EOF`,
      output: '',
    });
    const { fork, origin } = await plan(opened, { step: 1 });
    await fork.prepare(sandbox, signal);
    expect(origin.state).toMatchObject({ by: 'replay', exact: true });
    expect(await readFile(join(folder, 'long.txt'), 'utf8')).toBe(text);
  });
});

describe('the messages of a fork', () => {
  const start = async (opened: OpenedTrajectory, words: Partial<ForkWords> & { readonly step: number }) =>
    plan(opened, words);

  it('are counted as the parent, and named by file, step and hash', async () => {
    const { origin } = await start(await sample('kestrel-1/14.traj.json'), { step: 4, hint: 'Look at both.' });
    expect(origin).toMatchObject({ step: 4, calls: 2, costUsd: 0.0003482, change: 'hint', messages: 'raw' });
    expect(origin.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('replies whose cost was lost make the inherited cost unknown, and count as calls', async () => {
    const { origin } = await start(await sample('heron-2/17.old.traj.json'), { step: 12 });
    expect(origin).toMatchObject({ calls: 17, costUsd: null });
  });

  it('of another format are told again, and that is said', async () => {
    const { origin, notes } = await start(await sample('heron-2/14.killed.jsonl'), { step: 4 });
    expect(origin.messages).toBe('told');
    expect(notes).toEqual([expect.stringContaining('told again from the steps of Claude Code stream-json')]);
  });

  it('a step of a sub-agent, or none, is refused', async () => {
    const atif = await sample('heron-2/23.trajectory.json');
    await expect(start(atif, { step: 16 })).rejects.toThrow('Fork at a step of the main agent');
    await expect(start(atif, { step: 99 })).rejects.toThrow('there is no step 99; it has 18');
  });

  it('a hint and an edited reply at once, and an edited prompt, are refused', async () => {
    const opened = await sample('kestrel-1/14.traj.json');
    await expect(start(opened, { step: 4, hint: 'x', editedReply: 'y' })).rejects.toThrow('not both');
    await expect(start(opened, { step: 2, editedReply: 'y' })).rejects.toThrow('no reply of the model');
    await expect(start(opened, { step: 4, editedReply: 'no command' })).rejects.toThrow(InputFault);
  });

  it("a step's reply is given as it can be edited", async () => {
    const text = await forkReply(await sample('kestrel-1/14.traj.json'), 3);
    expect(text).toBe('Look at format.js.\n\n```mswea_bash_command\ncat src/format.js\n```\n');
  });
});
