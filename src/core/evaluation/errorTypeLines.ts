import type { ErrorType } from './errorType';

interface LineRule {
  readonly type: ErrorType;
  readonly rule: string;
  readonly pattern: RegExp;
}

const rule = (type: ErrorType, name: string, pattern: RegExp): LineRule => ({ type, rule: name, pattern });

/**
 * An exception's name where frameworks print it: at the start of the line, after pytest's `E`, node's `name: '`, a
 * bracket of Maven, or a package (`java.lang.`, `builtins.`). A name inside a sentence is none.
 */
const named = (names: string): RegExp =>
  new RegExp(
    `^(?:E {1,7}|\\s{0,12}(?:Uncaught |Caused by: |name: '|error: '|\\[ERROR\\] )?|> {0,2})(?:[\\w$]{1,60}\\.){0,8}(?:${names})(?:$|[:\\s'(\\[])`,
  );

/**
 * Which line means which type; the first rule that fits a line decides, so the order is from the narrow to the wide:
 * an IndentationError is a SyntaxError, an UnboundLocalError a NameError, and both are printed by their own names.
 */
const rules: readonly LineRule[] = [
  rule('indentation', 'Python IndentationError', named('IndentationError|TabError')),
  rule('syntax', 'SyntaxError', named('SyntaxError')),
  rule('import', 'Python ImportError', named('ImportError|ModuleNotFoundError')),
  rule(
    'import',
    'Node module not found',
    /Cannot find (?:module|package) '|ERR_MODULE_NOT_FOUND|does not provide an export named/,
  ),
  rule('import', 'Java class not found', named('ClassNotFoundException|NoClassDefFoundError')),
  rule(
    'import',
    'Java package missing',
    /error: package [\w.]{1,200} does not exist|\[ERROR\].{0,400}package [\w.]{1,200} does not exist/,
  ),
  rule(
    'import',
    'Go package missing',
    /no required module provides package|cannot find package "|is not in (?:GOROOT|std)\b/,
  ),
  rule('import', 'Rust unresolved import', /^error(?:\[E0432\]|\[E0433\])/),
  rule('recursion', 'recursion limit', named('RecursionError|StackOverflowError')),
  rule(
    'recursion',
    'call stack exceeded',
    /Maximum call stack size exceeded|too much recursion|maximum recursion depth exceeded/,
  ),
  rule('recursion', 'stack overflow', /goroutine stack exceeds|has overflowed its stack/),
  rule('name', 'NameError or ReferenceError', named('NameError|UnboundLocalError|ReferenceError')),
  rule('name', 'Java symbol missing', /error: cannot find symbol|\[ERROR\].{0,400}cannot find symbol/),
  rule('name', 'Go name undefined', /^\S{1,400}\.go:\d{1,9}:\d{1,9}: undefined: /),
  rule('name', 'Rust name missing', /^error\[E04(?:25|12|05|23|26)\]/),
  rule('syntax', 'Go syntax error', /^\S{1,400}\.go:\d{1,9}:\d{1,9}: syntax error/),
  rule(
    'syntax',
    'Java syntax error',
    /error: (?:'.{1,3}' expected|illegal start of|reached end of file while parsing|class, interface)/,
  ),
  rule(
    'syntax',
    'Java syntax error',
    /^\[ERROR\].{0,400}\.java:\[\d{1,9},\d{1,9}\] (?:'.{1,3}' expected|illegal start of|reached end)/,
  ),
  rule(
    'syntax',
    'Rust syntax error',
    /^error: (?:expected |unexpected |this file contains an un|mismatched closing|unclosed )/,
  ),
  rule(
    'time-out',
    'time-out of a test',
    /Exceeded timeout of \d{1,9} ?ms|Timeout of \d{1,9}ms exceeded|Test timed out in \d{1,9}ms|panic: test timed out after|^E {1,7}Failed: Timeout|TestTimedOutException/,
  ),
  rule('time-out', 'TimeoutError', named('TimeoutError|Timeout')),
  rule(
    'assertion',
    'AssertionError',
    named('AssertionError|AssertionFailedError|ComparisonFailure|ERR_ASSERTION|ExpectationFailed'),
  ),
  rule('assertion', 'pytest assert', /^E {1,7}assert\b/),
  rule('assertion', 'pytest raises', /^E {1,7}Failed: DID NOT (?:RAISE|WARN)/),
  rule('assertion', 'node assertion', /code: 'ERR_ASSERTION'/),
  rule('assertion', 'expect(...)', /expect\(.{0,200}\)\.(?:not\.|resolves\.|rejects\.)?to[A-Z]/),
  rule('assertion', 'Go test says got and want', /^\s{1,20}\S{1,200}_test\.go:\d{1,9}: /),
  rule('assertion', 'testify', /^\s{1,20}Error Trace:/),
  rule('assertion', 'Rust assertion', /assertion (?:`.{1,200}` )?failed|assertion `left [!=]= right` failed/),
  rule(
    'assertion',
    'Expected and received',
    /^\s{1,20}Expected(?: value)?: |^\s{1,20}Expected .{1,300} to (?:be|equal|contain|match|throw|have)\b/,
  ),
  // Known to be an error and of no type above: it keeps a later line from deciding in its place.
  rule('other', 'another error', named('\\w{0,80}(?:Error|Exception)')),
];

/** Names in at least one of these forms stand in every line that a rule can fit. */
const cue =
  /Expected|Error|Exception|Failure|error|assert|Assert|expect|Cannot find|does not provide|does not exist|ERR_|no required module|cannot find|is not in|call stack|recursion|goroutine|overflowed|undefined|imeout|timed out|_test\.go|Failed|Trace/;

/** Lines longer than this are read no further: error names stand at their beginning. */
const longest = 2000;

/** What one line of a log says, by the first rule that fits it; null where none does. Linear in the line, bounded. */
export const errorInLine = (line: string): { readonly type: ErrorType; readonly rule: string } | null => {
  const text = line.length > longest ? line.slice(0, longest) : line;
  if (!cue.test(text)) return null;
  return rules.find(({ pattern }) => pattern.test(text)) ?? null;
};
