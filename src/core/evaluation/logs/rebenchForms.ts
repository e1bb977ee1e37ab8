import type { TestStatus } from '../testResult';
import { BLANKS, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { flatText } from './flatText';
import { cuesAt } from './lineParser';
import { softLineParser } from './softLines';
import { wholeTextParser } from './wholeText';

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const NVIM = new RegExp(`^(Success|Failed|Fail|skipped|skip)[${BLANKS}]*\\|\\|(.*)$`, 'is');

/** Neovim's plenary tests, `Success || name` (`parse_log_lua_nvim`): a failure counts over all else. */
export const neovimParser = softLineParser('parse_log_lua_nvim', cuesAt('anywhere', '||'), () => (raw, sink) => {
  const [, word = '', rest = ''] = NVIM.exec(raw.replace(COLOUR, '')) ?? [];
  const name = trimBlanks(rest);
  if (name === '') return;
  if (word === 'Fail' || word === 'Failed') sink.last(name, 'FAILED');
  else if (/^skip/i.test(word)) sink.first(name, 'SKIPPED');
  else if (word === 'Success') sink.first(name, 'PASSED');
});

const count = (name: string): string => `${name}:[${BLANKS}]+([${DIGIT}]+)`;
const TOTALS = new RegExp(`^${['Tests run', 'Failures', 'Errors', 'Skipped'].map(count).join(`,[${BLANKS}]+`)}`, 'u');
const RUNNING = new RegExp(`^Running[${BLANKS}]+(.+)$`, 's');
const isNone = (digits: string | undefined): boolean => Number(digits) === 0;

/** Surefire's totals of each class, `Running X` then `Tests run: ...` (`parse_logs_kotlin_junit`): the class is the unit. */
export const kotlinJunitParser = softLineParser(
  'parse_logs_kotlin_junit',
  cuesAt('anywhere', 'Running', 'Tests run:'),
  () => {
    let current: string | null = null;
    return (raw, sink) => {
      const text = trimBlanks(raw);
      const running = RUNNING.exec(text)?.[1];
      if (running !== undefined) current = flatText(running);
      const totals = running === undefined && current !== null ? TOTALS.exec(text) : null;
      if (totals === null || current === null) return;
      const [, , failures, errors, skipped] = totals;
      const failed = !isNone(failures) || !isNone(errors);
      sink.last(current, failed ? 'FAILED' : isNone(skipped) ? 'PASSED' : 'SKIPPED');
      current = null;
    };
  },
);

const TAG = /<testcase(?![\p{L}\p{N}_])/gu;
const ATTRIBUTE = /([\p{L}\p{N}_]+)="([^"]*)"/gu;
const END = '</testcase>';
const verdicts: readonly (readonly [tag: string, status: TestStatus])[] = [
  ['<failure', 'FAILED'],
  ['<error', 'ERROR'],
  ['<skipped', 'SKIPPED'],
];

/** The id of a test case, by its attributes as they stand: nothing in them is decoded. */
const idOf = (attributes: string): string | null => {
  const values = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, value]));
  const name = values.get('name');
  const home = values.get('classname');
  if (!name) return null;
  return home ? trimBlanks(`${home} ${name}`) : name;
};

/**
 * `<testcase>` tags anywhere in a text, read as text, not as XML (`parse_log_junit`, `parse_log_sbt`): the id is
 * `classname name` as they stand.
 */
export const junitTextParser = wholeTextParser('parse_log_junit', ({ text, placeAt }, set) => {
  const lastEnd = text.lastIndexOf(END);
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    const close = text.indexOf('>', tag.index);
    if (close === -1) return;
    const attributes = text.slice(tag.index + tag[0].length, close);
    const id = idOf(attributes);
    let from = close + 1;
    if (id !== null) {
      const empty = trimBlanks(attributes).endsWith('/');
      const end = empty || lastEnd < from ? -1 : text.indexOf(END, from);
      const content = empty ? '' : text.slice(from, end === -1 ? from + 4096 : end);
      if (end !== -1) from = end + END.length;
      set(id, verdicts.find(([mark]) => content.includes(mark))?.[1] ?? 'PASSED', placeAt(tag.index));
    }
    TAG.lastIndex = from;
  }
});
