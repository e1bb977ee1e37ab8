import type { CheckedInstance, DatasetCheckResult } from '../../app/checkDataset';
import type { EvaluationPlan } from '../../app/planEvaluation';
import { checkWords, sideWords } from '../../core/evaluation/check/checkWords';
import { type Defect, type DefectEvidence, defectTitle } from '../../core/evaluation/check/defect';
import { printable } from '../printable';

/** One line of `--json`, below `check`: sound or not (null: not checked), and the whole record. */
export const checkDocument = ({ instanceId, check, reason }: CheckedInstance) => ({
  instance: instanceId,
  base: check === null ? null : sideWords(check.base),
  gold: check === null ? null : sideWords(check.gold),
  sound: check === null ? null : check.defects.length === 0,
  defects: check?.defects ?? [],
  reason,
  record: check,
});

const counts = ({ instances }: DatasetCheckResult) => ({
  total: instances.length,
  sound: instances.filter(({ check }) => check?.defects.length === 0).length,
  withDefects: instances.filter(({ check }) => (check?.defects.length ?? 0) > 0).length,
  notChecked: instances.filter(({ check }) => check === null).length,
});

/** How many instances have each defect. */
const byKind = ({ instances }: DatasetCheckResult): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const { check } of instances) for (const { kind } of check?.defects ?? []) found[kind] = (found[kind] ?? 0) + 1;
  return found;
};

const notSeenIn = ({ instances }: DatasetCheckResult): readonly string[] => [
  ...new Set(instances.flatMap(({ check }) => check?.notSeen ?? [])),
];

/** The last line of `--json`. */
export const checkSummary = ({ request, problems }: EvaluationPlan, result: DatasetCheckResult, backend: string) => ({
  summary: {
    check: true,
    run: request.runId,
    backend,
    repeats: request.repeats,
    ...counts(result),
    defects: byKind(result),
    notSeen: notSeenIn(result),
    skipped: problems,
    file: result.file,
    fault: result.fault?.message ?? null,
  },
});

const placeWords = ({ folder, line, test, text }: DefectEvidence): string => {
  const where = line === null ? folder : `${folder}/test_output.txt:${line}`;
  return [where, test === null ? null : JSON.stringify(test), test === null ? text : null]
    .filter((part) => part !== null)
    .join('  ');
};

const shown = 3;

/** A defect with its first evidence, below the line of its instance. */
const defectLines = ({ kind, words, evidence, more }: Defect): readonly string[] => {
  const left = evidence.length + more - Math.min(shown, evidence.length);
  return [
    `    ${defectTitle(kind)}: ${words}`,
    ...evidence.slice(0, shown).map((each) => `      ${placeWords(each)}`),
    ...(left > 0 ? [`      and ${left} more`] : []),
  ];
};

const instanceLines = ({ instanceId, check, reason }: CheckedInstance): readonly string[] => {
  if (check === null) return [`? ${instanceId}  not checked: ${reason}`];
  const mark = check.defects.length === 0 ? '✓' : '✗';
  const head = `${mark} ${instanceId}  base ${sideWords(check.base)}  gold ${sideWords(check.gold)}  ${checkWords(check)}`;
  return [head, ...check.defects.flatMap(defectLines)];
};

/** For people: a line for each instance, with its defects and where they can be seen below it. */
export const checkTable = ({ instances }: DatasetCheckResult): string =>
  instances
    .flatMap(instanceLines)
    .map((line) => `${printable(line)}\n`)
    .join('');

/** The last lines for people: how many are sound, what can't be seen here, where the record stands. */
export const checkSummaryLine = (result: DatasetCheckResult): string => {
  const { total, sound, withDefects, notChecked } = counts(result);
  const unknown = notChecked === 0 ? '' : `, ${notChecked} not checked`;
  const file = result.file === null ? '' : `Written to ${result.file}\n`;
  const blind = notSeenIn(result).map((words) => `Not seen here: ${words}\n`);
  return `${sound} of ${total} are sound, ${withDefects} with defects${unknown}\n${blind.join('')}${file}`;
};
