import type { Outcome } from '../core/evaluation/outcome';
import type { RuleSetName } from '../core/evaluation/report';

/** An evaluation that somebody waits for. */
export interface EvaluateRequest {
  /** The call's own name, for progress and cancel. */
  readonly task: string;
  readonly studyFolder: string;
  readonly datasetPath: string;
  /** Empty: all that the predictions file is of. */
  readonly instanceIds: readonly string[];
  readonly predictions:
    | { readonly kind: 'gold' }
    | { readonly kind: 'base' }
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'patch'; readonly model: string; readonly patch: string };
  readonly runId: string;
  readonly backend: 'docker' | 'local';
  readonly settings: RunSettings;
  readonly again: boolean;
  /** Whether patches of instances about speed are timed once their tests pass; left out: no. */
  readonly optimisation?: boolean;
}

/** The person's settings that reach the app, with the same meaning as in package.json. */
export interface RunSettings {
  readonly endpoint: string | null;
  readonly workers: number;
  readonly images: Readonly<Record<string, string>>;
  readonly testCommands: Readonly<Record<string, string>>;
  readonly repositories: Readonly<Record<string, string>>;
  readonly ruleSet: RuleSetName;
  readonly timeoutSeconds: number;
  /** What images of ours may take, in bytes; 0: any. Absent: nothing is looked at. */
  readonly imageBudget?: number;
}

export interface EvaluatedItem {
  readonly instanceId: string;
  readonly model: string;
  readonly repeat: number;
  readonly rules: RuleSetName;
  readonly outcome: Outcome;
  readonly folder: string;
  readonly seconds: number;
  /** Left out where the patch wasn't timed. */
  readonly optimisation?: { readonly score: 0 | 1 | null; readonly reason: string };
}
