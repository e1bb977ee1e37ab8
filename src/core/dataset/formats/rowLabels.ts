import type { Label, Labels } from '../../instance/instance';
import { languageName } from '../labels/languageOfPath';
import type { ListFields } from './rowFormat';
import type { RowReader } from './rowReader';
import { structured } from './structured';

const labelTexts = (field: unknown): readonly string[] | null => {
  const value = structured(field) ?? '';
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
};

/**
 * Labels that the data itself gives, by the field that has each: a text or a list of texts. Languages get one name
 * each (`js` is JavaScript), and `extra` then keeps the data's own word; what is no text stays in `extra` with a note.
 */
export const rowLabels = (reader: RowReader, fields: ListFields['labels']): Labels => {
  const labels: { -readonly [K in keyof Labels]: Labels[K] } = {};
  for (const [key, field] of Object.entries(fields) as [keyof Labels, string][]) {
    const texts = labelTexts(reader.row[field]);
    if (texts === null) {
      reader.note(field, `${field}: text or a list of texts expected; the label is left unknown, see "extra".`);
      continue;
    }
    const named = key === 'languages' ? texts.map(languageName) : texts;
    if (named.every((name, index) => name === texts[index])) reader.use(field);
    if (named.length > 0) labels[key] = named.map((value): Label => ({ value, source: 'data' }));
  }
  return labels;
};
