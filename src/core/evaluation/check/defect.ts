/** What base and gold can show to be wrong with an instance, in the order in which lists show it. */
export const defectKinds = [
  'no-environment',
  'gold-does-not-apply',
  'test-patch-does-not-apply',
  'gold-fails',
  'gold-without-result',
  'base-passes',
  'flaky',
  'needs-network',
  'too-slow',
  'tests-absent',
  'lists-differ',
] as const;

export type DefectKind = (typeof defectKinds)[number];

/** Where a defect can be seen. */
export interface DefectEvidence {
  readonly side: 'base' | 'gold';
  /** From 1. */
  readonly repeat: number;
  /** Folder of the evaluation, relative to the folder that holds `checks/`, with `/` between its parts. */
  readonly folder: string;
  /** 1-based line of the folder's test_output.txt; null where no line shows it (an absent test, a time-out). */
  readonly line: number | null;
  /** Id of the test; null where it is about no single test. */
  readonly test: string | null;
  /** That line, or why the evaluation ended so, cut to 300 characters; null where line and test say it all. */
  readonly text: string | null;
}

/** How often a required test passed over repeats of one and the same evaluation. */
export interface FlakyRate {
  readonly side: 'base' | 'gold';
  readonly name: string;
  readonly required: 'FAIL_TO_PASS' | 'PASS_TO_PASS';
  readonly passed: number;
  /** Repeats with a verdict. */
  readonly of: number;
  /** 95% interval of the pass rate; null where it could not be computed. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** One thing that is wrong with an instance, as an automatic finding: it says nothing of any model. */
export interface Defect {
  readonly kind: DefectKind;
  /** One sentence with this instance's own figures. */
  readonly words: string;
  readonly evidence: readonly DefectEvidence[];
  /** Further evidence that is not listed. */
  readonly more: number;
  /** Of `flaky` alone: tests whose result differs; empty where only the outcome does. */
  readonly rates?: readonly FlakyRate[];
}

const titles: Readonly<Record<DefectKind, string>> = {
  'no-environment': 'no environment',
  'gold-does-not-apply': 'gold does not apply',
  'test-patch-does-not-apply': 'test patch does not apply',
  'gold-fails': 'gold fails',
  'gold-without-result': 'gold without a result',
  'base-passes': 'base passes',
  flaky: 'flaky',
  'needs-network': 'needs network',
  'too-slow': 'too slow',
  'tests-absent': 'tests absent',
  'lists-differ': 'lists differ',
};

/** A defect's short name for people: `gold fails`. */
export const defectTitle = (kind: DefectKind): string => titles[kind];

/** The name that study files and rubrics write (`selection.instances.except.datasetCheck`, `datasetCheck.gold_fails`). */
export const defectField = (kind: DefectKind): string => kind.replaceAll('-', '_');

/** The kind that a study file or rubric means; null where there is none of that name. */
export const defectOfField = (name: string): DefectKind | null =>
  defectKinds.find((kind) => kind === name.replaceAll('_', '-')) ?? null;

const mostEvidence = 20;

/** A defect with as much of its evidence as is listed; the rest is counted. */
export const defectOf = (
  kind: DefectKind,
  words: string,
  evidence: readonly DefectEvidence[],
  rates?: readonly FlakyRate[],
): Defect => ({
  kind,
  words,
  evidence: evidence.slice(0, mostEvidence),
  more: Math.max(0, evidence.length - mostEvidence),
  ...(rates ? { rates } : {}),
});
