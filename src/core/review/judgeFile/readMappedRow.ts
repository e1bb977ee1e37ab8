import type { AnswerValue } from '../form/answers';
import type { Imported, ImportedAnswer, ImportedPair, JudgeProblem, JudgeRow } from './importedAnswer';
import type { JudgeMap, MappedField } from './judgeMap';
import { winnerOf } from './readOwnRow';
import { attemptIn, fieldAt, hashIn, numberIn, textIn, valueIn } from './rowFields';
import { matchPattern } from './subjectPattern';

type Read = { readonly ok: true; readonly answer: Imported } | { readonly ok: false; readonly problem: JudgeProblem };

const short = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`;
};

/** S140 as STUDY-FILE.md says it. */
const lacks = ({ place }: JudgeRow, map: JudgeMap, field: string): Read => {
  const where = `${place.file} ${place.words}`;
  const reason = `S140 ${where}: no ${field} under the map (${map.file}).`;
  return { ok: false, problem: { code: 'S140', where, field, reason, line: place.line } };
};

const unfit = ({ place }: JudgeRow, field: string, reason: string): Read => {
  const problem = { code: 'row', where: `${place.file} ${place.words}`, field, reason, line: place.line } as const;
  return { ok: false, problem };
};

interface Meant {
  readonly value: AnswerValue | null;
  readonly said: string | null;
  readonly reason: string | null;
}

/** What stands in a field, and what the map makes of it. */
const meant = (row: unknown, { field, values }: MappedField): Meant => {
  const raw = fieldAt(row, field);
  const text = textIn(raw);
  const said = text ?? (raw === null || raw === undefined || raw === '' ? null : (JSON.stringify(raw) ?? null));
  if (said === null) return { value: null, said, reason: `${field} is empty` };
  if (values === null) {
    const value = valueIn(raw);
    return { value, said, reason: value === null ? `${field} holds no value of a rubric` : null };
  }
  const value = values.get(said) ?? values.get(said.trim()) ?? null;
  return { value, said, reason: value === null ? `${short(said)} isn't among the map's values of ${field}` : null };
};

const optional = (row: unknown, field: string | null): string | null =>
  field === null ? null : textIn(fieldAt(row, field));

interface Subject {
  readonly instanceId: string;
  readonly run: string | null;
  readonly attempt: number | null;
}

const longestSubject = 1000;

const subjectIn = (line: JudgeRow, map: JudgeMap): Subject | Read => {
  const { subject } = map;
  const field = subject.kind === 'pattern' ? subject.field : subject.instance;
  const text = textIn(fieldAt(line.value, field));
  if (text === null) return lacks(line, map, field);
  if (subject.kind === 'fields') {
    const attempt = subject.attempt === null ? null : attemptIn(fieldAt(line.value, subject.attempt));
    return { instanceId: text, run: optional(line.value, subject.run), attempt };
  }
  const found = text.length > longestSubject ? null : matchPattern(subject.pattern, text);
  if (found?.instance === undefined)
    return unfit(line, field, `${field} is ${short(text)}, which the map's pattern doesn't fit.`);
  return { instanceId: found.instance, run: found.run ?? null, attempt: attemptIn(found.attempt) };
};

const commonOf = (line: JudgeRow, map: JudgeMap, { instanceId }: Subject) => {
  const { value: row, place } = line;
  const characters = map.saw === null ? null : numberIn(fieldAt(row, map.saw.characters));
  const of = map.saw?.of ? numberIn(fieldAt(row, map.saw.of)) : null;
  return {
    judge: map.judge,
    instanceId,
    rationale: optional(row, map.rationale),
    model: optional(row, map.model),
    promptSha256: map.prompt === null ? null : hashIn(fieldAt(row, map.prompt)),
    saw: characters === null ? null : { characters, of },
    place,
  };
};

const answerIn = (line: JudgeRow, map: JudgeMap, overall: MappedField, subject: Subject): ImportedAnswer => {
  const { value, said, reason } = meant(line.value, overall);
  return {
    kind: 'answer',
    ...commonOf(line, map, subject),
    rubric: map.rubric,
    run: subject.run,
    unit: null,
    attempt: subject.attempt,
    patch: null,
    overall: value,
    said,
    reason: value === null ? (optional(line.value, map.reason) ?? reason) : null,
    score: null,
    criteria: map.criteria.map(({ id, answer, rationale }) => ({
      id,
      value: meant(line.value, answer).value,
      rationale: optional(line.value, rationale),
    })),
    contradictions: [],
  };
};

const pairIn = (
  line: JudgeRow,
  map: JudgeMap,
  pair: NonNullable<JudgeMap['pair']>,
  subject: Subject,
): ImportedPair | Read => {
  const [a, b] = [optional(line.value, pair.a), optional(line.value, pair.b)];
  if (a === null || b === null) return lacks(line, map, a === null ? pair.a : pair.b);
  const { value, said, reason } = meant(line.value, pair.winner);
  const winner = winnerOf(textIn(value), [a, b]) ?? null;
  const why = reason ?? `${short(said)} is neither of the two, nor a tie`;
  const label = { winner, said, reason: winner === null ? why : null };
  return { kind: 'pair', ...commonOf(line, map, subject), runs: [a, b], ...label };
};

/** A row under a map: an answer, or what it lacks. */
export const readMappedRow = (line: JudgeRow, map: JudgeMap): Read => {
  const subject = subjectIn(line, map);
  if ('ok' in subject) return subject;
  if (map.pair !== null) {
    if (fieldAt(line.value, map.pair.winner.field) === undefined) return lacks(line, map, map.pair.winner.field);
    const pair = pairIn(line, map, map.pair, subject);
    return 'ok' in pair ? pair : { ok: true, answer: pair };
  }
  if (map.overall === null || fieldAt(line.value, map.overall.field) === undefined)
    return lacks(line, map, map.overall?.field ?? 'overall');
  return { ok: true, answer: answerIn(line, map, map.overall, subject) };
};
