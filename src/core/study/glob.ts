const special = /[.+^${}()|[\]\\]/g;

/**
 * Whether paths of a repository match a glob of the study file: `*` within a folder's name, `**` over folders, `?` one
 * character; a name without `/` stands for a file of the top. Longer than 400 characters matches nothing.
 */
export const globMatcher = (glob: string): ((path: string) => boolean) => {
  if (glob.length > 400) return () => false;
  const plain = glob
    .replace(/^\.?\//, '')
    .replace(/\/$/, '/**')
    .replace(/\*{2,}/g, '**');
  const source = plain
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**/') return '(?:[^/]+/)*';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      return part === '?' ? '[^/]' : part.replace(special, '\\$&');
    })
    .join('');
  const pattern = new RegExp(`^${source}$`, 's');
  return (path) => pattern.test(path);
};
