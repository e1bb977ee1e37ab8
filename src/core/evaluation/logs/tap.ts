import type { LogParser, TestResult, TestStatus } from '../testResult';

const POINT = /^( *)(ok|not ok)(?: +(\d+))?(?: +-)?(?: (.*))?$/s;
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
 * count under their own name. Lines inside a YAML block are diagnostics and give no result. The harness's
 * `parse_log_tap` differs in all of these points; see `officialTap.ts`.
 */
export const tapParser: LogParser = {
  name: 'tap',
  parse(lines, firstLine) {
    const results = new Map<string, TestResult>();
    let yaml: string | null = null;
    for (const [index, line] of lines.entries()) {
      if (yaml !== null && line.startsWith(yaml)) {
        if (line === `${yaml}...`) yaml = null;
        continue;
      }
      yaml = null;
      const indent = /^( +)---$/.exec(line);
      if (indent) yaml = indent[1] ?? '';
      const point = POINT.exec(line);
      if (point === null) continue;
      const { name, directive } = splitDirective(point[4] ?? '');
      const id = name.replace(/\\([#\\])/g, '$1');
      if (id !== '') results.set(id, { status: statusOf(point[2] ?? '', directive), line: firstLine + index });
    }
    return results;
  },
};
