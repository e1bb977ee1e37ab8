import { err, ok, type Result } from '../../shared/result';
import { type FileCoverage, fileOfHits, isCount, isLine } from './coverage';

interface Section {
  readonly path: string;
  readonly hits: Map<number, number>;
  /** LF and LH, where they are said: for a section without DA lines. */
  found: number | null;
  hit: number | null;
}

/** `DA:<line>,<count>[,<checksum>]`; null where it is none. A count that is negative (an old gcov) is "ran". */
const dataOf = (text: string): readonly [line: number, count: number] | null => {
  const [line, count] = text.split(',');
  const numbers = [Number(line), Number(count)] as const;
  if (!isLine(numbers[0]) || count === undefined || count.trim() === '' || Number.isNaN(numbers[1])) return null;
  return [numbers[0], Math.abs(numbers[1])];
};

const sectionFile = ({ path, hits, found, hit }: Section): FileCoverage | string => {
  if (hits.size > 0 || found === null) return fileOfHits(path, hits);
  if (hit === null || hit > found) return `${path}: LH says ${hit ?? 'nothing'} of ${found} lines`;
  return { path, lines: found, executed: hit };
};

/** Reads line by line; what it does not need (functions, branches, names of tests) is passed over. */
class LcovReader {
  readonly sections = new Map<string, Section>();
  private current: Section | null = null;

  /** What is wrong with a line; null where it is right. */
  take(line: string): string | null {
    if (line.startsWith('SF:')) return this.open(line.slice(3));
    if (line === 'end_of_record') this.current = null;
    else if (line.startsWith('DA:')) return this.data(line.slice(3));
    else if (line.startsWith('LF:') || line.startsWith('LH:')) return this.total(line);
    return null;
  }

  /** The same file comes again for each test name: its counts are added up. */
  private open(path: string): string | null {
    if (path === '') return 'SF names no file';
    this.current = this.sections.get(path) ?? { path, hits: new Map(), found: null, hit: null };
    this.sections.set(path, this.current);
    return null;
  }

  private data(text: string): string | null {
    if (this.current === null) return 'DA stands outside of a file';
    const read = dataOf(text);
    if (read === null) return 'DA has no line and count';
    const [line, count] = read;
    this.current.hits.set(line, (this.current.hits.get(line) ?? 0) + count);
    return null;
  }

  private total(line: string): string | null {
    const count = Number(line.slice(3));
    if (this.current === null || !isCount(count)) return `${line.slice(0, 2)} has no count`;
    if (line.startsWith('LF:')) this.current.found = count;
    else this.current.hit = count;
    return null;
  }
}

/**
 * The tracefile of lcov (`man geninfo`, "Files"; written by gcov, c8, nyc, Node, coverage.py): `SF`, `DA`, `LF`, `LH`
 * and `end_of_record`. Lines are the `DA` records. A record that can't be read is an error with its line, since a count
 * that is left out would change the share.
 */
export const readLcov = (text: string): Result<readonly FileCoverage[], string> => {
  const reader = new LcovReader();
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    const fault = reader.take(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (fault !== null) return err(`line ${number}: ${fault}`);
  }
  if (reader.sections.size === 0) return err('no record of a file (SF) in it');
  const files = [...reader.sections.values()].map(sectionFile);
  const wrong = files.find((file) => typeof file === 'string');
  return wrong === undefined ? ok(files.filter((file) => typeof file !== 'string')) : err(wrong);
};
