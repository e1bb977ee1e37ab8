/** Links followed before a chain counts as one that never ends. */
const longestChain = 40;

/** Parts looked at on a link's way, and characters of its target: what a hostile archive may cost. */
const longestWalk = 256;
const longestTarget = 4096;

/**
 * Why a link may not be made; null where it ends inside the tree's root, whatever other links are on its way. What isn't
 * in the tree counts as a folder, so that a link stays harmless when it is made later. `links`: all links of the tree by
 * their path from the root; `key` turns a path into the form under which it is found there.
 */
export const linkFault = (
  path: string,
  target: string,
  links: ReadonlyMap<string, string>,
  key: (path: string) => string = (same) => same,
): string | null => {
  if (target === '') return 'a link to nothing';
  if (target.length > longestTarget) return 'a link whose target is too long';
  if (target.includes('\0') || target.includes('\\')) return 'a link with a NUL or backslash in its target';
  const at = path.split('/').slice(0, -1);
  const todo = [target];
  let followed = 0;
  let walked = 0;
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (++walked > longestWalk) return 'a link whose chain is too long';
    if (next.startsWith('/') || /^[A-Za-z]:/.test(next)) return `a link to the absolute path ${shown(target)}`;
    const slash = next.indexOf('/');
    const part = slash < 0 ? next : next.slice(0, slash);
    if (slash >= 0) todo.push(next.slice(slash).replace(/^\/+/, ''));
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (at.pop() === undefined) return `a link that leaves the folder (${shown(target)})`;
      continue;
    }
    at.push(part);
    const further = links.get(key(at.join('/')));
    if (further === undefined) continue;
    if (++followed > longestChain) return 'a link whose chain is too long';
    at.pop();
    todo.push(further);
  }
  return null;
};

const shown = (target: string): string => JSON.stringify(target.slice(0, 200));
