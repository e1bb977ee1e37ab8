import type { AlignedRow } from './alignSteps';

/** What the steps of a row do, as it stands between both sides; '' where nothing is known. */
export const anchorWords = ({ anchor, isFirstEdit }: Pick<AlignedRow, 'anchor' | 'isFirstEdit'>): string => {
  if (anchor === null) return '';
  const { kind, what } = anchor;
  if (kind === 'edits') return `${isFirstEdit ? 'first edit of' : 'edits'} ${what}`;
  if (kind === 'tests') return what === '*' ? 'runs tests' : `tests ${what}`;
  if (kind === 'told') return what === 'system' ? 'instructions' : 'is told';
  return kind === 'submits' ? 'submits' : `reads ${what}`;
};
