import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Document } from 'yaml';
import { canonicalJson } from '../../core/review/events/canonicalJson';
import { parseRubric } from '../../core/review/rubric/parseRubric';
import type { Rubric } from '../../core/review/rubric/rubric';
import { pathText, type RubricCode, type RubricProblem } from '../../core/review/rubric/rubricProblem';
import { InputFault, type Problem } from '../../core/shared/problem';
import { readYaml } from '../../core/shared/yamlDocument';
import { yamlFaultRange, yamlFaultWords } from '../../core/shared/yamlFault';
import { type TextSpan, YamlPlaces } from '../../core/shared/yamlPlaces';
import { sha256 } from './sha256';

/** A rubric file of more bytes is refused unread. */
const largest = 1024 * 1024;

/** A fault of a rubric file, at its place. */
export interface PlacedRubricProblem extends Problem {
  readonly severity: 'error' | 'warning';
  /** `R101` and so on; `schema` where the shape is wrong, `yaml` where the text is no YAML. */
  readonly code: RubricCode | 'yaml';
  /** Half-open range of characters: the value, the unknown key, or the first line of a block. */
  readonly range: TextSpan;
  /** What was probably meant instead of what stands in the range. */
  readonly meant?: readonly string[];
}

export interface RubricRead {
  readonly rubric: Rubric | null;
  /** Lower-case hex SHA-256 over the RFC 8785 form of the document: comments and line ends do not change it. */
  readonly hash: string | null;
  readonly problems: readonly PlacedRubricProblem[];
  /** What the hash is over; null where there is none. */
  readonly document: unknown;
}

/** A document whose aliases multiply beyond reason has no values. */
const valuesOf = (document: Document): unknown => {
  try {
    return document.toJS({ maxAliasCount: 20 });
  } catch {
    return null;
  }
};

const placed = (problem: RubricProblem, name: string, places: YamlPlaces): PlacedRubricProblem => {
  const range = places.ofPath(problem.path, problem.atKey ? 'key' : 'value');
  return {
    where: `${name} line ${places.line(range[0])}`,
    field: pathText(problem.path),
    reason: problem.code === 'schema' ? problem.reason : `${problem.code}: ${problem.reason}`,
    severity: problem.severity,
    code: problem.code,
    range,
    ...(problem.meant ? { meant: problem.meant } : {}),
  };
};

const syntaxOf = (document: Document, name: string, places: YamlPlaces): readonly PlacedRubricProblem[] =>
  document.errors.map((error) => {
    const range = yamlFaultRange(places.text, error);
    const where = `${name} line ${places.line(range[0])}`;
    return { where, field: null, reason: yamlFaultWords(error), severity: 'error', code: 'yaml', range };
  });

/** Reads a rubric from YAML 1.2 text; `name` is how messages call the file. Nothing in it is evaluated. */
export const readRubricText = (text: string, name: string): RubricRead => {
  const { document, lines } = readYaml(text);
  const places = new YamlPlaces(text, lines, document.contents);
  const syntax = syntaxOf(document, name, places);
  if (syntax.length > 0) return { rubric: null, hash: null, problems: syntax, document: null };
  const values = valuesOf(document);
  const { rubric, problems } = parseRubric(values);
  const found = problems.map((problem) => placed(problem, name, places));
  return { rubric, hash: rubric && sha256(canonicalJson(values)), problems: found, document: rubric && values };
};

/** Reads a rubric file. Rejects with an InputFault where it can't be read or is no rubric, naming line and field. */
export const readRubricFile = async (
  path: string,
): Promise<{ readonly rubric: Rubric; readonly hash: string; readonly document: unknown }> => {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new InputFault(`${path}: can't be read (${error.code ?? error.message}).`);
  });
  if (bytes.length > largest) throw new InputFault(`${path}: ${bytes.length} bytes; a rubric has at most ${largest}.`);
  const { rubric, hash, problems, document } = readRubricText(bytes.toString('utf8'), basename(path));
  if (rubric && hash) return { rubric, hash, document };
  const said = problems.filter(({ severity }) => severity === 'error').slice(0, 5);
  throw new InputFault(said.map(({ where, field, reason }) => `${where}: ${field ?? ''} ${reason}`).join('\n'));
};
