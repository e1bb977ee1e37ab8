import type { ImportedAnswer, ImportedCriterion, ImportedPair, JudgeRow, SamplesSay, Seen } from './importedAnswer';
import { attemptIn, fieldAt, hashIn, isFields, numberIn, type RowFields, textIn, valueIn } from './rowFields';

const seenIn = (row: RowFields): Seen | null => {
  const characters = numberIn(fieldAt(row, 'saw.characters'));
  return characters === null ? null : { characters, of: numberIn(fieldAt(row, 'saw.of')) };
};

/** `{ id: { value, reason } }`, `{ id: value }` or a list of `{ id, value, rationale }`. */
const criteriaIn = (said: unknown): readonly ImportedCriterion[] => {
  const entries = Array.isArray(said)
    ? said.flatMap((one) =>
        typeof fieldAt(one, 'id') === 'string' ? [[String(fieldAt(one, 'id')), one] as const] : [],
      )
    : isFields(said)
      ? Object.entries(said)
      : [];
  return entries.map(([id, one]) => {
    const isBlock = isFields(one) && Object.hasOwn(one, 'value');
    return {
      id,
      value: valueIn(isBlock ? one['value'] : one),
      rationale: isBlock ? textIn(one['rationale'] ?? one['reason']) : null,
    };
  });
};

const samplesOf = (row: RowFields): readonly unknown[] => (Array.isArray(row['samples']) ? row['samples'] : []);

const samplesSayIn = (row: RowFields): { readonly samples?: SamplesSay } => {
  const count = samplesOf(row).length;
  const flips = fieldAt(row, 'samplesSay.flips');
  const disagreement = numberIn(fieldAt(row, 'samplesSay.disagreement'));
  return count === 0 ? {} : { samples: { count, disagreement, flips: typeof flips === 'boolean' ? flips : null } };
};

/** Of a judge of our own each sample has a prompt; one that all share is the answer's. */
const promptIn = (row: RowFields): string | null => {
  const said = hashIn(row['promptSha256'] ?? row['prompt_sha256'] ?? row['prompt']);
  if (said !== null) return said;
  const hashes = new Set(samplesOf(row).map((one) => hashIn(fieldAt(one, 'promptSha256'))));
  const [only] = hashes;
  return hashes.size === 1 ? (only ?? null) : null;
};

const commonOf = (row: RowFields, instanceId: string, { place }: JudgeRow) => ({
  judge: textIn(row['judge']),
  instanceId,
  rationale: textIn(row['rationale']) ?? textIn(row['analysis']),
  model: textIn(row['model']),
  promptSha256: promptIn(row),
  saw: seenIn(row),
  place,
});

const unitIn = (row: RowFields): ImportedAnswer['unit'] => {
  const { unit } = row;
  return unit === 'prediction' || unit === 'instance' || unit === 'trajectory' ? unit : null;
};

const noLabel = (row: RowFields, said: unknown): string =>
  textIn(row['reason']) ??
  (said === null ? 'the judge gave no label and no reason' : 'what stands there is no value of a rubric');

/** A row in our own shape (`JudgeLine`); null where it is none. */
export const readOwnRow = (line: JudgeRow): ImportedAnswer | null => {
  const { value: row } = line;
  const instanceId = textIn(fieldAt(row, 'instance_id'));
  if (!isFields(row) || instanceId === null || !Object.hasOwn(row, 'overall')) return null;
  const said = row['overall'] === '' ? null : (row['overall'] ?? null);
  const overall = valueIn(said);
  const told = row['contradictions'];
  return {
    kind: 'answer',
    ...commonOf(row, instanceId, line),
    rubric: textIn(row['rubric']),
    run: textIn(row['run']),
    unit: unitIn(row),
    attempt: attemptIn(row['attempt']),
    patch: hashIn(fieldAt(row, 'subject.patch')),
    overall,
    said: said === null ? null : typeof said === 'string' ? said : JSON.stringify(said).slice(0, 200),
    reason: overall === null ? noLabel(row, said) : null,
    score: null,
    criteria: criteriaIn(row['criteria']),
    ...samplesSayIn(row),
    contradictions: Array.isArray(told) ? told.filter((one) => typeof one === 'string') : [],
  };
};

/** The run that a position or a name stands for; undefined where it is neither. */
export const winnerOf = (said: string | null, runs: readonly [string, string]): string | undefined => {
  if (said === null) return undefined;
  const [a, b] = runs;
  if (said === a || said === b) return said;
  const word = said.toLowerCase();
  if (word === 'tie' || word === 'draw' || word === 'c') return 'tie';
  return word === 'a' || word === '1' ? a : word === 'b' || word === '2' ? b : undefined;
};

const runsIn = (row: RowFields): readonly [string, string] | null => {
  const pair = Array.isArray(row['pair']) ? row['pair'] : [row['A'], row['B']];
  const [a, b] = pair.map(textIn);
  return pair.length === 2 && a && b ? [a, b] : null;
};

/** A row with two answers side by side (`pair` or `A` and `B`, and `winner`); null where it is none. */
export const readPairRow = (line: JudgeRow): ImportedPair | null => {
  const { value: row } = line;
  if (!isFields(row) || !Object.hasOwn(row, 'winner')) return null;
  const [runs, instanceId] = [runsIn(row), textIn(row['instance_id']) ?? textIn(row['id'])];
  if (runs === null || instanceId === null) return null;
  const said = textIn(row['winner']);
  const winner = winnerOf(said, runs) ?? null;
  const why = said === null ? noLabel(row, null) : `"${said.slice(0, 60)}" is neither of the two, nor a tie`;
  return { kind: 'pair', ...commonOf(row, instanceId, line), runs, winner, said, reason: winner === null ? why : null };
};
