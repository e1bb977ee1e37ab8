import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { EnvironmentFault } from '../../core/shared/problem';

/** What every script of an evaluation may call: the entry script, the rows' scripts, git and patch. */
const usualPrograms = [
  ...['bash', 'sh', 'env', 'cat', 'cp', 'mv', 'rm', 'ln', 'ls', 'mkdir', 'rmdir', 'mkfifo', 'mktemp', 'chmod', 'chown'],
  ...['touch', 'head', 'tail', 'cut', 'tr', 'sort', 'uniq', 'wc', 'comm', 'join', 'paste', 'split', 'tee', 'printf'],
  ...['echo', 'true', 'false', 'test', '[', 'expr', 'seq', 'sleep', 'date', 'timeout', 'nohup', 'nice', 'kill', 'id'],
  ...['whoami', 'uname', 'nproc', 'pwd', 'basename', 'dirname', 'realpath', 'readlink', 'stat', 'du', 'df', 'sync'],
  ...['sha1sum', 'sha256sum', 'md5sum', 'base64', 'od', 'dd', 'truncate', 'install', 'stty', 'tty', 'yes'],
  ...[
    'grep',
    'egrep',
    'fgrep',
    'sed',
    'awk',
    'find',
    'xargs',
    'diff',
    'cmp',
    'patch',
    'tar',
    'gzip',
    'gunzip',
    'which',
  ],
  ...['setsid', 'git'],
];

/** Without these an evaluation can't run; the others are taken where the host has them. */
const neededPrograms = new Set([
  'bash',
  'cat',
  'cp',
  'mv',
  'mkdir',
  'mkfifo',
  'mktemp',
  'tail',
  'tee',
  'timeout',
  'git',
  'patch',
]);

/** Distribution packages whose program has another name. */
const programOfPackage: Readonly<Record<string, string>> = { nodejs: 'node', 'git-core': 'git', coreutils: 'cat' };

const folders = (): string[] => {
  const own = (process.env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'));
  return [...new Set([...own, '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'])];
};

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/** The file that the shell would run; null where there is none. */
const findProgram = (name: string): string | null =>
  folders()
    .map((folder) => path.join(folder, name))
    .find(isProgram) ?? null;

export interface HostPrograms {
  /** Absolute paths as found on the PATH, links not resolved. */
  readonly files: readonly string[];
  /** Names that are no program here: to be asked of the package manager. */
  readonly packages: readonly string[];
}

/** Finds the usual programs and those named. Throws EnvironmentFault('image') where a needed one is missing. */
export const findPrograms = (names: readonly string[]): HostPrograms => {
  const files = new Set<string>();
  for (const name of usualPrograms) {
    const file = findProgram(name);
    if (file !== null) files.add(file);
    else if (neededPrograms.has(name))
      throw new EnvironmentFault('image', `An image from this machine's own programs needs ${name}; install it.`);
  }
  const packages: string[] = [];
  for (const name of names) {
    const file = /^[A-Za-z0-9][\w.+-]*$/.test(name) ? findProgram(programOfPackage[name] ?? name) : null;
    if (file === null) packages.push(name);
    else files.add(file);
  }
  return { files: [...files], packages };
};
