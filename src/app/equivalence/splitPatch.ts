import { formatPatch } from '../../core/patch/formatPatch';
import { parsePatch } from '../../core/patch/parsePatch';
import { type FilePatch, type Patch, pathOf } from '../../core/patch/patch';
import { isGeneratedPath, isTestPath } from '../../core/patch/pathRules';

/** A patch in two: its code, and the test files that it brings. Texts are byte for byte the patch's own; '' is none. */
export interface SplitPatch {
  readonly code: string;
  readonly tests: string;
  /** Paths of `tests`. */
  readonly brings: readonly string[];
  /** Test files in neither: the instance's own patch puts its version in their place. */
  readonly replaced: readonly string[];
  /** Whether the text holds a change at all; prose and nothing do not. */
  readonly isPatch: boolean;
}

const textOf = (patch: Patch, keeps: (file: FilePatch) => boolean): string => {
  const files = patch.files.filter(keeps);
  if (files.length === 0) return '';
  const text = formatPatch({ ...patch, preamble: '', files });
  return text.endsWith('\n') ? text : `${text}\n`;
};

const isMadeByTests = (path: string): boolean => isTestPath(path) && !isGeneratedPath(path);

/** Splits a patch; null (no patch) has neither code nor tests. `testPatch` is the instance's. */
export const splitPatch = (text: string | null, testPatch: string | null): SplitPatch => {
  const patch = parsePatch(text ?? '');
  const ofInstance = new Set(parsePatch(testPatch ?? '').files.flatMap(({ oldPath, newPath }) => [oldPath, newPath]));
  const isReplaced = (file: FilePatch) => ofInstance.has(pathOf(file));
  const isTest = (file: FilePatch) => !isReplaced(file) && isMadeByTests(pathOf(file));
  return {
    code: textOf(patch, (file) => !isReplaced(file) && !isTest(file)),
    tests: textOf(patch, isTest),
    brings: patch.files.filter(isTest).map(pathOf),
    replaced: patch.files.filter(isReplaced).map(pathOf),
    isPatch: patch.isPatch,
  };
};
