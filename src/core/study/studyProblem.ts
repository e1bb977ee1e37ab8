import { isMap, isScalar, isSeq } from 'yaml';
import type { Problem } from '../shared/problem';
import { pathOfField, type TextSpan, type YamlPlaces } from '../shared/yamlPlaces';

/** A fault of the study file. `where` is `touchstone.yaml line 7`, `field` the path `runs[1].base`. */
export interface StudyProblem extends Problem {
  /** `S001` and so on, as in STUDY-FILE.md; `yaml` where the text is no YAML, `not-yet` for what has no effect yet. */
  readonly code: string;
  /** 1-based. */
  readonly line: number;
  /** Half-open range of characters in the text: the value, the unknown key, or the first line of a block. */
  readonly range: TextSpan;
  /** What was probably meant instead of the text in the range, the likeliest first. */
  readonly meant?: readonly string[];
}

/** What never stops anything. */
export const isStudyWarning = ({ code }: Pick<StudyProblem, 'code'>): boolean =>
  code.startsWith('W') || code === 'not-yet';

/** The words alone, where the code is shown beside them. */
export const wordsWithoutCode = ({ code, reason }: Pick<StudyProblem, 'code' | 'reason'>): string =>
  reason.startsWith(`${code} `) ? reason.slice(code.length + 1) : reason;

/** Makes the problems of one file. */
export class StudyFaults {
  constructor(
    readonly file: string,
    readonly places: YamlPlaces,
  ) {}

  at(code: string, field: string | null, range: TextSpan, words: string, meant: readonly string[] = []): StudyProblem {
    const line = this.places.line(range[0]);
    const where = `${this.file} line ${line}`;
    const said = /^[SW]\d/.test(code) ? `${code} ${words}` : words;
    return { code, line, range, where, field, reason: said, ...(meant.length > 0 ? { meant } : {}) };
  }

  /** At a field by its path, as far as it is there. */
  ofField(code: string, field: string, words: string): StudyProblem {
    return this.at(code, field, this.places.ofPath(pathOfField(field)), words);
  }
}

/** What was found, in the words of "expected ..., found ...". */
export const foundWords = (node: unknown): string => {
  if (isMap(node)) return 'a block';
  if (isSeq(node)) return 'a list';
  const value = isScalar(node) ? node.value : null;
  if (value === null || value === undefined) return 'nothing';
  return typeof value === 'string'
    ? `"${value.slice(0, 60)}"`
    : String(isScalar(node) ? (node.source ?? value) : value);
};
