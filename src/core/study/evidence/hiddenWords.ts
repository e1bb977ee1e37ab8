import type { HiddenUntil } from '../studyFile';

/** Why something can't be seen while its item is judged, and when it can. `field` is that of the study file. */
export const hiddenWords = (
  until: HiddenUntil,
  field: 'judge' | 'tests' | 'gold',
): { readonly title: string; readonly rule: string } => {
  const rule = `The study file says blinding.${field}: ${until}.`;
  if (until === 'after-verdict' || until === 'at-once') return { title: 'Hidden until you submit', rule };
  return until === 'after-study'
    ? { title: 'Hidden until the study ends', rule }
    : { title: 'Hidden from raters', rule };
};
