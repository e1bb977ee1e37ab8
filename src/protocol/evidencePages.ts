import type { TestsEvidence } from '../core/study/evidence/testsEvidence';
import type { JudgeAnswers } from './judges';

/** Nothing to show, in words: no item, not evaluated; or what hides it, and by which rule. */
export type NotShown =
  | { readonly kind: 'none'; readonly message: string }
  | { readonly kind: 'hidden'; readonly title: string; readonly rule: string };

export type RequiredTestsShown =
  | NotShown
  | {
      readonly kind: 'tests';
      /** What is looked at, as other surfaces name it. */
      readonly item: string;
      readonly evidence: TestsEvidence;
      readonly hasLog: boolean;
      /** A form is open on the item, so that lines can be added to it. */
      readonly isJudged: boolean;
    };

export type JudgeAnswersShown =
  | NotShown
  | ({ readonly kind: 'answers'; readonly item: string } & Omit<Extract<JudgeAnswers, { kind: 'shown' }>, 'kind'>);

/** What the host offers to the view of required tests. */
export type RequiredTestsHostApi = {
  load(none: undefined): Promise<RequiredTestsShown>;
  openLog(q: { readonly line: number }): Promise<null>;
  addEvidence(q: { readonly line: number }): Promise<null>;
};

export type RequiredTestsViewApi = { show(shown: RequiredTestsShown): null };

/** What the host offers to the view of judges' answers. */
export type JudgeAnswersHostApi = { load(none: undefined): Promise<JudgeAnswersShown> };

export type JudgeAnswersViewApi = { show(shown: JudgeAnswersShown): null };
