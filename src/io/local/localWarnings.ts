/** What whoever takes the local backend has to know. */
export const localWarnings: readonly string[] = [
  'local is no sandbox: the code under test runs as you, on this machine, with your files and the network.',
  'No memory or CPU limits. A process that leaves its session and empties its environment is not found.',
];

export const noWindows = 'The local backend needs a POSIX shell: use docker, or run in WSL.';
