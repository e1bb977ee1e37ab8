import type { DatasetCheck, FoundCheck } from './datasetCheck';
import { defectField, defectKinds } from './defect';

/** What the filter key `datasetCheck` may say: a defect, `any` of them, `sound`, or `unchecked`. */
export const checkFilterValues: readonly string[] = ['any', 'sound', 'unchecked', ...defectKinds.map(defectField)];

/** What an instance's check comes to in filters: its defects, `any` beside them; else `sound`, else `unchecked`. */
const checkValues = (check: Pick<DatasetCheck, 'defects'> | null): readonly string[] => {
  if (check === null) return ['unchecked'];
  if (check.defects.length === 0) return ['sound'];
  return ['any', ...new Set(check.defects.map(({ kind }) => defectField(kind)))];
};

/** Whether an instance is meant by `selection.instances.where.datasetCheck`: any of the values. A stale check is none. */
export const matchesCheck = (values: readonly string[], check: Pick<DatasetCheck, 'defects'> | null): boolean => {
  const own = checkValues(check);
  return values.some((value) => own.includes(value.replaceAll('-', '_')));
};

/** Values of the facet: the defects, else `sound`; `stale` alone where the row has changed; none where not checked. */
export const checkFacet = (check: FoundCheck | null): readonly string[] => {
  if (check === null) return [];
  return check.stale === true ? ['stale'] : checkValues(check).filter((value) => value !== 'any');
};
