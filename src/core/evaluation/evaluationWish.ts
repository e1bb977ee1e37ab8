import type { RepositorySource } from '../workspace/repositorySource';
import type { RuleSetName } from './ruleSetName';

/** What is to be evaluated: gold, the base without a patch, files of predictions, or one patch at hand. */
export type PredictionSource =
  | { readonly kind: 'gold' }
  | { readonly kind: 'base' }
  /** Base and gold of each instance as one schedule: the dataset check. */
  | { readonly kind: 'check' }
  | { readonly kind: 'file'; readonly path: string }
  /** Several files as one schedule; each is a run of its own name, unless the wish names one for all. */
  | { readonly kind: 'files'; readonly paths: readonly string[] }
  | { readonly kind: 'patch'; readonly model: string; readonly patch: string };

/** The person's own words on where things are, as far as a run can be resumed by them. */
export interface WishSettings {
  /** Image by instance id or repository. */
  readonly images: Readonly<Record<string, string>>;
  /** Test command by repository. */
  readonly testCommands: Readonly<Record<string, string>>;
  /** Source by repository: an address, a folder, a bundle, or `owner/name` of the public host. */
  readonly repositories: Readonly<Record<string, string>>;
  /** For all instances, as given on the command line. */
  readonly repository: RepositorySource | null;
}

/** What a person asked for; null leaves it to the study file and then to the default. Paths are absolute. */
export interface EvaluationWish {
  readonly datasetPath: string;
  readonly predictions: PredictionSource;
  /** Empty: all of the dataset. */
  readonly instanceIds: readonly string[];
  readonly runId: string | null;
  readonly rules: RuleSetName | null;
  readonly timeoutMs: number | null;
  readonly workers: number | null;
  readonly repeats: number;
  /** Evaluates anew what is there already: all of it, or what has no verdict. */
  readonly again: boolean | 'no-verdict';
  readonly settings: WishSettings;
  /** Whether patches of instances about speed are timed once their tests pass; left out: no. */
  readonly optimisation?: boolean;
}

/** The wish as the journal keeps it, so that the run can be resumed by a later process. */
export interface RunWish extends EvaluationWish {
  readonly backend: 'docker' | 'local' | null;
  /** The engine's address; null: where the docker command would look. */
  readonly endpoint: string | null;
}
