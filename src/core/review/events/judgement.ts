/** The part of a judging event that folding reads; everything else in the body is kept unread. */
export interface Judgement {
  readonly subject: string;
  readonly presentation: string;
  readonly rubric: { readonly id: string; readonly version: string };
  readonly overall?: { readonly value?: unknown; readonly cannot_judge?: unknown };
  readonly phase?: string;
  readonly supersedes?: readonly string[];
  readonly of?: { readonly instance: string; readonly patch?: string | null; readonly unit?: string };
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isAbsentOr = (value: unknown, check: (found: unknown) => boolean): boolean => value === undefined || check(value);
const isPlace = (value: unknown): boolean =>
  isFields(value) && isText(value['instance']) && isAbsentOr(value['patch'] ?? undefined, isText);

/**
 * Reads the common part of `verdict`, `amend`, `retract`, `skip`, `resolve`; null where a body lacks it. Checked by
 * hand: a schema would take longer over 100,000 events than reading their JSON does.
 */
export const readJudgement = (body: Fields): Judgement | null => {
  const { subject, presentation, rubric, overall, phase, supersedes, of } = body;
  const named = isText(subject) && isText(presentation) && isFields(rubric);
  if (!named || !isText(rubric['id']) || !isText(rubric['version'])) return null;
  if (!isAbsentOr(overall, isFields) || !isAbsentOr(phase, isText) || !isAbsentOr(of, isPlace)) return null;
  if (!isAbsentOr(supersedes, (ids) => Array.isArray(ids) && ids.every(isText))) return null;
  return body as unknown as Judgement;
};
