/** Folders in which harnesses put the repository. */
const root =
  /^(?:\/testbed|\/repo|\/app|\/workspace\/[^/]+|\/home\/[^/]+\/[^/]+|\/Users\/[^/]+\/[^/]+|\/root\/[^/]+)\//;

/** A path as runs can be compared by it: below the repository, without `./`. */
export const comparable = (path: string): string => path.replace(root, '').replace(/^(?:\.\/)+/, '');

/** Scratch files say nothing of the repository. */
export const isScratch = (path: string): boolean => /^\/(?:tmp|var\/tmp|dev)\//.test(path) || path === '/dev/null';
