import type { CoverageWish } from '../evaluation/coverage/coverageWish';
import type { OptimisationSettings } from '../evaluation/optimisation/optimisation';
import type { RuleSetName } from '../evaluation/ruleSetName';
import type { Instance } from '../instance/instance';
import type { DockerfileRecipe, ImageRecipe, JobLimits } from '../run/container/engine';
import type { RepositorySource } from '../workspace/repositorySource';

/** One block `environments[]` of touchstone.yaml, as far as evaluating needs it. The first match from the top wins. */
export interface Environment {
  readonly id: string;
  readonly match: { readonly dataset?: string; readonly repo?: string; readonly instances?: readonly string[] };
  readonly repository: RepositorySource | null;
  readonly image: string | null;
  /** As written; whoever reads the file makes both paths absolute. Absent: none. */
  readonly dockerfile?: DockerfileRecipe | null;
  /** `base: host` derives an image from the host's own binaries (Linux); our extension of the study file. */
  readonly build: ImageRecipe | null;
  /** `os/arch[/variant]`; absent: the engine's own. */
  readonly platform?: string | null;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly test: string | null;
  readonly parser: string | null;
  /** What the tests leave of line coverage, for rows that say nothing of it; left out: not said. */
  readonly coverage?: CoverageWish;
  /** Globs of files that are never copied in, shown or exported; absent: none. */
  readonly keepOut?: readonly string[];
}

type Row = Pick<Instance, 'id' | 'repo'>;

/** Whether a block is for an instance of a dataset: all that its `match` says holds. `datasetId` null: in no study. */
export const isForInstance = ({ match }: Environment, row: Row, datasetId: string | null): boolean =>
  (match.dataset === undefined || match.dataset === datasetId) &&
  (match.repo === undefined || match.repo === row.repo) &&
  (match.instances === undefined || match.instances.includes(row.id));

/** The block that counts for an instance; null where none is for it. */
export const environmentFor = (
  environments: readonly Environment[],
  row: Row,
  datasetId: string | null,
): Environment | null => environments.find((one) => isForInstance(one, row, datasetId)) ?? null;

/** What a study file says of evaluating. Milliseconds and bytes. */
export interface EvaluationSettings {
  readonly ruleSet: RuleSetName | null;
  /** Rule sets by which everything is graded beside it. */
  readonly compare: readonly RuleSetName[];
  readonly timeoutMs: number | null;
  /** How a speed-up is measured; left out: as usual. */
  readonly optimisation?: OptimisationSettings;
  readonly backend: {
    readonly kind: 'docker' | 'local' | null;
    readonly endpoint: string | null;
    readonly workers: number | null;
    /** Tries after a failure of the machinery, not of the tests; absent: not said. */
    readonly retryInfrastructure?: number;
  };
  /** `backend.limits`, as far as it is said; `disk` is what a job may write, in one file and in all. */
  readonly limits?: Partial<JobLimits>;
}
