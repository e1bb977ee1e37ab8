import type { FilePort } from '../../core/shared/files';

const around = 3;
/** A log may be endless; what stands behind is not looked at. */
const mostBytes = 64 * 1024 ** 2;
const longestLine = 400;

const cut = (line: string): string => (line.length > longestLine ? `${line.slice(0, longestLine)}...` : line);

/** Lines of a log around some of its lines (1-based), each with its number, gaps marked; '' where there is no log. */
export const logExcerpt = async (files: FilePort, path: string, wanted: readonly number[]): Promise<string> => {
  if (wanted.length === 0 || (await files.stat(path))?.kind !== 'file') return '';
  const near = new Set(wanted.flatMap((line) => Array.from({ length: 2 * around + 1 }, (_, at) => line - around + at)));
  const all = new TextDecoder().decode(await files.readBytes(path, mostBytes)).split('\n');
  const shown = [...near].filter((line) => line >= 1 && line <= all.length).sort((a, b) => a - b);
  const lines = shown.flatMap((line, at) => {
    const gap = at > 0 && shown[at - 1] !== line - 1 ? ['...'] : [];
    return [...gap, `${line}: ${cut(all[line - 1] ?? '')}`];
  });
  return lines.join('\n');
};
