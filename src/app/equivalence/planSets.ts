import type { Instance } from '../../core/instance/instance';
import { InputFault } from '../../core/shared/problem';
import type { CodeSide, TestSet } from './equivalence';
import { type SplitPatch, splitPatch } from './splitPatch';

/** One evaluation: a code with a set's tests. Sides that come to the same text share one. */
export interface PlannedRun {
  /** Names its folder; of the first side that asks for it. */
  readonly name: string;
  readonly instance: Instance;
  /** Null: base as it is. */
  readonly patch: string | null;
}

export interface PlannedSet {
  readonly set: TestSet;
  readonly brings: readonly string[];
  readonly whyNot: string | null;
  /** Null where nothing is run. */
  readonly runs: Readonly<Record<CodeSide, PlannedRun>> | null;
}

export interface PlannedSets {
  readonly sets: readonly PlannedSet[];
  readonly notes: readonly string[];
}

const owner = { gold: "gold's patch", model: "the model's patch" } as const;

const hasTests = ({ testPatch, failToPass, passToPass }: Instance): boolean =>
  (testPatch ?? '').trim() !== '' || (failToPass ?? []).length + (passToPass ?? []).length > 0;

/**
 * Code with the set's tests on top. A row without a script of its own gets the tests by its test patch, so that the
 * script that is written for it names them; a row's script names what it names.
 */
const runOf = (name: string, instance: Instance, code: string, tests: string): PlannedRun => {
  const own = instance.evalScript !== null && instance.evalScript !== '';
  const patch = own ? code + tests : code;
  const before = instance.testPatch ?? '';
  const ended = before === '' || before.endsWith('\n') ? before : `${before}\n`;
  const run = own || tests === '' ? instance : { ...instance, testPatch: ended + tests };
  return { name, instance: run, patch: patch === '' ? null : patch };
};

const nothingBrought = (set: CodeSide): string => `${owner[set]} brings no test files.`;

const planSet = (set: TestSet, instance: Instance, split: Readonly<Record<CodeSide, SplitPatch>>): PlannedSet => {
  const brought = set === 'instance' ? null : split[set];
  const brings = brought?.brings ?? [];
  const none = { set, brings, runs: null };
  if (set === 'instance' && !hasTests(instance)) return { ...none, whyNot: 'The instance has no tests.' };
  if (set !== 'instance' && brings.length === 0) return { ...none, whyNot: capital(nothingBrought(set)) };
  const tests = brought?.tests ?? '';
  const gold = runOf(`${set}-tests.gold-code`, instance, split.gold.code, tests);
  const model = runOf(`${set}-tests.model-code`, instance, split.model.code, tests);
  return { set, brings, whyNot: null, runs: { gold, model: model.patch === gold.patch ? gold : model } };
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const notesOf = ({ gold, model }: Readonly<Record<CodeSide, SplitPatch>>, sets: readonly PlannedSet[]): string[] => {
  const replaced = (['gold', 'model'] as const).flatMap((side) =>
    ({ gold, model })[side].replaced.map(
      (path) => `The instance's own ${path} takes the place of that in ${owner[side]}.`,
    ),
  );
  const bases = gold.code === '' && model.code === '';
  return [
    ...replaced,
    ...(bases
      ? ['Neither patch changes code: both sides are base, and can differ only in the tests that they bring.']
      : []),
    ...(!bases && gold.code === model.code ? ['Both patches make the same change of code.'] : []),
    ...(sets.every(({ runs }) => runs === null) ? ['Neither side has tests: there is nothing to run.'] : []),
  ];
};

/**
 * What is run so that gold's and the model's code can be told apart by tests: each code, without its own changes of test
 * files, on the instance's tests and on those that either patch brings. Throws InputFault where a text is no patch.
 */
export const planSets = (instance: Instance, goldPatch: string | null, modelPatch: string | null): PlannedSets => {
  const split = {
    gold: splitPatch(goldPatch, instance.testPatch),
    model: splitPatch(modelPatch, instance.testPatch),
  };
  for (const [side, text] of [
    ['gold', goldPatch],
    ['model', modelPatch],
  ] as const)
    if ((text ?? '').trim() !== '' && !split[side].isPatch)
      throw new InputFault(`The text of ${owner[side]} holds no change that could be applied, so it can't be run.`);
  const sets = (['instance', 'gold', 'model'] as const).map((set) => planSet(set, instance, split));
  return { sets, notes: notesOf(split, sets) };
};
