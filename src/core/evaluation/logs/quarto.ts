import type { TestStatus } from '../testResult';
import { trimBlanks } from './blanks';
import { WORD } from './characterClasses';
import { flatText } from './flatText';
import { cuesAt, type LineParser } from './lineParser';

const temporary = [new RegExp(`/tmp/[${WORD}]+\\.qmd`, 'gu'), new RegExp(`/tmp/[${WORD}]+/`, 'gu')];
const endings: readonly (readonly [ending: string, status: TestStatus])[] = [
  ['32mok', 'PASSED'],
  ['31mFAILED', 'FAILED'],
];

/** Gives each temporary path a number, in the order in which they are met. */
const numbering = () => {
  const numbers = new Map<string, number>();
  return (line: string): string => {
    let text = line;
    for (const pattern of temporary) {
      const path = text.match(pattern)?.[0];
      if (path === undefined) continue;
      const number = numbers.get(path) ?? numbers.size;
      numbers.set(flatText(path), number);
      text = text.replace(pattern, `/tmp/${number}`);
    }
    return text;
  };
};

const isSummary = (text: string): boolean =>
  text.startsWith('test result:') ||
  ['passed', 'failed', 'steps'].every((word) => text.includes(word)) ||
  text.includes('34mINFO');

/**
 * Deno's test lines as `parse_log_quarto_cli` reads them: `[smoke] > name ... ok (1s)` in colours; the temporary paths in
 * ids are numbered. A name without a status has failed, unless an earlier line says otherwise.
 */
export const quartoParser: LineParser = {
  name: 'parse_log_quarto_cli',
  cues: cuesAt('anywhere', '[smoke]', '[unit]', 'ERRORS', 'failures:'),
  read(sink) {
    const number = numbering();
    const named = new Set<string>();
    let ended = false;
    return {
      line(line) {
        ended ||= line.text.includes('ERRORS') || line.text.includes('failures:');
        if (ended || !/\[(?:smoke|unit)\]/.test(line.text)) return;
        const text = number(line.text);
        if (isSummary(text)) return;
        const dots = text.indexOf('...');
        const id = flatText(trimBlanks(dots === -1 ? text : text.slice(0, dots)));
        const status = endings.find(([ending]) => text.includes(ending))?.[1];
        if (status === undefined && named.has(id)) return;
        named.add(id);
        sink.set(id, status ?? 'FAILED', line);
      },
    };
  },
};
