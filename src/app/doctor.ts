import type { CleanReport, Engine, EngineInfo } from '../core/run/container/engine';
import type { EngineFacts } from '../core/run/container/engineFacts';
import type { ImageStore } from '../core/run/container/keptImage';
import { counted } from '../core/shared/counted';
import { EnvironmentFault } from '../core/shared/problem';
import { sizeText } from '../core/shared/sizeText';
import { type DoctorCheck, engineChecks } from './doctorEngine';

export interface DoctorReport {
  readonly checks: readonly DoctorCheck[];
  /** What works here as a whole. */
  readonly works: {
    readonly read: boolean;
    readonly open: boolean;
    readonly evaluateDocker: boolean;
    readonly evaluateLocal: boolean;
    readonly hostImages: boolean;
  };
  /** Jobs of earlier processes; null where no engine answered. */
  readonly leftovers: CleanReport | null;
}

export interface DoctorPorts {
  /** First line of `<program> --version`; null where it can't be run. */
  version(program: string): Promise<string | null>;
  /** Free bytes where caches, or results, are written. */
  freeBytes(): Promise<{ readonly folder: string; readonly bytes: number } | null>;
  openEngine(): Promise<Pick<Engine, 'ping' | 'clean'>>;
  /** Absent: nothing more is said of the engine. */
  openImages?(): Promise<{ readonly store: ImageStore; facts(): Promise<EngineFacts> }>;
  readonly platform: string;
  readonly nodeVersion: string;
}

const lowDisk = 10 * 1024 ** 3;

const gitCheck = (version: string | null): DoctorCheck => {
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version ?? '') ?? []).map(Number);
  if (version === null) return { name: 'git', ok: false, detail: 'not found', fix: 'Install git 2.32 or later.' };
  const old = major < 2 || (major === 2 && minor < 32);
  return { name: 'git', ok: !old, detail: version, fix: old ? 'Install git 2.32 or later.' : null };
};

const engineCheck = (info: EngineInfo | EnvironmentFault): DoctorCheck =>
  info instanceof EnvironmentFault
    ? {
        name: 'docker',
        ok: false,
        detail: info.message,
        fix: 'Start an engine, or evaluate with --backend local, which is no sandbox.',
      }
    : {
        name: 'docker',
        ok: true,
        detail: `${info.version} (${info.architecture}) at ${info.endpoint}`,
        fix: info.architecture === 'arm64' ? 'Published x86_64 images are emulated here: give tests more time.' : null,
      };

const localCheck = (platform: string, programs: Readonly<Record<string, string | null>>): DoctorCheck => {
  const missing = ['bash', 'patch'].filter((name) => programs[name] === null);
  if (platform === 'win32')
    return { name: 'local', ok: false, detail: 'not on Windows', fix: 'Use docker, or run in WSL.' };
  if (missing.length > 0)
    return {
      name: 'local',
      ok: false,
      detail: `${missing.join(', ')} not found`,
      fix: `Install ${missing.join(', ')}.`,
    };
  return { name: 'local', ok: null, detail: 'works; it is no sandbox: code runs as you, on this machine', fix: null };
};

const diskCheck = (free: { readonly folder: string; readonly bytes: number } | null): DoctorCheck => {
  if (free === null) return { name: 'disk', ok: null, detail: 'free space unknown', fix: null };
  const detail = `${sizeText(free.bytes)} free at ${free.folder}`;
  const fix = 'Published images take 1 to 4 GiB each; 120 GB are advised for a whole benchmark.';
  return { name: 'disk', ok: free.bytes > lowDisk ? true : null, detail, fix: free.bytes > lowDisk ? null : fix };
};

const askEngine = async (ports: DoctorPorts) => {
  try {
    const engine = await ports.openEngine();
    return { info: await engine.ping(), leftovers: await engine.clean({ dryRun: true }) };
  } catch (error) {
    if (error instanceof EnvironmentFault) return { info: error, leftovers: null };
    throw error;
  }
};

const leftoverCheck = (leftovers: CleanReport | null): DoctorCheck[] => {
  if (leftovers === null || leftovers.removed.length + leftovers.kept.length === 0) return [];
  const { removed, kept } = leftovers;
  const found = `${counted(removed.length, 'container')} that nobody waits for`;
  const detail = kept.length === 0 ? found : `${found}; ${kept.length} with an owner`;
  const fix = removed.length === 0 ? null : 'touchstone doctor --clean removes them.';
  return [{ name: 'leftovers', ok: fix === null ? true : null, detail, fix }];
};

/**
 * Looks at what works on this machine. Removes nothing. Never throws for what is missing: that is the result.
 */
export const doctor = async (ports: DoctorPorts): Promise<DoctorReport> => {
  const [git, bash, patch] = await Promise.all(['git', 'bash', 'patch'].map((name) => ports.version(name)));
  const { info, leftovers } = await askEngine(ports);
  const hasEngine = !(info instanceof EnvironmentFault);
  const local = localCheck(ports.platform, { bash: bash ?? null, patch: patch ?? null });
  const checks = [
    { name: 'node', ok: true, detail: ports.nodeVersion, fix: null },
    gitCheck(git ?? null),
    engineCheck(info),
    ...(hasEngine && ports.openImages ? await engineChecks(ports.openImages, info.endpoint) : []),
    local,
    diskCheck(await ports.freeBytes()),
    ...leftoverCheck(leftovers),
  ];
  const hasGit = git !== null && git !== undefined;
  return {
    checks,
    works: {
      read: true,
      open: hasGit,
      evaluateDocker: hasEngine,
      evaluateLocal: hasGit && local.ok !== false,
      hostImages: hasEngine && hasGit && ports.platform === 'linux',
    },
    leftovers,
  };
};

const mark = ({ ok }: DoctorCheck): string => (ok === null ? '!' : ok ? '✓' : '✗');

/** The report as lines for people. */
export const doctorText = ({ checks, works }: DoctorReport): string => {
  const lines = checks.map(
    (check) => `${mark(check)} ${check.name}: ${check.detail}${check.fix ? ` (${check.fix})` : ''}`,
  );
  const can = [
    ['read and rate', works.read],
    ['open instances', works.open],
    ['evaluate in containers', works.evaluateDocker],
    ['evaluate locally', works.evaluateLocal],
  ] as const;
  return [...lines, ...can.map(([what, yes]) => `${yes ? '✓' : '✗'} ${what}`), ''].join('\n');
};
