import type { Problem } from '../../shared/problem';
import type { Imported, JudgeFormat, JudgeProblem, JudgeReading, JudgeRow } from './importedAnswer';
import type { JudgeMap } from './judgeMap';
import { isCompassRow, readCompassRow } from './readCompassRow';
import { readMappedRow } from './readMappedRow';
import { readOwnRow, readPairRow } from './readOwnRow';
import { fieldAt, isFields } from './rowFields';

/** SWE-bench Pro calls a run by its prefix, and marks its ids; all else of a row is as in our own shape. */
const proRow = (line: JudgeRow): JudgeRow => {
  const { value: row } = line;
  if (!isFields(row) || Object.hasOwn(row, 'run') || !Object.hasOwn(row, 'prefix')) return line;
  return { ...line, value: { ...row, run: row['prefix'] } };
};

const isProRow = (row: unknown): boolean => isFields(row) && Object.hasOwn(row, 'prefix') && !Object.hasOwn(row, 'run');

const formatOf = (rows: readonly JudgeRow[], map: JudgeMap | null): JudgeFormat => {
  if (map !== null) return 'mapped';
  if (rows.some(({ value }) => isCompassRow(value))) return 'compass';
  return rows.some(({ value }) => isProRow(value)) ? 'pro' : 'touchstone';
};

const fieldsOf = (row: unknown): string => {
  const names = isFields(row) ? Object.keys(row) : [];
  return names.length === 0 ? 'none' : `${names.slice(0, 12).join(', ')}${names.length > 12 ? ', ...' : ''}`;
};

const noAnswer = ({ value, place }: JudgeRow): JudgeProblem => {
  const missing = ['instance_id', 'overall'].filter((name) => fieldAt(value, name) === undefined);
  const field = missing[0] ?? null;
  const lacks = isFields(value) ? `has no field ${missing.join(' and no ')}` : 'is no block of names';
  const found = isFields(value)
    ? ` Its fields are ${fieldsOf(value)}: a mapping file says which of them is which.`
    : '';
  const where = `${place.file} ${place.words}`;
  return { code: 'row', where, field, reason: `The row ${lacks}.${found}`, line: place.line };
};

/** What comes of the rows of one file, each of them once. */
class Gathering {
  readonly answers: Imported[] = [];
  readonly problems: JudgeProblem[] = [];
  readonly leftOut: Problem[] = [];

  take(line: JudgeRow, format: JudgeFormat, map: JudgeMap | null): void {
    if (map !== null) {
      const read = readMappedRow(line, map);
      if (read.ok) this.answers.push(read.answer);
      else this.problems.push(read.problem);
      return;
    }
    const compass = format === 'compass' ? readCompassRow(line) : null;
    if (compass !== null && !('kind' in compass)) this.leftOut.push(compass);
    else this.keep(compass ?? readPairRow(line) ?? readOwnRow(proRow(line)), line);
  }

  private keep(answer: Imported | null, line: JudgeRow): void {
    if (answer === null) this.problems.push(noAnswer(line));
    else this.answers.push(answer);
  }
}

/**
 * Reads the rows of a judge's file: by a map where there is one, else by their shape (our own lines, pairs, SWE-Compass's
 * raw_data, SWE-bench Pro's columns). Never throws; every row is told in exactly one of the lists.
 */
export const readJudgeRows = (rows: readonly JudgeRow[], map: JudgeMap | null): JudgeReading => {
  const format = formatOf(rows, map);
  const gathered = new Gathering();
  for (const row of rows) gathered.take(row, format, map);
  const { answers, problems, leftOut } = gathered;
  return { format, rows: rows.length, answers, problems, leftOut };
};
