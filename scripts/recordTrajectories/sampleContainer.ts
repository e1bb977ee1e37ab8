import { join } from 'node:path';
import { instanceTarget } from '../../src/app/instanceTarget';
import { studyOfDataset } from '../../src/app/openInstanceStudy';
import { readInstance } from '../../src/app/readDatasetInstance';
import { inRunSandbox } from '../../src/app/run/openSandbox';
import type { Instance } from '../../src/core/instance/instance';
import type { AttemptSandbox, PreparedAttempt } from '../../src/core/run/agent/attempt';
import { defaultLimits } from '../../src/core/run/container/limits';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { gitWorkspaceFiles } from '../../src/io/git/workspaceFiles';
import { openEngine } from '../../src/io/jobs/openEngine';
import { openSessions } from '../../src/io/jobs/openSessions';

type Work<T> = (sandbox: AttemptSandbox, instance: Instance) => Promise<T>;
type Brought = Pick<PreparedAttempt, 'env' | 'interpreter' | 'mounts'>;

/** Works in a fresh sandbox of an instance of the sample at its base, as a run of the product has it. */
export const inSampleSandbox = async <T>(
  sample: string,
  pullRequest: number,
  prepared: Brought,
  work: Work<T>,
): Promise<T> => {
  const datasetPath = join(sample, 'datasets', 'spandrel.jsonl');
  const instance = await readInstance(nodeFiles, datasetPath, `touchstone-samples__spandrel-${pullRequest}`);
  if (instance === null) throw new Error(`The sample has no instance ${pullRequest}.`);
  const study = await studyOfDataset(nodeFiles, datasetPath);
  const target = await instanceTarget(nodeFiles, datasetPath, instance, study, {});
  const engine = await openEngine('docker', null);
  const ports = {
    sessions: await openSessions('docker', null),
    files: gitWorkspaceFiles(),
    prepareImage: engine.prepareImage.bind(engine),
  };
  const wanted = { instance, target, runId: 'recording', isContained: true, limits: defaultLimits, prepared };
  const hooks = { onProgress: () => {}, confirmPull: async () => true };
  // The image by its name: the reference that the engine gave it differs from machine to machine.
  const named = (sandbox: AttemptSandbox): AttemptSandbox => ({
    image: target.image?.image ?? null,
    testbed: sandbox.testbed,
    platform: sandbox.platform,
    run: sandbox.run.bind(sandbox),
    diff: sandbox.diff.bind(sandbox),
    put: sandbox.put.bind(sandbox),
    take: sandbox.take.bind(sandbox),
  });
  const { signal } = new AbortController();
  return inRunSandbox(ports, wanted, hooks, (sandbox) => work(named(sandbox), instance), {
    attempt: signal,
    run: signal,
  });
};
