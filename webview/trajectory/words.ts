import type { ListedStep, TrajectoryShape } from '../../src/protocol/trajectory';

/** Milliseconds as people say them: 0.3 s, 55.4 s, 10 m 44 s, 2 h 5 m. */
export const durationWords = (ms: number): string => {
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} m`;
};

export const costWords = (usd: number): string => `$${usd.toFixed(usd < 0.1 && usd > 0 ? 4 : 2)}`;

export const count = (n: number): string => n.toLocaleString('en');

const statusWordsOf = {
  submitted: 'submitted',
  submitted_empty: 'submitted, empty',
  limit_turns: 'turn limit',
  limit_cost: 'cost limit',
  limit_time: 'time limit',
  limit_context: 'context limit',
  format: 'format errors',
  env_error: 'environment error',
  api_error: 'API error',
  aborted: 'aborted',
  stuck: 'stuck',
  unknown: 'unknown',
} as const;

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Secondary text after it. */
  readonly beside: string;
  readonly warning: string | null;
}

const fact = (name: string, value: string | null, beside = '', warning: string | null = null): Fact => ({
  name,
  value: value ?? 'unknown',
  beside,
  warning,
});

const outcomeWords = (resolved: boolean | null): string | null =>
  resolved === null ? null : resolved ? 'resolved' : 'unresolved';

const stepsFact = ({ head }: TrajectoryShape): Fact => {
  const { apiCalls } = head.totals;
  const visible = `${count(head.totals.visibleSteps)} visible`;
  if (apiCalls === null) return fact('Steps', visible, 'API calls unknown');
  const missing = apiCalls > head.totals.visibleSteps;
  const why = 'Calls of the model whose reply is not in the file: tokens and cost may be more than said.';
  return fact('Steps', visible, `${count(apiCalls)} API calls`, missing ? why : null);
};

const costFact = ({ totals }: TrajectoryShape['head']): Fact => {
  if (totals.costUsd === null) return fact('Cost', null);
  const { incomplete, costSource } = totals;
  const least = incomplete ? '≥ ' : '';
  const source = costSource === 'unknown' ? 'source unknown' : costSource;
  const why = 'Calls are known to be missing from this sum.';
  return fact('Cost', `${least}${costWords(totals.costUsd)}`, source, incomplete ? why : null);
};

const tokensFact = ({ totals }: TrajectoryShape['head']): Fact => {
  const { prompt, cached, completion, reasoning } = totals;
  if (prompt === null && completion === null) return fact('Tokens', null);
  const of = (n: number | null, what: string) => (n === null ? `${what} unknown` : `${count(n)} ${what}`);
  const beside = [cached === null ? '' : of(cached, 'cached'), reasoning === null ? '' : of(reasoning, 'reasoning')];
  const value = `${of(prompt, 'in')} · ${of(completion, 'out')}`;
  return fact('Tokens', value, beside.filter((word) => word !== '').join(', '));
};

const timeFact = ({ startedAt, endedAt }: TrajectoryShape['head']): Fact => {
  if (startedAt === null || endedAt === null || endedAt < startedAt) return fact('Time', null);
  return fact('Time', durationWords(endedAt - startedAt), new Date(startedAt).toISOString().slice(0, 16));
};

/** The figures above the steps, in reading order. What is not recorded is "unknown". */
export const factsOf = (shape: TrajectoryShape): readonly Fact[] => {
  const { head } = shape;
  const raw = head.rawStatus === null || head.rawStatus === head.status ? '' : head.rawStatus;
  const patch = head.finalPatch;
  return [
    fact('Status', statusWordsOf[head.status], raw),
    fact('Outcome', outcomeWords(head.resolved), head.resolved === null ? '' : 'as the file says'),
    stepsFact(shape),
    costFact(head),
    tokensFact(head),
    timeFact(head),
    fact('Patch', patch === null ? 'none' : `${count(patch.text.length)} characters`, patch?.source ?? ''),
    fact('Model', head.model),
    fact('Agent', head.agent),
    fact('Source', head.format, head.version ?? ''),
  ];
};

const kindWordsOf: Readonly<Record<ListedStep['kind'], string>> = {
  shell: 'command',
  read: 'read',
  edit: 'edit',
  search: 'search',
  test: 'test run',
  submit: 'submit',
  spawn: 'sub-agent',
  think: 'thought',
  other: 'tool call',
  text: 'text',
};

/** What a step is, in words, for the icon's label and screen readers. */
export const kindWords = ({ role, kind }: Pick<ListedStep, 'role' | 'kind'>): string =>
  role === 'agent' ? kindWordsOf[kind] : role;

/** "exit 1" where it failed by its code, "failed" where the file only says so, '' where it did not. */
export const failureWords = ({ failed, exitCode }: Pick<ListedStep, 'failed' | 'exitCode'>): string => {
  if (exitCode !== null && exitCode !== 0) return `exit ${exitCode}`;
  return failed ? 'failed' : '';
};
