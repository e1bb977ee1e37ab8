import type { Instance, Label, Labels } from '../../instance/instance';
import { groupBy } from '../../shared/groupBy';
import type { TextSpan } from '../../shared/yamlPlaces';
import type { LabelCorrection, LabelFileReading, LabelProblem } from './labelFile';
import { type LabelField, labelFields } from './labelWords';

/** A study's corrections by instance. */
export interface LabelCorrections {
  /** The file's name for people. */
  readonly file: string;
  readonly byInstance: ReadonlyMap<string, readonly LabelCorrection[]>;
}

export const correctionsOf = (reading: Pick<LabelFileReading, 'corrections'>, file: string): LabelCorrections => ({
  file,
  byInstance: groupBy(reading.corrections, ({ instanceId }) => instanceId),
});

const fieldName = (key: LabelField): string => labelFields.find((known) => known.key === key)?.field ?? key;

const whyOf = ({ by, reason }: LabelCorrection, before: readonly Label[]): string => {
  const who = by === null ? 'corrected' : `corrected by ${by}`;
  const was = before.length === 0 ? 'unknown' : before.map(({ value }) => value).join(', ');
  return `${who}${reason === null ? '' : `: ${reason}`} (before: ${was})`;
};

/** S116: the data's own label stands where nobody says why it is wrong. */
const isRefused = (before: readonly Label[], { reason }: LabelCorrection): boolean =>
  reason === null && before.some(({ source }) => source === 'data');

/** Labels with a study's corrections of them, marked `corrected`; of two on one label the later counts. */
export const correctLabels = (labels: Labels, corrections: readonly LabelCorrection[]): Labels => {
  const corrected: { -readonly [K in keyof Labels]: Labels[K] } = { ...labels };
  for (const correction of corrections) {
    const before = labels[correction.key] ?? [];
    if (isRefused(before, correction)) continue;
    const why = whyOf(correction, before);
    corrected[correction.key] = correction.values.map((value) => ({ value, source: 'corrected', why }));
  }
  return corrected;
};

/** The instance as the study's label file has it. */
export const withCorrections = (instance: Instance, { byInstance }: LabelCorrections): Instance => {
  const corrections = byInstance.get(instance.id);
  return corrections ? { ...instance, labels: correctLabels(instance.labels, corrections) } : instance;
};

const nowhere: TextSpan = [0, 0];

/** S115: corrections of instances that no dataset of the study has. */
export const unknownInstances = (
  corrections: LabelCorrections,
  has: (id: string) => boolean,
): readonly LabelProblem[] =>
  [...corrections.byInstance.values()].flat().flatMap(({ instanceId, line, spans }) => {
    if (has(instanceId)) return [];
    const reason = `S115 labels line ${line}: ${instanceId} isn't an instance.`;
    const range = spans?.instanceId ?? nowhere;
    return [{ where: `${corrections.file} line ${line}`, field: 'instance_id', reason, code: 'S115', range }];
  });

/** S116: corrections of an instance's own labels that give no reason; they aren't used. */
export const unreasoned = (instance: Instance, corrections: LabelCorrections): readonly LabelProblem[] =>
  (corrections.byInstance.get(instance.id) ?? []).flatMap((correction) => {
    if (!isRefused(instance.labels[correction.key] ?? [], correction)) return [];
    const { line, key, spans } = correction;
    const reason = `S116 labels line ${line}: overriding the dataset's own ${fieldName(key)} needs a reason.`;
    const range = spans?.field ?? nowhere;
    return [{ where: `${corrections.file} line ${line}`, field: 'reason', reason, code: 'S116', range }];
  });
