import { isJsonObject, type JsonObject, objectsOf, readJson, textOf } from './jsonReader';
import { partOf, type SetResult, splitText, type WholeText, wholeTextParser } from './wholeText';

const COMMAND = './node_modules/.bin/mocha tests/run.js --reporter json';

/** A test of mocha's JSON and where it stands. */
interface Title {
  readonly title: string;
  readonly at: number;
}

const titlesOf = (report: JsonObject, list: string, startOf: (test: JsonObject) => number): Title[] | null => {
  const tests = report.get(list);
  if (!Array.isArray(tests)) return null;
  const titles = objectsOf(tests).map((test) => ({ title: textOf(test.get('fullTitle')), at: startOf(test) }));
  const whole = titles.length === tests.length && titles.every(({ title }) => title !== null);
  return whole ? titles.map(({ title, at }) => ({ title: title ?? '', at })) : null;
};

/** From the section's first brace to its last, as the harness cuts it; braces are added where they are missing. */
const documentOf = (section: WholeText): WholeText => {
  const start = section.text.indexOf('{') + 1;
  const close = section.text.lastIndexOf('}');
  const body = partOf(section, start, close < start ? section.text.length : close);
  return { text: `{${body.text}}`, placeAt: (index) => body.placeAt(index - 1) };
};

/** The failures and passes of a section; null where the harness breaks off. */
const readSection = (section: WholeText): ((set: SetResult) => void) | null => {
  const report = documentOf(section);
  const reading = readJson(report.text);
  if (reading.kind === 'broken' || !isJsonObject(reading.value) || reading.end !== report.text.length) return null;
  const startOf = (test: JsonObject): number => reading.rangeOf(test).start;
  const failures = titlesOf(reading.value, 'failures', startOf);
  const passes = titlesOf(reading.value, 'passes', startOf);
  if (!failures || !passes) return null;
  return (set) => {
    for (const { title, at } of failures) set(title, 'FAILED', report.placeAt(at));
    for (const { title, at } of passes) set(title, 'PASSED', report.placeAt(at));
  };
};

/**
 * Mocha's JSON as `parse_log_prismjs` reads it: one report after each traced command, `fullTitle` as id. Where one is no
 * whole report, the harness breaks off.
 */
export const prismParser = wholeTextParser('parse_log_prismjs', (whole, set, breakOff) => {
  for (const section of splitText(whole, COMMAND).slice(1)) {
    const read = readSection(section);
    if (read === null) breakOff(section.placeAt(0));
    else read(set);
  }
});
