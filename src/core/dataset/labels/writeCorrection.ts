import { csvRecords } from './csvRecords';
import { isYamlLabels, type LabelCorrection } from './labelFile';
import { labelFields } from './labelWords';

export type NewCorrection = Omit<LabelCorrection, 'line'>;

const columns = ['instance_id', 'field', 'value', 'by', 'reason'] as const;

/** The text of a label file without corrections. */
export const emptyLabelFile = `${columns.join(',')}\n`;

const cellsOf = (correction: NewCorrection): Readonly<Record<string, string>> => ({
  instance_id: correction.instanceId,
  field: labelFields.find(({ key }) => key === correction.key)?.field ?? correction.key,
  value: correction.values.join('|'),
  by: correction.by ?? '',
  reason: correction.reason ?? '',
});

const quoted = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * A label file with one more correction at its end, in the file's own form (YAML list, or CSV with its own columns in
 * their order); all that stands in it stays as it is, byte for byte. Columns that the file lacks are not written.
 */
export const withCorrection = (text: string, correction: NewCorrection): string => {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const ended = text === '' || /[\r\n]$/.test(text) ? text : `${text}${end}`;
  const cells = cellsOf(correction);
  if (isYamlLabels(text)) {
    const lines = columns.map((name) => `${name}: ${JSON.stringify(cells[name] ?? '')}`);
    return `${ended}- ${lines.join('\n  ')}\n`;
  }
  const head = csvRecords(text)[0]?.fields.map((name) => name.trim()) ?? null;
  const names = head ?? columns;
  return `${head ? ended : emptyLabelFile}${names.map((name) => quoted(cells[name] ?? '')).join(',')}${end}`;
};

/** A study file that also names its label file, at its end; nothing else of it changes. */
export const withLabelFileNamed = (study: string, path: string): string => {
  const end = study.includes('\r\n') ? '\r\n' : '\n';
  const ended = study === '' || study.endsWith('\n') ? study : `${study}${end}`;
  return `${ended}labels: ${JSON.stringify(path)}${end}`;
};
