import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobEnd, JobSpec } from '../../core/run/container/engine';
import type { OutputTap } from '../jobs/outputTap';
import type { JobFolders } from './environment';
import { folderBytes } from './folderSize';

export interface LocalJob {
  readonly id: string;
  readonly child: ChildProcess;
  readonly folders: JobFolders;
  readonly spec: JobSpec;
  readonly tap: OutputTap;
  readonly startedAt: number;
  readonly notes: readonly string[];
  readonly exit: Promise<number | null>;
}

type Stop = 'time-out' | 'aborted' | 'disk';
type Ending = { readonly kind: 'exit'; readonly code: number | null } | { readonly kind: Stop };

/** How often a job's folders are measured. */
const measureMs = 5_000;

const whenFull = async ({ folders, spec }: LocalJob, over: AbortSignal): Promise<Ending> => {
  const { diskBytes } = spec.limits;
  while (!over.aborted) {
    await pause(measureMs, undefined, { signal: over }).catch(() => undefined);
    if (!over.aborted && (await folderBytes(folders.root, diskBytes)) > diskBytes) return { kind: 'disk' };
  }
  return new Promise(() => {});
};

const whenOver = (ms: number, over: AbortSignal): Promise<Ending> =>
  pause<Ending>(ms, { kind: 'time-out' }, { signal: over }).catch(() => new Promise(() => {}));

const whenAborted = (signal: AbortSignal | undefined, over: AbortSignal): Promise<Ending> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve({ kind: 'aborted' });
    signal?.addEventListener('abort', () => resolve({ kind: 'aborted' }), { once: true, signal: over });
  });

/** What comes first: the job's own end, its deadline, nobody wants it any more, or its disk is full. */
export const ending = async (job: LocalJob, signal?: AbortSignal): Promise<Ending> => {
  const over = new AbortController();
  const left = Math.max(0, job.startedAt + job.spec.deadlineMs - performance.now());
  const exit = job.exit.then((code): Ending => ({ kind: 'exit', code }));
  try {
    const others = [whenOver(left, over.signal), whenAborted(signal, over.signal), whenFull(job, over.signal)];
    return await Promise.race([exit, ...others]);
  } finally {
    over.abort();
  }
};

export const stopWords = (why: Stop, { deadlineMs, limits }: JobSpec): string => {
  if (why === 'aborted') return 'cancelled';
  if (why === 'time-out') return `the watchdog ended it after ${deadlineMs} ms`;
  return `it was ended, as it had written more than ${limits.diskBytes} bytes; backend.limits.disk says how much it may`;
};

export const endKind = (end: Ending): JobEnd['kind'] => {
  if (end.kind === 'exit') return end.code === 0 ? 'finished' : 'killed';
  return end.kind === 'time-out' ? 'time-out' : 'killed';
};
