import type { CriterionKind, Option } from '../rubric/rubric';

/**
 * The key that the view shows beside an option: the rubric's own, the value on a scale, y and n for a boolean, else the
 * option's number; null for a tenth option and beyond, which has none.
 */
export const keyOf = (options: readonly Option[], kind: CriterionKind | null, option: Option): string | null => {
  if (option.key !== null) return option.key;
  if (kind === 'scale') return /^[0-9]$/.test(String(option.value)) ? String(option.value) : null;
  if (kind === 'boolean') return option.value === true ? 'y' : 'n';
  const place = options.indexOf(option) + 1;
  return place <= 9 ? String(place) : null;
};

/** The option that a key takes: its shown key first, then 1 to 9 by place (but on a scale). */
export const optionFor = (options: readonly Option[], kind: CriterionKind | null, key: string): Option | null => {
  const shown = options.find((option) => keyOf(options, kind, option) === key);
  if (shown) return shown;
  if (kind === 'boolean' && (key === 'y' || key === 'n'))
    return options.find(({ value }) => value === (key === 'y')) ?? null;
  return kind !== 'scale' && /^[1-9]$/.test(key) ? (options[Number(key) - 1] ?? null) : null;
};
