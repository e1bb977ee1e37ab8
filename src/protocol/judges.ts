import type { HiddenUntil } from '../core/study/studyFile';
import type { Api } from './rpc';

/** One judge's answer on one item, in words for people. All texts are outside text: never to be shown as HTML. */
export interface JudgeAnswer {
  readonly judge: string;
  readonly rubric: string | null;
  /** `right`, `scored 0.75`, `no label (...)`. */
  readonly label: string;
  /** The overall value where it is a word, for comparing; null for all else. */
  readonly overall: string | null;
  /** As the file has it, where that differs from the label; null elsewhere. */
  readonly said: string | null;
  readonly rationale: string | null;
  readonly criteria: readonly {
    readonly id: string;
    /** Null: the file gives none. */
    readonly value: string | null;
    readonly rationale: string | null;
  }[];
  readonly model: string | null;
  readonly promptSha256: string | null;
  /** `3 samples, 33% say otherwise, changes with the order`; null where the file doesn't say. */
  readonly samples: string | null;
  /** `saw 6,000 of 9,403 characters (63%)`; null where the file doesn't say. */
  readonly saw: string | null;
  /** Where its text and its label disagree: hints. */
  readonly contradictions: readonly string[];
  /** `magpie.jsonl line 3`. */
  readonly place: string;
}

/** Answers on one item, or that they are hidden from who rates it. */
export type JudgeAnswers =
  | { readonly kind: 'hidden'; readonly until: HiddenUntil }
  | {
      readonly kind: 'shown';
      readonly answers: readonly JudgeAnswer[];
      /** What the person asked about says of the same; null where there is no verdict, or nobody was asked about. */
      readonly yours: OwnAnswers | null;
      /** What the study's rubric asks, by criterion; ids that it lacks are absent. */
      readonly questions: Readonly<Record<string, string>>;
    };

/** A person's answers that stand, in words as the judges'. */
export interface OwnAnswers {
  readonly overall: string | null;
  readonly criteria: readonly { readonly id: string; readonly value: string | null }[];
}

/** A judge of the study and what its file comes to. */
export interface JudgeOverview {
  readonly id: string;
  /** "11 joined, 2 contradictions queued"; why it can't be read, where it can't. */
  readonly words: string;
  /** Rows with a fault and answers that aren't joined, or that the whole file can't be read. */
  readonly hasFaults: boolean;
}

/** What an import would do, as it is shown before anything is written. */
export interface JudgePreview {
  readonly judge: string;
  readonly words: string;
  readonly adds: 'entry' | 'as-it-lies' | 'stands-there' | 'nothing-joins';
  /** Name of the map that the fields are read by; null where none is. */
  readonly map: string | null;
  /** The first rows: where, about what, as in the file, read as. */
  readonly rows: readonly {
    readonly place: string;
    readonly subject: string;
    readonly said: string;
    readonly label: string;
    readonly rationale: string;
  }[];
  /** Faults, what isn't joined and what was left out, a sentence each, the first thousand; `faultCount` says how many. */
  readonly faults: readonly string[];
  readonly faultCount: number;
  readonly contradictions: readonly string[];
}

export interface JudgeImportQuery {
  readonly studyFolder: string;
  /** Absolute. */
  readonly path: string;
  /** Absolute; null: the one beside the file, where there is one. */
  readonly map: string | null;
}

/** Judges of the study, as the app offers them to the extension host. */
export interface JudgesApi extends Api {
  /**
   * `rater`: who rates the item now, from whom the study may hide it; null: nobody. `you`: whose own answers are wanted
   * beside; absent: nobody's.
   */
  judgeAnswers(q: {
    readonly studyFolder: string;
    readonly instanceId: string;
    readonly runId: string;
    readonly rater: string | null;
    readonly you?: string;
  }): Promise<JudgeAnswers>;
  judges(q: { readonly studyFolder: string }): Promise<readonly JudgeOverview[]>;
  previewJudge(q: JudgeImportQuery): Promise<JudgePreview>;
  /** Enters the judge into the study file. The file that was changed; null where nothing was to be done. */
  importJudge(q: JudgeImportQuery): Promise<{ readonly words: string; readonly studyFile: string | null }>;
  /** Judges against people and against tests, as a Markdown text; made anew. */
  judgeReport(q: { readonly studyFolder: string }): Promise<{ readonly text: string }>;
}
