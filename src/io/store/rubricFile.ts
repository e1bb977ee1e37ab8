import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { canonicalJson } from '../../core/review/events/canonicalJson';
import { parseRubric } from '../../core/review/rubric/parseRubric';
import type { Rubric } from '../../core/review/rubric/rubric';
import { type Path, pathText, type RubricProblem } from '../../core/review/rubric/rubricProblem';
import { InputFault, type Problem } from '../../core/shared/problem';
import { sha256 } from './sha256';

/** A rubric file of more bytes is refused unread. */
const largest = 1024 * 1024;

export interface RubricRead {
  readonly rubric: Rubric | null;
  /** Lower-case hex SHA-256 over the RFC 8785 form of the document: comments and line ends do not change it. */
  readonly hash: string | null;
  readonly problems: readonly (Problem & { readonly severity: 'error' | 'warning' })[];
}

type Document = ReturnType<typeof parseDocument>;

/** Line of the node at a path, or of the nearest one above it that exists. */
const lineOf = (document: Document, lines: LineCounter, path: Path): number => {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: readonly number[] } | undefined;
    const start = node?.range?.[0];
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
};

/** A document whose aliases multiply beyond reason has no values. */
const valuesOf = (document: Document): unknown => {
  try {
    return document.toJS({ maxAliasCount: 20 });
  } catch {
    return null;
  }
};

const placed = (problem: RubricProblem, name: string, line: number): RubricRead['problems'][number] => ({
  where: `${name} line ${line}`,
  field: pathText(problem.path),
  reason: problem.code === 'schema' ? problem.reason : `${problem.code}: ${problem.reason}`,
  severity: problem.severity,
});

/** Reads a rubric from YAML 1.2 text; `name` is how messages call the file. Nothing in it is evaluated. */
export const readRubricText = (text: string, name: string): RubricRead => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2', schema: 'core', uniqueKeys: true });
  const syntax = document.errors.map((error) => ({
    where: `${name} line ${lines.linePos(error.pos[0]).line}`,
    field: null,
    reason: error.message.split('\n')[0] ?? error.code,
    severity: 'error' as const,
  }));
  if (syntax.length > 0) return { rubric: null, hash: null, problems: syntax };
  const values = valuesOf(document);
  const { rubric, problems } = parseRubric(values);
  const found = problems.map((problem) => placed(problem, name, lineOf(document, lines, problem.path)));
  return { rubric, hash: rubric && sha256(canonicalJson(values)), problems: found };
};

/** Reads a rubric file. Rejects with an InputFault where it can't be read or is no rubric, naming line and field. */
export const readRubricFile = async (path: string): Promise<{ readonly rubric: Rubric; readonly hash: string }> => {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new InputFault(`${path}: can't be read (${error.code ?? error.message}).`);
  });
  if (bytes.length > largest) throw new InputFault(`${path}: ${bytes.length} bytes; a rubric has at most ${largest}.`);
  const { rubric, hash, problems } = readRubricText(bytes.toString('utf8'), basename(path));
  if (rubric && hash) return { rubric, hash };
  const said = problems.filter(({ severity }) => severity === 'error').slice(0, 5);
  throw new InputFault(said.map(({ where, field, reason }) => `${where}: ${field ?? ''} ${reason}`).join('\n'));
};
