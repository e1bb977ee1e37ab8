import { browserPattern, findFailures, type ReadFailure, untilFailed } from './browserFailures';
import { wholeTextParser } from './wholeText';

const heads = [
  '2KPhantomJS_#_\\(Linux_#\\)_',
  '2KPhantomJS_#_\\(Linux_x86\\x5f64\\)_',
  'HeadlessChrome_#_\\(Linux_#\\)_',
].map(browserPattern);
const CHROME = browserPattern('Chrome_Headless_');
const SYSTEM = browserPattern('_\\(Linux_x86\\x5f64\\)(?=_)');

/** Index of the last of `systems` that begins at or before `limit`; -1 where there is none. */
const lastBefore = (systems: readonly { readonly at: number }[], limit: number): number => {
  let low = -1;
  let high = systems.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((systems[middle]?.at ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** `version (Linux x86_64) name FAILED`: the last system of the line that a failure follows. */
const afterVersion = (text: string): ReadFailure => {
  const systems = [...text.matchAll(SYSTEM)].map(({ index, 0: { length } }) => ({
    at: index,
    end: index + length + 1,
  }));
  return (_text, from, lineEnd) => {
    for (let index = lastBefore(systems, lineEnd); index >= 0; index -= 1) {
      const system = systems[index];
      if (!system || system.at < from) return null;
      const end = system.end <= lineEnd ? lineEnd : text.indexOf('\n', system.end);
      const failure = untilFailed(text, system.end, end === -1 ? text.length : end);
      if (failure) return failure;
      if (system.end + 'FAILED'.length <= lineEnd) return null;
    }
    return null;
  };
};

/** Karma's failures in three browsers as `parse_log_bpmn_js` reads them: failures alone; the ids keep their blanks. */
export const bpmnJsParser = wholeTextParser('parse_log_bpmn_js', (whole, set) => {
  for (const head of heads) findFailures(whole, head, untilFailed, (name) => name, set);
  findFailures(whole, CHROME, afterVersion(whole.text), (name) => name, set);
});
