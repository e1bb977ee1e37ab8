import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { printable } from '../../core/workspace/repositorySource';

type Failure =
  | { readonly kind: 'failed'; readonly stderr: string; readonly code: number; readonly doing: string }
  | { readonly kind: 'too-much'; readonly args: readonly string[] }
  | { readonly kind: 'not-run'; readonly error: { readonly code?: string | undefined }; readonly cwd: string };

const full = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/i;
const network =
  /Could not resolve (host|hostname|proxy)|unable to access|Connection (refused|reset|timed out)|Network is unreachable|Failed to connect|Operation timed out|early EOF|RPC failed|SSL|the remote end hung up|No route to host/i;
const refused =
  /Authentication failed|could not read (Username|Password)|Permission denied \(|Repository not found|repository '.*' not found|returned error: 40[134]|Host key verification failed/i;
const absent =
  /does not appear to be a git repository|not a git repository|does not exist|not a bundle|prerequisite commits|v\d bundle/i;

/** What git said last, as one line without addresses' passwords. */
const saidLast = (stderr: string): string => {
  const lines = stderr.split(/[\r\n]+/).filter((line) => /^(fatal|error):/.test(line));
  const line =
    lines[0] ??
    stderr
      .trim()
      .split(/[\r\n]+/)
      .at(-1) ??
    '';
  return printable(line.replace(/^(fatal|error):\s*/, ''));
};

/** A full disk, said with what was being done and what to do. */
export const diskFault = (doing: string): EnvironmentFault =>
  new EnvironmentFault(
    'disk',
    `The disk is full (${doing}). Nothing half made was left behind: free some space, or set TOUCHSTONE_CACHE to a folder on another disk, and try again.`,
  );

const ofStderr = (stderr: string, code: number, doing: string): Error => {
  const said = saidLast(stderr);
  if (full.test(stderr)) return diskFault(doing);
  if (refused.test(stderr))
    return new InputFault(`The host gave no access (${doing}): ${said}. Check the address and your credentials.`);
  if (network.test(stderr))
    return new EnvironmentFault(
      'network',
      `No network (${doing}): ${said}. Check it, or give a local clone or bundle.`,
    );
  if (absent.test(stderr)) return new InputFault(`No whole repository there (${doing}): ${said}.`);
  return new EnvironmentFault('git', `git ended with ${code} (${doing}): ${said}.`);
};

/** Turns a failed git call into a fault that says what to do: disk, network, access, no git, or git's own words. */
export const gitFault = (failure: Failure): Error => {
  if (failure.kind === 'failed') return ofStderr(failure.stderr, failure.code, failure.doing);
  if (failure.kind === 'too-much')
    return new InputFault(`git ${failure.args[0] ?? ''} gave more output than is read at once; nothing was changed.`);
  if (failure.error.code === 'ENOENT')
    return new EnvironmentFault('git', "git wasn't found on PATH. Install git 2.36 or later and try again.");
  return new EnvironmentFault('git', `git couldn't be run in ${failure.cwd} (${failure.error.code ?? 'stopped'}).`);
};

/** A failure of the file system as a fault: a full disk is said as such, everything else is passed on. */
export const fileFault = (error: unknown, doing: string): unknown => {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT' ? diskFault(doing) : error;
};
