import type { RuleSetName } from '../ruleSetName';
import { words } from './blanks';
import type { LineResult } from './byLine';
import { cuesAt, type LineParser } from './lineParser';

/** Id and status of one line: `FAILED id`, `id PASSED ...`, `PASSED id`; `alone`: a status word without an id. */
const read = (line: string): LineResult | 'alone' | null => {
  const failed = line.startsWith('FAILED');
  const inside = line.includes(' PASSED ');
  if (!failed && !inside && !line.startsWith('PASSED')) return null;
  const [first, second] = words(line, 2);
  if (first === undefined || second === undefined) return 'alone';
  if (failed) return [second, 'FAILED'];
  if (!inside) return [second, 'PASSED'];
  return second === 'PASSED' ? [first, 'PASSED'] : null;
};

/**
 * pytest's output as `parse_log_seaborn` reads it: passes and failures only. Under swebench-v4 the harness breaks off at a
 * status word that stands alone.
 */
export const seabornParser = (rules: RuleSetName): LineParser => ({
  name: 'parse_log_seaborn',
  cues: [...cuesAt('start', 'FAILED', 'PASSED'), ...cuesAt('anywhere', ' PASSED ')],
  read(sink) {
    return {
      line(line) {
        const found = read(line.text);
        if (found === 'alone' && rules === 'swebench-v4') sink.breakOff(line);
        if (found !== null && found !== 'alone') sink.set(found[0], found[1], line);
      },
    };
  },
});
