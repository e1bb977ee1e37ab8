import type { InstanceReport, TestsStatusGroup } from '../report';
import type { Grade } from './grade';

/** A list in which a report and a grade of the same log differ, and by which tests. */
export interface ListDifference {
  /** `FAIL_TO_PASS.success`. */
  readonly list: string;
  readonly onlyReport: readonly string[];
  readonly onlyGrade: readonly string[];
}

/** How a harness's report contradicts a grade of the log beside it. */
export interface ReportContradiction {
  /** Flags that differ, as the report and as the grade have them. */
  readonly flags: readonly { readonly field: string; readonly report: unknown; readonly grade: unknown }[];
  readonly lists: readonly ListDifference[];
  /** The same for people: `resolved is true in it, false here`, `FAIL_TO_PASS.success differs by 2 tests`. */
  readonly words: readonly string[];
}

const fields = ['resolved', 'patch_successfully_applied'] as const;
const groups = ['FAIL_TO_PASS', 'PASS_TO_PASS'] as const;
const ends = ['success', 'failure'] as const;

/** Outside data: a list that is none counts as empty. */
const namesOf = (group: TestsStatusGroup | undefined, end: (typeof ends)[number]): readonly string[] => {
  const names: unknown = group?.[end];
  return Array.isArray(names) ? names.map(String) : [];
};

const without = (names: readonly string[], others: readonly string[]): readonly string[] => {
  const known = new Set(others);
  return [...new Set(names)].filter((name) => !known.has(name));
};

const listDifferences = (found: InstanceReport, own: InstanceReport): ListDifference[] =>
  groups.flatMap((group) =>
    ends.flatMap((end) => {
      const inReport = namesOf(found.tests_status?.[group], end);
      const here = namesOf(own.tests_status?.[group], end);
      const [onlyReport, onlyGrade] = [without(inReport, here), without(here, inReport)];
      return onlyReport.length + onlyGrade.length === 0 ? [] : [{ list: `${group}.${end}`, onlyReport, onlyGrade }];
    }),
  );

const flagWords = ({ field, report, grade }: ReportContradiction['flags'][number]): string =>
  `${field} is ${report} in it and ${grade} here`;

const shown = 3;

const listWords = ({ list, onlyReport, onlyGrade }: ListDifference): string => {
  const all = [...onlyReport.map((name) => `only in it: ${name}`), ...onlyGrade.map((name) => `only here: ${name}`)];
  const more = all.length > shown ? `, and ${all.length - shown} more` : '';
  return `${list} differs (${all.slice(0, shown).join(', ')}${more})`;
};

/** Where a report contradicts a grade: flags, and the four lists as sets; null where it does not. */
export const reportContradiction = (found: InstanceReport, { report: own }: Grade): ReportContradiction | null => {
  if (own === null) return null;
  const flags = fields.flatMap((field) => {
    const [report, grade]: unknown[] = [found[field], own[field]];
    return typeof report !== 'boolean' || report === grade ? [] : [{ field, report, grade }];
  });
  const lists = found.tests_status === undefined && own.tests_status === undefined ? [] : listDifferences(found, own);
  if (flags.length + lists.length === 0) return null;
  return { flags, lists, words: [...flags.map(flagWords), ...lists.map(listWords)] };
};
