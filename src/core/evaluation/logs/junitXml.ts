import type { TestStatus } from '../testResult';
import { flatText } from './flatText';
import type { LineParser, LogLine, LogPlace, ResultSink } from './lineParser';
import { XmlReader } from './xmlReader';
import type { XmlTag } from './xmlTag';

const START = /<(?:\?xml|testsuites?|testcase)[\s>?/]/;
const verdicts: ReadonlyMap<string, TestStatus> = new Map([
  ['failure', 'FAILED'],
  ['error', 'ERROR'],
  ['skipped', 'SKIPPED'],
]);
/** How much a verdict says: a failed test may hold a skipped mark of one of its runs, too. */
const weights: readonly TestStatus[] = ['PASSED', 'SKIPPED', 'ERROR', 'FAILED'];

interface Case {
  readonly id: string;
  readonly place: LogPlace;
  status: TestStatus;
}

export type JunitId = (classname: string, name: string) => string;

/** The tests of the XML documents in a log, as they come. */
class JunitReading {
  private reader: XmlReader | null = null;
  private current: Case | null = null;
  private depth = 0;
  private place: LogPlace = { line: 1, start: 0, end: 0 };

  constructor(
    private readonly sink: ResultSink,
    private readonly idOf: JunitId,
  ) {}

  line({ text, line, start, end }: LogLine): void {
    this.place = { line, start, end };
    let rest = `${text}\n`;
    if (this.reader === null) {
      const found = START.exec(rest);
      if (found === null) return;
      rest = rest.slice(found.index);
      this.reader = new XmlReader({ tag: (tag) => this.tag(tag), flaw: () => {} }, 'lenient');
    }
    this.reader.push(rest);
  }

  private tag(tag: XmlTag): void {
    if (tag.kind === 'open') this.depth += 1;
    if (tag.kind !== 'close') this.open(tag);
    if (tag.kind !== 'open' && tag.name === 'testcase') this.close();
    if (tag.kind === 'close') this.depth -= 1;
    if (this.depth <= 0 && tag.kind !== 'open') this.leave();
  }

  /** After the root, what a log says next is no XML. */
  private leave(): void {
    this.depth = 0;
    this.current = null;
    this.reader = null;
  }

  private open({ name, attributes }: XmlTag): void {
    if (name === 'testcase') {
      const id = this.idOf(attributes.get('classname') ?? '', attributes.get('name') ?? '');
      const idle = attributes.get('status') === 'notrun' || attributes.get('result') === 'skipped';
      this.current = { id: flatText(id), place: this.place, status: idle ? 'SKIPPED' : 'PASSED' };
      return;
    }
    const verdict = verdicts.get(name);
    if (this.current === null || verdict === undefined) return;
    if (weights.indexOf(verdict) > weights.indexOf(this.current.status)) this.current.status = verdict;
  }

  private close(): void {
    if (this.current === null) return;
    const { id, place, status } = this.current;
    if (id !== '') this.sink.set(id, status, { ...place, end: this.place.end });
    this.current = null;
  }
}

/** A parser for JUnit's XML whose ids are made by `idOf`. */
const junitParser = (name: string, idOf: JunitId): LineParser => ({
  name,
  cues: 'every',
  read: (sink) => new JunitReading(sink, idOf),
});

/**
 * JUnit XML, as most runners write it (https://github.com/testmoapp/junitxml), anywhere in a log: the id is
 * `classname::name`. A test case counts when it ends, so one that breaks off gives no result.
 */
export const junitXmlParser = junitParser('junit-xml', (classname, name) =>
  classname === '' ? name : `${classname}::${name}`,
);
