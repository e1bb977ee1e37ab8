const [lead, bell] = ['\\x1b', '\\x07'];

/** Colours and cursor moves; titles and links, which end with a bell or such a lead; single letters. */
const escapes = new RegExp(
  [
    `${lead}\\[[0-?]*[ -/]*[@-~]`,
    `${lead}\\][^${bell}${lead}]{0,4096}(?:${bell}|${lead}\\\\)`,
    `${lead}[@-Z\\\\-_]`,
  ].join('|'),
  'g',
);

const unit = '(?:ns|us|µs|μs|ms|s|secs?|seconds?|m|mins?|minutes?)';
const number = '\\d+(?:\\.\\d+)?';
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const clock = '\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?';

/**
 * What may differ between two runs of one command, by name: nothing else may. Each is found in one line and stands for
 * its name when lines are compared.
 */
const loose: readonly (readonly [name: string, found: RegExp, shown: string])[] = [
  ['dates', new RegExp(`\\d{4}-\\d\\d-\\d\\d[T ]${clock}(?: ?(?:Z|[+-]\\d\\d:?\\d\\d))?`, 'g'), '<date>'],
  ['dates', new RegExp(`${weekday} ${month} +\\d{1,2} ${clock}(?: [A-Z]{2,5})? \\d{4}(?: [+-]\\d{4})?`, 'g'), '<date>'],
  ['dates', new RegExp(`${weekday}, \\d{1,2} ${month} \\d{4} ${clock}(?: (?:GMT|UTC|[+-]\\d{4}))?`, 'g'), '<date>'],
  // As `ls -l` has them, behind the size.
  ['dates', new RegExp(`(?<=\\d )${month} +\\d{1,2} +(?:\\d{1,2}:\\d\\d|\\d{4})(?= )`, 'g'), '<date>'],
  ['dates', /\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  ['durations', /\bduration_ms[: =]+\d+(?:\.\d+)?/g, 'duration_ms <time>'],
  ['durations', /\b\d+m\d+[.,]\d+s\b/g, '<time>'],
  ['durations', new RegExp(`([(\\[] *)${number} ?${unit}(?= *[)\\]])`, 'g'), '$1<time>'],
  [
    'durations',
    new RegExp(`\\b(in|took|after|[Ee]lapsed|[Tt]ime|[Dd]uration)([: =]+)${number} ?${unit}\\b`, 'g'),
    '$1$2<time>',
  ],
  ['durations', /\b\d+\.\d{2,} ?m?s\b/g, '<time>'],
  ['addresses', /\b0x[0-9a-fA-F]{6,16}\b/g, '<address>'],
  ['process ids', /^\[\d+\] \d+$/g, '<job>'],
  ['process ids', /\b(pid|PID|[Pp]rocess)([ :=]+)\d+\b/g, '$1$2<pid>'],
  ['process ids', /\((node|python3?):\d+\)/g, '($1:<pid>)'],
  ['temporary paths', /\/tmp\/(?:tmp[._]?\w{6,12}|[\w.-]{1,60}-[A-Za-z0-9]{6,12})(?![\w-])/g, '/tmp/<name>'],
  ['temporary paths', /\/tmp\/pytest-of-(\w+)\/pytest-\d+/g, '/tmp/pytest-of-$1/<name>'],
  ['hashes of new commits', /^\[([^\]\s]+|detached HEAD)( \(root-commit\))? [0-9a-f]{7,40}\]/g, '[$1$2 <hash>]'],
  ['lengths of short hashes', /\bindex ([0-9a-f]{7})[0-9a-f]*\.\.([0-9a-f]{7})[0-9a-f]*/g, 'index $1..$2'],
];

/** Whole texts: line ends of one kind, no colours, no line ends behind the last line. */
export const looseText = (text: string): string =>
  text.replace(/\r+\n/g, '\n').replace(escapes, '').replace(/\n+$/, '');

/** Lines beyond this are compared as they stand: no line of a report is that long. */
const longestLine = 20_000;

/** A line with everything that may differ named instead. */
export const looseLine = (line: string): string =>
  line.length > longestLine ? line : loose.reduce((text, [, found, shown]) => text.replace(found, shown), line);
