import type Docker from 'dockerode';
import type { JobLimits, JobSpec } from '../../core/run/container/engine';

/** Label by which our containers are found again; the others start with it. */
export const jobLabel = 'dev.touchstone.job';
export const ownerLabel = 'dev.touchstone.owner';
export const deadlineLabel = 'dev.touchstone.deadline';

/**
 * The seven capabilities that stay. Dropping all breaks `git apply` where the tree belongs to another user, and
 * without KILL a process that changed its user can't be ended.
 */
const keptCapabilities = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'SETUID', 'SETGID', 'KILL'];

/** Variables that make runs comparable, where neither the image nor the job says otherwise. */
const usualEnvironment: Readonly<Record<string, string>> = { TZ: 'UTC', LANG: 'C.UTF-8' };

const nameOf = (line: string): string => line.split('=', 1)[0] ?? '';

/** `NAME=value` lines for the engine: the usual variables, unless the image or `own` sets them. */
export const environmentLines = (
  own: Readonly<Record<string, string>>,
  imageEnvironment: readonly string[],
): string[] => {
  const inImage = new Set(imageEnvironment.map(nameOf));
  const usual = Object.entries(usualEnvironment).filter(([name]) => !inImage.has(name));
  return Object.entries({ ...Object.fromEntries(usual), ...own }).map(([k, v]) => `${k}=${v}`);
};

const environment = (job: JobSpec, id: string, imageEnvironment: readonly string[]): string[] => {
  const own = {
    TOUCHSTONE_IN: '/in',
    TOUCHSTONE_OUT: '/out',
    TOUCHSTONE_TESTBED: job.testbed,
    TOUCHSTONE_JOB: id,
  };
  return environmentLines({ ...job.env, ...own }, imageEnvironment);
};

/** What holds for every sandbox: seven capabilities, no new privileges, no network, limits, nothing bound in. */
export const sandboxHostConfig = (limits: JobLimits): Docker.HostConfig => ({
  CapDrop: ['ALL'],
  CapAdd: [...keptCapabilities],
  SecurityOpt: ['no-new-privileges'],
  Privileged: false,
  NetworkMode: 'none',
  PidsLimit: limits.pids,
  Memory: limits.memoryBytes,
  MemorySwap: limits.memoryBytes,
  NanoCpus: Math.round(limits.cpus * 1e9),
  Ulimits: [
    { Name: 'fsize', Soft: limits.fileBytes, Hard: limits.fileBytes },
    { Name: 'core', Soft: 0, Hard: 0 },
  ],
  Binds: [],
  AutoRemove: false,
  RestartPolicy: { Name: 'no' },
  // The log file in /out is the truth; the engine's own copy would double every byte on disk and cut the head.
  LogConfig: { Type: 'none', Config: {} },
});

/**
 * One container for one job: the script is its main process, nothing of the host is bound in, no network. `owner`: the
 * labels that say who waits for it.
 */
export const createOptions = (
  job: JobSpec,
  id: string,
  owner: Readonly<Record<string, string>>,
  imageEnvironment: readonly string[],
): Docker.ContainerCreateOptions => ({
  Image: job.image,
  Entrypoint: ['bash'],
  Cmd: ['/in/entry.sh'],
  User: '0:0',
  WorkingDir: '/',
  Tty: false,
  // The script is deaf to what the tests could send as well: a stop by hand or by the engine needn't wait for it.
  StopSignal: 'SIGKILL',
  AttachStdin: false,
  Env: environment(job, id, imageEnvironment),
  Labels: { ...job.labels, ...owner, [jobLabel]: id },
  HostConfig: sandboxHostConfig(job.limits),
});
