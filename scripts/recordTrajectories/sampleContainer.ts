import { join } from 'node:path';
import { checkOutTestbed } from '../../src/app/containerFiles';
import { instanceTarget } from '../../src/app/instanceTarget';
import { studyOfDataset } from '../../src/app/openInstanceStudy';
import { readInstance } from '../../src/app/readDatasetInstance';
import type { Instance } from '../../src/core/instance/instance';
import { defaultLimits } from '../../src/core/run/container/limits';
import type { OutputChunk, Session } from '../../src/core/run/container/session';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { gitWorkspaceFiles } from '../../src/io/git/workspaceFiles';
import { openEngine } from '../../src/io/jobs/openEngine';
import { openSessions } from '../../src/io/jobs/openSessions';
import type { LoopShell } from './miniLoop';
import type { CommandResult } from './miniMessages';

/** The environment that mini-swe-agent gives every command. */
export const shellEnv = { PAGER: 'cat', MANPAGER: 'cat', LESS: '-R', PIP_PROGRESS_BAR: 'off', TQDM_DISABLE: '1' };

export interface SampleContainer {
  readonly instance: Instance;
  readonly image: string;
  readonly shell: LoopShell;
  close(): Promise<void>;
}

/** A fresh container of an instance of the sample at its base, as an evaluation would have it. */
export const openSampleContainer = async (
  sample: string,
  pullRequest: number,
  timeoutSeconds: number,
): Promise<SampleContainer> => {
  const datasetPath = join(sample, 'datasets', 'spandrel.jsonl');
  const instance = await readInstance(nodeFiles, datasetPath, `touchstone-samples__spandrel-${pullRequest}`);
  if (instance === null) throw new Error(`The sample has no instance ${pullRequest}.`);
  const study = await studyOfDataset(nodeFiles, datasetPath);
  const target = await instanceTarget(nodeFiles, datasetPath, instance, study, {});
  const { image, repository, testbed } = target;
  if (image === null || repository === null || instance.baseCommit === null)
    throw new Error('The study file of the sample names no image or no repository.');
  const engine = await openEngine('docker', null);
  const hooks = { onProgress: () => {}, confirmPull: async () => true };
  const { reference = image.image } = await engine.prepareImage(image, hooks);
  const sessions = await openSessions('docker', null);
  const session = await sessions.openSession({
    labels: { 'dev.touchstone.schema': '1', 'dev.touchstone.instance': instance.id, 'dev.touchstone.use': 'recording' },
    image: reference,
    env: { ...target.env, ...shellEnv },
    workdir: '/',
    user: null,
    limits: defaultLimits,
    mounts: [],
    ttlMs: 30 * 60_000,
  });
  const base = instance.baseCommit;
  try {
    await gitWorkspaceFiles().withBase(repository, base, (folder) => checkOutTestbed(session, folder, testbed, base));
  } catch (error) {
    await session.close();
    throw error;
  }
  const shell = { run: (command: string) => runCommand(session, testbed, command, timeoutSeconds) };
  return { instance, image: image.image, shell, close: () => session.close() };
};

/** `bash -c`, both streams in one so that their order is the command's own. */
const runCommand = async (
  session: Session,
  cwd: string,
  command: string,
  timeoutSeconds: number,
): Promise<CommandResult> => {
  const timeoutMs = timeoutSeconds * 1000;
  const step = { cwd, env: {}, user: null, input: null, timeoutMs };
  const running = await session.start({ command: ['sh', '-c', 'exec bash -c "$1" 2>&1', 'sh', command], ...step });
  const output = await textOf(running.output);
  const { kind, exitCode, evidence } = await running.wait();
  if (kind === 'finished' && exitCode !== null)
    return { output, returncode: exitCode, exceptionInfo: '', exceptionType: null };
  if (kind !== 'time-out') throw new Error(`A command ended early (${kind}: ${evidence.join('; ')}): ${command}`);
  const exceptionInfo = `An error occurred while executing the command: it timed out after ${timeoutSeconds} seconds`;
  return { output, returncode: -1, exceptionInfo, exceptionType: 'TimeoutExpired' };
};

const textOf = async (chunks: AsyncIterable<OutputChunk>): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const { bytes } of chunks) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
};
