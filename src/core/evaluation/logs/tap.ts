import type { TestStatus } from '../testResult';
import { trimBlanks } from './blanks';
import { cuesAt, type LineParser } from './lineParser';

const POINT = /^( *)(ok|not ok)(?: +(\d+))?(?: +-)?(?: (.*))?$/s;
const BAIL_OUT = /^ *Bail out!/;
const DIRECTIVE = /^#\s{0,8}(SKIP|TODO)\b/i;

/** Cuts a description before an unescaped `# SKIP` or `# TODO`; the one blank before it goes with it. */
const splitDirective = (text: string): { name: string; directive: string | null } => {
  for (let at = text.indexOf('#'); at !== -1; at = text.indexOf('#', at + 1)) {
    if (at > 0 && text[at - 1] !== ' ') continue;
    const found = DIRECTIVE.exec(text.slice(at, at + 20));
    if (found?.[1]) return { name: text.slice(0, Math.max(0, at - 1)), directive: found[1].toUpperCase() };
  }
  return { name: text, directive: null };
};

const statusOf = (word: string, directive: string | null): TestStatus => {
  if (directive === 'SKIP') return 'SKIPPED';
  if (word === 'ok') return 'PASSED';
  return directive === 'TODO' ? 'XFAIL' : 'FAILED';
};

/**
 * TAP by its own specification (https://testanything.org/tap-version-14-specification.html): `ok 3 - name # SKIP why`.
 * The dash, the directive and the escapes `\#` and `\\` are not part of the id; blanks at the id's end are. Subtests
 * count under their own name, a point without a description under its number, and `Bail out!` is an error of its own. Lines inside a YAML block are diagnostics and give no result. The harness's
 * `parse_log_tap` differs in all of these points; see `officialTap.ts`.
 */
export const tapParser: LineParser = {
  name: 'tap',
  cues: [...cuesAt('indented', 'ok', 'not ok', '---', 'Bail out!')],
  read(sink) {
    let yaml: string | null = null;
    return {
      line(line) {
        const { text } = line;
        if (yaml !== null && text.startsWith(yaml)) {
          if (text === `${yaml}...`) yaml = null;
          else sink.next();
          return;
        }
        const indent = /^( +)---$/.exec(text);
        yaml = indent?.[1] ?? null;
        // Only the next line shows whether the block goes on.
        if (yaml !== null) sink.next();
        if (BAIL_OUT.test(text)) sink.set(trimBlanks(text), 'ERROR', line);
        const point = POINT.exec(text);
        if (point === null) return;
        const { name, directive } = splitDirective(point[4] ?? '');
        const id = name.replace(/\\([#\\])/g, '$1');
        const number = point[3] ?? '';
        if (id !== '' || number !== '') sink.set(id || number, statusOf(point[2] ?? '', directive), line);
      },
    };
  },
};
