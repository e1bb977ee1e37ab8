import { counted } from '../../shared/counted';
import type { RequiredTest } from '../report';
import type { TestResults, TestStatus } from '../testResult';
import { type CheckedRun, evidenceOfTest, hasVerdict } from './checkedRun';
import { type Defect, defectOf } from './defect';
import { testsInAll } from './testsInAll';

/** Ids, as many as are listed, and how many there are. */
export interface NameList {
  readonly names: readonly string[];
  readonly total: number;
}

/** Declared lists against what the runs showed; a test counts where all runs of the side with a verdict agree. */
export interface ObservedLists {
  /** FAIL_TO_PASS that pass at base already, and those that do not pass with gold. */
  readonly repairsPassAtBase: NameList;
  readonly repairsFailWithGold: NameList;
  /** PASS_TO_PASS that fail (not those that are absent) at base, and those that do not pass with gold. */
  readonly keptFailAtBase: NameList;
  readonly keptFailWithGold: NameList;
  /** Required tests that the logs don't have. */
  readonly absentAtBase: NameList;
  readonly absentWithGold: NameList;
  /** Tests in neither list that turn from not passing (or absent) to passing, and from passing to failing. */
  readonly undeclaredRepairs: NameList;
  readonly undeclaredBreaks: NameList;
}

const mostNames = 100;

const list = (names: readonly string[]): NameList => ({ names: names.slice(0, mostNames), total: names.length });

const isRepair = ({ required }: RequiredTest): boolean => required === 'FAIL_TO_PASS';
const isPassing = ({ success, matched }: RequiredTest): boolean => success === true && matched !== 'absent';
const isFailing = ({ success, matched }: RequiredTest): boolean => success === false && matched !== 'absent';
const isAbsent = ({ matched }: RequiredTest): boolean => matched === 'absent';

const names = (tests: readonly RequiredTest[]): NameList => list(tests.map(({ name }) => name));

const passing: readonly TestStatus[] = ['PASSED', 'XFAIL'];
const failing: readonly TestStatus[] = ['FAILED', 'ERROR'];

const statusIn = (results: readonly TestResults[], id: string, among: readonly TestStatus[]): boolean =>
  results.length > 0 && results.every((each) => among.some((status) => each.get(id)?.status === status));

/** Tests that no list names and that change between base and gold, in every run alike. */
const undeclared = (base: readonly CheckedRun[], gold: readonly CheckedRun[]) => {
  const before = base.filter(hasVerdict).map(({ results }) => results);
  const after = gold.filter(hasVerdict).map(({ results }) => results);
  const known = new Set([...base, ...gold].flatMap(({ tests }) => tests.map(({ name }) => name)));
  const ids = [...(after[0]?.keys() ?? [])].filter((id) => !known.has(id));
  const isGone = (id: string) => before.every((each) => !each.has(id));
  const wasBad = (id: string) => before.length > 0 && (isGone(id) || statusIn(before, id, failing));
  return {
    repairs: ids.filter((id) => wasBad(id) && statusIn(after, id, passing)),
    breaks: ids.filter((id) => statusIn(before, id, passing) && statusIn(after, id, failing)),
  };
};

/** Compares the declared lists with what was observed. */
export const observedLists = (base: readonly CheckedRun[], gold: readonly CheckedRun[]): ObservedLists => {
  const { repairs, breaks } = undeclared(base, gold);
  return {
    repairsPassAtBase: names(testsInAll(base, (test) => isRepair(test) && isPassing(test))),
    repairsFailWithGold: names(testsInAll(gold, (test) => isRepair(test) && test.success === false)),
    keptFailAtBase: names(testsInAll(base, (test) => !isRepair(test) && isFailing(test))),
    keptFailWithGold: names(testsInAll(gold, (test) => !isRepair(test) && test.success === false)),
    absentAtBase: names(testsInAll(base, isAbsent)),
    absentWithGold: names(testsInAll(gold, isAbsent)),
    undeclaredRepairs: list(repairs),
    undeclaredBreaks: list(breaks),
  };
};

const part = (n: number, list: string, what: string): string | null =>
  n === 0 ? null : `${counted(n, `${list} test`)} (${what})`;

/**
 * `lists-differ`: base shows some declared tests to be in the wrong list. Where it passes as a whole, that is
 * `base-passes`; a kept test that fails with gold too is `gold-fails`; and one that is absent at base is no fault: a
 * file that can't be loaded without the patch hides it.
 */
export const findListDifferences = (base: readonly CheckedRun[], gold: readonly CheckedRun[]): readonly Defect[] => {
  const [first] = base.filter(hasVerdict);
  if (first === undefined || first.outcome.kind === 'resolved') return [];
  const kept = new Set(testsInAll(gold, (test) => !isRepair(test) && isPassing(test)).map(({ name }) => name));
  const early = testsInAll(base, (test) => isRepair(test) && isPassing(test));
  const broken = testsInAll(base, (test) => !isRepair(test) && isFailing(test) && kept.has(test.name));
  if (early.length + broken.length === 0) return [];
  const words = [
    part(early.length, 'FAIL_TO_PASS', 'passing already'),
    part(broken.length, 'PASS_TO_PASS', 'failing, and passing with gold'),
  ].filter((each) => each !== null);
  const evidence = [...early, ...broken].map((test) => evidenceOfTest(first, test));
  return [defectOf('lists-differ', `Declared lists differ from what base shows: ${words.join('; ')}.`, evidence)];
};
