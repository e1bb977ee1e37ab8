import { titleOfBenchmark } from '../../dataset/formats/benchmarkTitles';
import { imageOf } from '../../dataset/imageOf';
import { labelFields, labelsInWords } from '../../dataset/labels/labelWords';
import { tierWords } from '../../dataset/tier';
import type { Instance } from '../../instance/instance';
import type { Fact, FactGroup } from './instancePage';
import type { PatchFigures } from './runRow';

/** One kind of label in words, with its source where that is not the data, and why as a hint. */
const labelFact = (instance: Instance, { key, title }: (typeof labelFields)[number]): Fact => {
  const labels = instance.labels[key] ?? [];
  const other = labels.find(({ source }) => source !== 'data');
  const fact = { name: title, value: labelsInWords(key, labels), note: other?.source ?? '' };
  return other?.why === undefined ? fact : { ...fact, hint: other.why };
};

const patchFact = (name: string, figures: PatchFigures | null): Fact => {
  if (!figures) return { name, value: 'none', note: '' };
  if (!figures.isPatch) return { name, value: 'not a patch', note: '' };
  const files = figures.files === 1 ? '1 file' : `${figures.files} files`;
  return { name, value: `${files}, +${figures.added} −${figures.removed}`, note: '' };
};

const text = (name: string, value: string | null, note = ''): Fact => ({ name, value: value ?? 'none', note });

const imageFact = (instance: Instance): Fact => {
  const image = imageOf(instance);
  return text('Image', image?.name ?? null, image?.words ?? '');
};

/** Lines of a script as a person counts them. */
const lineCount = (script: string): string => `${script.split('\n').length - (script.endsWith('\n') ? 1 : 0)} lines`;

/** The facts beside the page: labels, patches, environment, what else the row holds. */
export const factGroups = (
  instance: Instance,
  gold: PatchFigures | null,
  test: PatchFigures | null,
  predictions: number,
): readonly FactGroup[] => [
  {
    title: 'Labels',
    facts: labelFields.map((field) => labelFact(instance, field)),
  },
  {
    title: 'Patches',
    facts: [
      patchFact('Gold', gold),
      patchFact('Test', test),
      { name: 'Models', value: `${predictions} ${predictions === 1 ? 'prediction' : 'predictions'}`, note: '' },
    ],
  },
  {
    title: 'Environment',
    facts: [
      text('Benchmark', titleOfBenchmark(instance.benchmark), tierWords(instance.benchmark)),
      imageFact(instance),
      text('Parser', instance.logParser, instance.logParser ? 'given' : 'by repository'),
      text('Grading', instance.evalType),
      text('Script', instance.evalScript === null ? null : lineCount(instance.evalScript)),
      text('Version', instance.version),
    ],
  },
  {
    title: 'Also in the row',
    facts: Object.keys(instance.extra).map((name) => ({ name, value: shortValue(instance.extra[name]), note: '' })),
  },
];

const shortValue = (value: unknown): string => {
  const words = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
  return words.length > 80 ? `${words.slice(0, 79)}…` : words;
};
