import type { Recognised } from './inspection';

/** A kind of test log, told by lines that only it has. */
interface LogKind {
  readonly format: string;
  readonly isIt: (text: string) => boolean;
  /** A line that is the result of one test, where the kind has such lines of its own. */
  readonly result?: RegExp;
  readonly version?: string;
}

const either =
  (...patterns: readonly RegExp[]) =>
  (text: string): boolean =>
    patterns.some((pattern) => pattern.test(text));

const every =
  (...patterns: readonly RegExp[]) =>
  (text: string): boolean =>
    patterns.every((pattern) => pattern.test(text));

/** The first three kinds are logs of harnesses, which hold the output of a test framework. */
const harnessKinds = 3;

/** The harnesses' own logs before those of test frameworks, which may stand inside them. Every pattern is linear. */
const logKinds: readonly LogKind[] = [
  {
    format: 'v1-eval-log',
    version: '1',
    isIt: either(
      /^>>>>> Applied Patch \((?:pred_try|pred|test)\)/m,
      /^\[[^\]\n]{1,200}\] \[[^\]\n]{1,200}\] Task Metadata:/,
    ),
  },
  {
    format: 'run-instance-log',
    isIt: every(/^\ufeff?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} - (?:INFO|DEBUG|WARNING|ERROR) - /),
  },
  {
    format: 'swebench-test-output',
    isIt: either(
      /^\+? ?:? ?'?>>>>> (?:Start|End) Test Output/m,
      /^>>>>> (?:Patch Apply Failed|Reset Failed|Tests Errored|Tests Timed Out)/m,
    ),
  },
  {
    format: 'go-test-log',
    isIt: either(/^=== RUN {3}\S/m, /^--- (?:PASS|FAIL|SKIP): \S/m),
    result: /^ *--- (?:PASS|FAIL|SKIP): /gm,
  },
  {
    format: 'pytest-log',
    isIt: either(
      /^={3,} (?:test session starts|short test summary info|FAILURES|ERRORS) ={3,}/m,
      /^(?:PASSED|FAILED|ERROR|SKIPPED|XFAIL) \S+::\S/m,
      /::[^\s:]{1,500} (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL)(?: {1,200}\[ {0,3}\d{1,3}%\])?\r?$/m,
      /^\[gw\d+\] \[ *\d+%\] (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL) /m,
    ),
    result: /^(?:\[gw\d+\] \[ *\d+%\] )?(?:PASSED|FAILED|ERROR|SKIPPED|XFAIL) \S/gm,
  },
  {
    format: 'cargo-test-log',
    isIt: every(/^running \d+ tests?$/m, /^test .{1,2000} \.\.\. (?:ok|FAILED|ignored)/m),
    result: /^test .{1,2000} \.\.\. (?:ok|FAILED|ignored)/gm,
  },
  {
    format: 'django-test-log',
    isIt: either(/^\w+ \([\w.]+\)(?: \.\.\. | \[).{0,200}/m),
    result: /^.{1,2000} \.\.\. (?:ok|FAIL|ERROR|skipped)/gm,
  },
  { format: 'tap-log', isIt: either(/^TAP version 1[34]\r?$/m), result: /^ *(?:not )?ok \d+/gm },
  { format: 'tap-log', isIt: every(/^1\.\.\d+\r?$/m, /^(?:not )?ok \d+/m), result: /^ *(?:not )?ok \d+/gm },
  { format: 'maven-log', isIt: either(/^\[INFO\] BUILD (?:SUCCESS|FAILURE)/m, /^\[(?:INFO|ERROR)\] Tests run: \d+/m) },
  { format: 'junit-xml', isIt: either(/^\s*(?:<\?xml[^>]{0,300}\?>\s*)?<testsuites?[\s>]/), result: /<testcase[\s>]/g },
  {
    format: 'sympy-test-log',
    isIt: either(/^=+ test process starts =+\r?$/m),
    result: /^test_\S+ .{0,200}(?:ok|F|E|f|s|w)\b/gm,
  },
  { format: 'vitest-log', isIt: either(/^ *Test Files {2}.{0,200}\(\d+\)/m), result: /^ +[✓×↓❯] /gm },
  { format: 'jasmine-log', isIt: either(/^\d+ specs?, \d+ failures?/m) },
  { format: 'jest-log', isIt: every(/^Tests: {2,}.{0,200}\d+ total/m), result: /^ +[✓✕○] /gm },
  { format: 'mocha-log', isIt: every(/^ +\d+ passing/m), result: /^ +[✓✔] |^ +\d+\) /gm },
];

const countResults = (kind: LogKind | undefined, text: string): { readonly results?: number } =>
  kind?.result === undefined ? {} : { results: text.match(kind.result)?.length ?? 0 };

/** What the tests' own output inside a harness's log looks like. */
const insideOf = (text: string): LogKind | undefined => logKinds.slice(harnessKinds).find(({ isIt }) => isIt(text));

/** The kind of a test log by its lines; null where it is none. Colours are taken away first. */
export const logKindOf = (written: string): Recognised | null => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes start with one
  const text = written.replace(/\u001b\[[0-9;]{0,20}m/g, '');
  const at = logKinds.findIndex(({ isIt }) => isIt(text));
  const kind = logKinds[at];
  if (!kind) return null;
  const inside = at < harnessKinds ? insideOf(text) : undefined;
  return {
    format: kind.format,
    version: kind.version ?? null,
    counts: { lines: linesOf(written), ...countResults(inside ?? kind, text) },
    warnings: inside ? [`The tests' own output looks like ${inside.format}.`] : [],
  };
};

/** Lines as a person counts them: a last one without its end counts too. */
export const linesOf = (text: string): number => {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
};
