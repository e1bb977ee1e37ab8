import type { Label, Labels } from '../../instance/instance';

export type LabelField = keyof Labels;

/** Task types of SWE-Compass with their words. */
export const taskTypeWords: Readonly<Record<string, string>> = {
  FI: 'feature implementation',
  FE: 'feature enhancement',
  BF: 'bug fixing',
  RF: 'refactoring',
  PO: 'performance optimisation',
  CU: 'code understanding',
  TG: 'test generation',
  CD: 'configuration & deployment',
};

/** Programming scenarios of SWE-Compass with their words. */
export const scenarioWords: Readonly<Record<string, string>> = {
  AD: 'application development',
  DS: 'database systems',
  DE: 'data science & engineering',
  ML: 'machine learning & AI',
  ID: 'infrastructure development',
  SPD: 'specialised programming domains',
  SE: 'security engineering',
  'UI/UX': 'UI/UX engineering',
};

/** Every kind of label: its key, its name in label files and filters, and its name for people. */
export const labelFields: readonly { readonly key: LabelField; readonly field: string; readonly title: string }[] = [
  { key: 'taskTypes', field: 'taskType', title: 'Task type' },
  { key: 'scenarios', field: 'scenario', title: 'Scenario' },
  { key: 'languages', field: 'language', title: 'Language' },
  { key: 'difficulty', field: 'difficulty', title: 'Difficulty' },
  { key: 'modality', field: 'modality', title: 'Modality' },
];

/** A label's value with its words: `bug fixing (BF)`. Values without words of their own stay as they are. */
export const labelWords = (key: LabelField, value: string): string => {
  const words = key === 'taskTypes' ? taskTypeWords : key === 'scenarios' ? scenarioWords : {};
  const found = Object.hasOwn(words, value) ? words[value] : undefined;
  return found === undefined || found.toLowerCase().startsWith(value.toLowerCase())
    ? (found ?? value)
    : `${found} (${value})`;
};

/** All values of one kind in words; `unknown` where there are none. */
export const labelsInWords = (key: LabelField, labels: readonly Label[] | undefined): string =>
  labels && labels.length > 0 ? labels.map(({ value }) => labelWords(key, value)).join(', ') : 'unknown';

/** One kind of label as a line of a list's tooltip: `Language: Go, inferred (…)`; null where it is unknown. */
export const labelLine = (key: LabelField, labels: readonly Label[] | undefined): string | null => {
  if (!labels || labels.length === 0) return null;
  const title = labelFields.find((known) => known.key === key)?.title ?? key;
  const other = labels.find(({ source }) => source !== 'data');
  const source = other === undefined ? '' : `, ${other.source}${other.why === undefined ? '' : ` (${other.why})`}`;
  return `${title}: ${labelsInWords(key, labels)}${source}`;
};
