import type { OptionValue } from './rubric';

/** When something is shown or required. Data, never code; the shapes of the file are named by `kind` here. */
export type Condition =
  | { readonly kind: 'is'; readonly criterion: string; readonly values: readonly OptionValue[] }
  | { readonly kind: 'atLeast'; readonly criterion: string; readonly value: number }
  | { readonly kind: 'has'; readonly criterion: string; readonly value: OptionValue }
  | { readonly kind: 'overall'; readonly values: readonly OptionValue[] }
  | { readonly kind: 'visible'; readonly pane: string }
  | { readonly kind: 'unit'; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition };

/** The conditions inside one, itself first. */
export const conditionsIn = (condition: Condition): readonly Condition[] => {
  if (condition.kind === 'all' || condition.kind === 'any')
    return [condition, ...condition.of.flatMap((inner) => conditionsIn(inner))];
  if (condition.kind === 'not') return [condition, ...conditionsIn(condition.of)];
  return [condition];
};

/** Ids of the criteria that a condition looks at; `overall` where it looks at the overall answer. */
export const criteriaNamedBy = (condition: Condition): readonly string[] =>
  conditionsIn(condition).flatMap((inner) => {
    if (inner.kind === 'is' || inner.kind === 'atLeast' || inner.kind === 'has') return [inner.criterion];
    return inner.kind === 'overall' ? ['overall'] : [];
  });
