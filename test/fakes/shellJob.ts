import type { JobSpec } from '../../src/core/run/container/engine';
import { defaultLimits } from '../../src/core/run/container/limits';
import { shellImage } from './evaluationProject';

/** A job whose entry is the given shell script; the label names this test process, so that rivals' jobs are not met. */
export const shellJob = (script: string, changes: Partial<JobSpec> = {}): JobSpec => ({
  labels: { 'dev.touchstone.run': `job-test-${process.pid}` },
  image: shellImage,
  files: [{ path: '/in/entry.sh', bytes: new TextEncoder().encode(script) }],
  bundlePath: null,
  testbed: '/testbed',
  env: {},
  limits: { ...defaultLimits, memoryBytes: 256 * 1024 ** 2 },
  deadlineMs: 60_000,
  ...changes,
});

/** The image of the shell jobs, made once from this machine's own programs. */
export const shellImageRequest = {
  image: shellImage,
  recipe: { base: 'host', packages: [] },
  namedByData: false,
};

export const noImageHooks = { onProgress: () => {}, confirmPull: async () => false };
