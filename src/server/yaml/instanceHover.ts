import { labelFields, labelsInWords } from '../../core/dataset/labels/labelWords';
import { nameOf } from '../../core/study/studyPath';
import { plain } from '../rows/markdownText';
import type { StudyContext } from '../studyContext';

/** An instance in a few lines of Markdown; null where it is not known (yet). */
export const instanceHover = (context: StudyContext, id: string): string | null => {
  const known = context.find(id);
  if (known === null) return null;
  const { row, dataset, place } = known;
  const labels = labelFields
    .filter(({ key }) => (row.labels[key] ?? []).length > 0)
    .map(({ key, title }) => `${title}: ${plain(labelsInWords(key, row.labels[key]))}`);
  const lines = [
    `**${plain(row.id)}**`,
    row.title === null ? '' : plain(row.title),
    row.repo === null ? '' : plain(row.repo),
    labels.join(' · '),
    `${plain(nameOf(dataset.path))}, row ${row.span?.line ?? place}`,
  ];
  return lines.filter((line) => line !== '').join('  \n');
};
