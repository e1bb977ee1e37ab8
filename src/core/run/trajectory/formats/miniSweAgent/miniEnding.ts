import { counted } from '../../../../shared/counted';
import { booleanAt, numberAt, textAt } from '../../fields';
import type { FinalPatch, TrajectoryStatus } from '../../trajectory';

/** What the document says of the whole run (`info`, else the last message), small values only. */
export interface MiniInfo {
  readonly exitStatus: string | null;
  readonly submission: string | null;
  readonly apiCalls: number | null;
  readonly costUsd: number | null;
  readonly stepLimit: number | null;
  readonly costLimit: number | null;
  readonly model: string | null;
  readonly miniVersion: string | null;
  readonly exception: string | null;
  /** What is left of the run's budget ended it, as our own runs note it. */
  readonly budgetReached: boolean;
  /** The agent by our own runs' word; null: it is mini-swe-agent's own. */
  readonly agent: string | null;
  /** The trajectory that this one branches off, as our own runs note it; null: none. */
  readonly parent: MiniParent | null;
}

/** Where a fork of ours came from. */
interface MiniParent {
  readonly file: string;
  readonly step: number;
  /** Calls and dollars of the parent's that the totals hold; null: not said. */
  readonly calls: number | null;
  readonly costUsd: number | null;
  /** How the files came to be where they are known only about; null: they are exact, or it is not said. */
  readonly inexact: string | null;
  /** How many of the first messages are the parent's; their times are not this run's. */
  readonly taken: number;
}

const lastLine = (text: string | null): string | null => text?.trimEnd().split('\n').at(-1) ?? null;

/** An empty exit status is what the agent writes while it is still running. */
const filled = (text: string | null): string | null => (text === '' ? null : text);

const parentOf = (info: unknown): MiniInfo['parent'] => {
  const file = filled(textAt(info, 'touchstone', 'parent', 'file'));
  const step = numberAt(info, 'touchstone', 'parent', 'step');
  if (file === null || step === null) return null;
  const isInexact = booleanAt(info, 'touchstone', 'parent', 'state', 'exact') === false;
  const words = textAt(info, 'touchstone', 'parent', 'state', 'words') ?? '';
  return {
    file: file.slice(0, 200),
    step,
    calls: numberAt(info, 'touchstone', 'parent', 'calls'),
    costUsd: numberAt(info, 'touchstone', 'parent', 'costUsd'),
    inexact: isInexact ? words.slice(0, 1000) : null,
    taken: numberAt(info, 'touchstone', 'parent', 'taken') ?? 0,
  };
};

/** What `info` of a document, or `extra` of the message with which a run ends, says. */
export const miniInfo = (info: unknown): MiniInfo => ({
  exitStatus: filled(textAt(info, 'exit_status')),
  submission: textAt(info, 'submission'),
  apiCalls: numberAt(info, 'model_stats', 'api_calls'),
  costUsd: numberAt(info, 'model_stats', 'instance_cost'),
  stepLimit: numberAt(info, 'config', 'agent', 'step_limit'),
  costLimit: numberAt(info, 'config', 'agent', 'cost_limit'),
  model: textAt(info, 'config', 'model', 'model_name'),
  miniVersion: textAt(info, 'mini_version'),
  exception: filled(textAt(info, 'exception_str')) ?? lastLine(filled(textAt(info, 'traceback'))),
  budgetReached: booleanAt(info, 'touchstone', 'budgetReached') === true,
  agent: filled(textAt(info, 'touchstone', 'agent')),
  parent: parentOf(info),
});

const statuses: ReadonlyMap<string, TrajectoryStatus> = new Map<string, TrajectoryStatus>([
  ['Submitted', 'submitted'],
  ['TimeExceeded', 'limit_time'],
  ['RepeatedFormatError', 'format'],
  ['FormatError', 'format'],
  // Ours: a single turn out of whose reply nothing could be taken.
  ['ExtractionFailed', 'format'],
  ['UserInterruption', 'aborted'],
  ['KeyboardInterrupt', 'aborted'],
  ['ContextWindowExceededError', 'limit_context'],
]);

/** Names of exceptions that the libraries of the models' providers raise. */
const apiExceptions =
  /^(?:API\w*|RateLimit\w*|Authentication\w*|PermissionDenied\w*|BadRequest\w*|NotFoundError|UnsupportedParams\w*|InternalServer\w*|ServiceUnavailable\w*|ContentPolicy\w*|RetryError|Timeout|OpenAI\w*|Anthropic\w*|\w*APIError|\w*RateLimitError|\w*AuthenticationError)$/;

/** `LimitsExceeded` says not which: the turns where as many were allowed, the cost where it was reached, else unknown. */
const limitOf = ({ apiCalls, stepLimit, costUsd, costLimit, budgetReached }: MiniInfo): TrajectoryStatus => {
  if (budgetReached) return 'limit_cost';
  if (stepLimit !== null && stepLimit > 0 && apiCalls !== null && apiCalls >= stepLimit) return 'limit_turns';
  if (costLimit !== null && costLimit > 0 && costUsd !== null && costUsd >= costLimit) return 'limit_cost';
  return 'unknown';
};

/** How the run ended. Any name that is not the agent's own is that of an exception: the model's side or the environment's. */
export const miniStatus = (info: MiniInfo, patch: FinalPatch | null): TrajectoryStatus => {
  const raw = info.exitStatus;
  if (raw === null) return 'unknown';
  if (raw === 'LimitsExceeded') return limitOf(info);
  const known = statuses.get(raw);
  if (known === 'submitted') return patch === null || patch.text.trim() === '' ? 'submitted_empty' : 'submitted';
  return known ?? (apiExceptions.test(raw) ? 'api_error' : 'env_error');
};

/** What was submitted. Version 1 writes an exception's text into `submission`, which is no patch. */
export const miniPatch = (info: MiniInfo): FinalPatch | null => {
  const text = info.submission;
  if (text === null || text === '') return null;
  return info.exitStatus === 'Submitted' || /^(?:diff --git |--- )/m.test(text) ? { text, source: 'submission' } : null;
};

export const miniWarnings = (info: MiniInfo): readonly string[] => {
  const { parent } = info;
  return [...(parent === null ? [] : branchWords(parent)), ...endingWarnings(info)];
};

const branchWords = ({ file, step, calls, costUsd, inexact }: MiniParent): readonly string[] => {
  const cost = costUsd === null ? 'an unknown cost' : `$${costUsd.toFixed(4)}`;
  const inherited = calls === null ? '' : ` Of its totals ${counted(calls, 'call')} and ${cost} are its parent's.`;
  const files = inexact === null ? [] : [`Its files began only about as the parent's were. ${inexact}`];
  return [`Branches off ${file} after step ${step}.${inherited}`, ...files];
};

const endingWarnings = (info: MiniInfo): readonly string[] => {
  const { exitStatus, exception } = info;
  if (exitStatus === null) return ['No exit status: the run was still going, or was ended from outside.'];
  if (exitStatus === 'LimitsExceeded' && limitOf(info) === 'unknown')
    return ['A limit was exceeded; whether of turns or of cost is not recorded.'];
  const said = exception ?? (statuses.has(exitStatus) || miniPatch(info) !== null ? null : filled(info.submission));
  return said === null ? [] : [`Ended by ${exitStatus}: ${said}`];
};

/** `info` over what the last message said, for a run that was saved by other means may have only one of them. */
export const joinInfo = (info: MiniInfo | null, exit: MiniInfo | null): MiniInfo => {
  const first = info ?? exit ?? miniInfo(null);
  return {
    ...first,
    exitStatus: first.exitStatus ?? exit?.exitStatus ?? null,
    submission: first.submission ?? exit?.submission ?? null,
    exception: first.exception ?? exit?.exception ?? null,
  };
};

/** The release that wrote a document. */
export const infoVersion = (document: unknown): string | null => textAt(document, 'info', 'mini_version');
