import type Docker from 'dockerode';
import type { JobSpec } from '../../core/run/container/engine';

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

const environment = (job: JobSpec, id: string, imageEnvironment: readonly string[]): string[] => {
  const inImage = new Set(imageEnvironment.map(nameOf));
  const usual = Object.entries(usualEnvironment).filter(([name]) => !inImage.has(name));
  const own = {
    TOUCHSTONE_IN: '/in',
    TOUCHSTONE_OUT: '/out',
    TOUCHSTONE_TESTBED: job.testbed,
    TOUCHSTONE_JOB: id,
  };
  return Object.entries({ ...Object.fromEntries(usual), ...job.env, ...own }).map(([k, v]) => `${k}=${v}`);
};

const hostConfig = ({ limits }: JobSpec): Docker.HostConfig => ({
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

/** One container for one job: the script is its main process, nothing of the host is bound in, no network. */
export const createOptions = (
  job: JobSpec,
  id: string,
  owner: { readonly host: string; readonly pid: number; readonly deadline: string },
  imageEnvironment: readonly string[],
): Docker.ContainerCreateOptions => ({
  Image: job.image,
  Entrypoint: ['bash'],
  Cmd: ['/in/entry.sh'],
  User: '0:0',
  WorkingDir: '/',
  Tty: false,
  AttachStdin: false,
  Env: environment(job, id, imageEnvironment),
  Labels: {
    ...job.labels,
    [jobLabel]: id,
    [ownerLabel]: `${owner.host}:${owner.pid}`,
    [deadlineLabel]: owner.deadline,
  },
  HostConfig: hostConfig(job),
});
