import type { TestStatus } from '../testResult';
import { words } from './blanks';
import { cuesAt, type LineParser } from './lineParser';

/** Id and status of one line: `FAILED id`, `id PASSED ...`, `PASSED id`; nothing else counts. */
const read = (line: string): readonly [id: string, status: TestStatus] | null => {
  const failed = line.startsWith('FAILED');
  const inside = line.includes(' PASSED ');
  if (!failed && !inside && !line.startsWith('PASSED')) return null;
  const [first, second] = words(line, 2);
  // The harness before 5.0 broke off at a status word that stands alone.
  if (first === undefined || second === undefined) return null;
  if (failed) return [second, 'FAILED'];
  if (!inside) return [second, 'PASSED'];
  return second === 'PASSED' ? [first, 'PASSED'] : null;
};

/** pytest's output as `parse_log_seaborn` reads it: passes and failures only. */
export const seabornParser: LineParser = {
  name: 'parse_log_seaborn',
  cues: [...cuesAt('start', 'FAILED', 'PASSED'), ...cuesAt('anywhere', ' PASSED ')],
  read: (sink) => ({
    line(line) {
      const found = read(line.text);
      if (found) sink.set(found[0], found[1], line);
    },
  }),
};
