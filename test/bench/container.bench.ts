import { execa } from 'execa';
import type { JobSpec } from '../../src/core/run/container/engine';
import { defaultLimits } from '../../src/core/run/container/limits';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { type Bench, timeInTurn } from './bench';

const image = 'touchstone-tests/shell:host';

/** A job that does nothing: what is left is the overhead. */
const emptyJob: JobSpec = {
  labels: { 'dev.touchstone.run': 'bench' },
  image,
  files: [{ path: '/in/entry.sh', bytes: new TextEncoder().encode('exit 0\n') }],
  bundlePath: null,
  testbed: '/testbed',
  env: {},
  limits: defaultLimits,
  deadlineMs: 60_000,
};

const runJob = async (engine: DockerEngine): Promise<void> => {
  const ref = await engine.submit(emptyJob);
  const end = await engine.wait(ref);
  if (end.exitCode !== 0) throw new Error(`The empty job ended as ${end.kind}: ${end.evidence.join('; ')}`);
  await engine.files(ref);
  await engine.remove(ref);
};

/** One evaluation's container from files in to removal, without what its script does. */
export const container: Bench = {
  name: 'container overhead of one evaluation',
  limit: 1.3,
  measure: async () => {
    const engine = new DockerEngine(null);
    const here = await engine.ping().then(
      () => execa('docker', ['version']).catch(() => null),
      () => null,
    );
    if (here === null) return { leftOut: 'no Docker engine answers, or there is no docker command' };
    const request = { image, recipe: { base: 'host', packages: [] }, namedByData: false };
    await engine.prepareImage(request, { onProgress: () => {}, confirmPull: async () => false });
    const plain = () => execa('docker', ['run', '--rm', '--network', 'none', image, 'bash', '-c', 'exit 0']);
    return { ...(await timeInTurn(9, () => runJob(engine), plain)), unit: 'ms', meaning: 'docker run --rm' };
  },
};
