import type { LogPlace } from './lineParser';
import { wholeTextParser } from './wholeText';
import { XmlNames } from './xmlNames';
import { XmlReader } from './xmlReader';
import type { XmlTag } from './xmlTag';

const START = '<doctest';
const END = '</doctest>';
/** How many test cases may stand in one another; doctest itself never nests them. */
const DEEPEST = 16;

interface SubCase {
  readonly name: string;
  readonly place: LogPlace;
  passed: boolean;
}

interface TestCase {
  readonly name: string;
  readonly subcases: SubCase[];
}

interface Open {
  readonly tag: string;
  readonly testCase: TestCase | null;
  readonly subcase: SubCase | null;
}

/** Gathers the test cases of one document; null at its end where it is not well-formed. */
class DoctestDocument {
  readonly cases: TestCase[] = [];
  place: LogPlace = { line: 1, start: 0, end: 0 };
  private readonly names = new XmlNames();
  private readonly open: Open[] = [];
  private readonly openCases: TestCase[] = [];
  private readonly openSubcases: SubCase[] = [];
  private state: 'before' | 'inside' | 'after' | 'broken' = 'before';

  flaw(): void {
    this.state = 'broken';
  }

  tag(tag: XmlTag): void {
    if (this.state === 'after' || this.state === 'broken') this.flaw();
    else if (tag.kind === 'close') this.close(tag.name);
    else {
      this.enter(tag);
      if (tag.kind === 'empty' && this.open.length > 0) this.close(tag.name);
    }
  }

  get isWhole(): boolean {
    return this.state === 'after';
  }

  private enter(tag: XmlTag): void {
    const plain = this.names.open(tag);
    const kind = plain === true && this.state === 'inside' ? tag.name : '';
    this.state = plain === null ? 'broken' : 'inside';
    const name = tag.attributes.get('name') ?? 'None';
    const testCase = kind === 'TestCase' ? { name, subcases: [] } : null;
    const subcase = kind === 'SubCase' && this.openCases.length > 0 ? { name, place: this.place, passed: true } : null;
    if (subcase) for (const one of this.openCases) one.subcases.push(subcase);
    if (kind === 'Expression' && tag.attributes.get('success') !== 'true') this.fail();
    this.open.push({ tag: tag.name, testCase, subcase });
    if (testCase) this.cases.push(testCase);
    if (testCase) this.openCases.push(testCase);
    if (subcase) this.openSubcases.push(subcase);
    if (this.openCases.length > DEEPEST) this.flaw();
  }

  private fail(): void {
    const inner = this.openSubcases.at(-1);
    if (inner) inner.passed = false;
  }

  private close(name: string): void {
    const top = this.open.pop();
    if (top?.tag !== name) {
      this.flaw();
      return;
    }
    this.names.close();
    if (top.testCase) this.openCases.pop();
    if (top.subcase) this.openSubcases.pop();
    // What fails inside a subcase fails those around it.
    if (top.subcase?.passed === false) this.fail();
    if (this.open.length === 0 && this.state === 'inside') this.state = 'after';
  }
}

/**
 * doctest's XML (`-s -r=xml`) as `parse_log_doctest` reads it: a subcase passes only if all its expressions succeed; the id
 * is `test case > subcase`. The first document counts, from `<doctest` to `</doctest>`; where it is not well-formed the
 * harness breaks off.
 */
export const doctestParser = wholeTextParser('parse_log_doctest', ({ text, placeAt }, set, breakOff) => {
  const start = text.indexOf(START);
  if (start === -1) return;
  const end = text.indexOf(END, start);
  if (end === -1) {
    breakOff(placeAt(start));
    return;
  }
  const document = new DoctestDocument();
  const reader = new XmlReader(document);
  for (let at = start; at < end + END.length; ) {
    const lineEnd = text.indexOf('\n', at);
    const next = Math.min(lineEnd === -1 ? text.length : lineEnd + 1, end + END.length);
    document.place = placeAt(at);
    reader.push(text.slice(at, next));
    at = next;
  }
  if (!document.isWhole) {
    breakOff(document.place);
    return;
  }
  for (const { name, subcases } of document.cases)
    for (const subcase of subcases)
      set(`${name} > ${subcase.name}`, subcase.passed ? 'PASSED' : 'FAILED', subcase.place);
});
