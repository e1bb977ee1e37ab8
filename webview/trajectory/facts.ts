import { outcomeWords } from '../../src/core/evaluation/outcomeWords';
import { costWords, durationWords, statusWords } from '../../src/core/run/trajectory/factWords';
import { shownText } from '../../src/core/shared/shownText';
import type { TrajectoryShape } from '../../src/protocol/trajectory';
import type { ShownPlace } from '../../src/protocol/trajectoryListPage';
import { patchWords } from './patchWords';
import { count } from './words';

const endedWords = { ...statusWords, unknown: 'not recorded' };

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Secondary text after it. */
  readonly beside: string;
  /** Where the figure comes from and what it leaves out; '' where there is nothing to say. */
  readonly hover: string;
  readonly warning: string | null;
  /** What a press of the value opens; null: nothing. */
  readonly opens: 'output' | 'patch' | null;
}

type More = Partial<Pick<Fact, 'beside' | 'hover' | 'warning' | 'opens'>>;

const fact = (
  name: string,
  value: string | null,
  { beside = '', hover = '', warning = null, opens = null }: More = {},
): Fact => ({
  name,
  value: value === null ? 'not recorded' : shownText(value),
  beside: value === null ? '' : shownText(beside),
  hover: shownText(hover),
  warning,
  opens,
});

type Head = TrajectoryShape['head'];

/** Loops of mini-swe-agent, ours too, write the file from the first step on, and how it ended at their end. */
const saysItsEnd = ({ format }: Head): boolean => /^mini-swe-agent-\d/.test(format);

const statusFact = (head: Head): Fact => {
  const { status, rawStatus } = head;
  if (rawStatus === null && saysItsEnd(head))
    return fact('Status', 'no end yet', {
      hover: 'The file says of no end: its run goes on, or was ended from outside.',
    });
  if (rawStatus === null)
    return fact('Status', endedWords[status], { hover: 'The file says nothing of how it ended.' });
  const hover = `In the file: ${rawStatus}`;
  if (status === 'unknown') return fact('Status', rawStatus, { hover });
  return fact('Status', endedWords[status], { beside: rawStatus.toLowerCase() === status ? '' : rawStatus, hover });
};

const outcomeFact = ({ resolved, scores }: Head, place: ShownPlace | null): Fact => {
  const outcome = place?.outcome ?? null;
  if (outcome !== null)
    return fact('Outcome', outcomeWords(outcome), {
      beside: place?.runId ?? '',
      hover: `As evaluated in this study${place?.hasOutput ? '; opens the test output' : ''}`,
      opens: place?.hasOutput ? 'output' : null,
    });
  if (resolved !== null) return fact('Outcome', resolved ? 'resolved' : 'unresolved', { hover: 'As the file says' });
  const score = scores?.[0];
  if (score === undefined) return fact('Outcome', 'not evaluated');
  const hover = (scores ?? []).map(({ name, value, explanation }) => `${name}: ${value}\n${explanation ?? ''}`);
  return fact('Outcome', `${score.name} ${score.value ?? '–'}`, {
    beside: 'as the file says',
    hover: hover.join('\n'),
  });
};

const stepsFact = ({ head, steps, state }: TrajectoryShape): Fact => {
  const { apiCalls, visibleSteps } = head.totals;
  if (state === 'indexing') return fact('Steps', count(steps), { beside: 'so far' });
  const visible = `${count(visibleSteps)} visible`;
  if (apiCalls === null) return fact('Steps', visible, { beside: 'API calls not recorded' });
  const isLess = apiCalls > visibleSteps;
  return fact('Steps', visible, {
    beside: `of ${count(apiCalls)} API calls`,
    warning: isLess
      ? 'Calls of the model whose reply is not in the file: tokens and cost may be more than said.'
      : null,
  });
};

const costFact = ({ totals }: Head): Fact => {
  const { costUsd, incomplete, costSource } = totals;
  if (costUsd === null) return fact('Cost', null);
  const source = costSource === 'unknown' ? 'source not recorded' : costSource;
  return fact('Cost', `${incomplete ? '≥ ' : ''}${costWords(costUsd)}`, {
    beside: incomplete ? 'incomplete' : source,
    hover: costSource === 'unknown' ? '' : costSource,
    warning: incomplete ? 'Calls are known to be missing from this sum.' : null,
  });
};

const tokensFact = ({ totals }: Head): Fact => {
  const { prompt, cached, completion, reasoning, cacheWrite, incomplete } = totals;
  if (prompt === null && completion === null) return fact('Tokens', null);
  const of = (n: number | null, what: string) => `${n === null ? '–' : count(n)} ${what}`;
  const parts = [of(cached, 'of them cached'), of(cacheWrite, 'written to the cache'), of(reasoning, 'for reasoning')];
  return fact('Tokens', `${of(prompt, 'in')} · ${of(completion, 'out')}`, {
    beside: incomplete ? 'visible only' : '',
    hover: `${parts.join(', ')} (–: not recorded)`,
  });
};

const timeFact = ({ startedAt, endedAt }: Head): Fact => {
  if (startedAt === null || endedAt === null || endedAt < startedAt) return fact('Time', null);
  const from = new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ');
  return fact('Time', durationWords(endedAt - startedAt), { hover: `From ${from} UTC` });
};

const patchFact = ({ finalPatch }: Head): Fact =>
  finalPatch === null
    ? fact('Patch', 'none in the file')
    : fact('Patch', patchWords(finalPatch.text), {
        hover: `Opens the patch: ${count(finalPatch.text.length)} characters, from: ${finalPatch.source}`,
        opens: finalPatch.text.trim() === '' ? null : 'patch',
      });

/** It would tell the model, or the agent, by itself. */
const hiddenFact = (name: string): Fact => fact(name, 'hidden while you judge');

/** The figures above the steps, in reading order. What is not recorded is said so. */
export const factsOf = (shape: TrajectoryShape, place: ShownPlace | null): readonly Fact[] => {
  const { head } = shape;
  const isNamed = place?.hidden.model !== true;
  const source = fact('Source', head.format, {
    beside: head.version === null ? '' : `v${head.version}`,
    hover: `Agent: ${head.agent ?? 'not recorded'}\nModel: ${head.model ?? 'not recorded'}`,
  });
  return [
    statusFact(head),
    outcomeFact(head, place),
    stepsFact(shape),
    isNamed ? costFact(head) : hiddenFact('Cost'),
    tokensFact(head),
    timeFact(head),
    patchFact(head),
    isNamed ? source : hiddenFact('Source'),
  ];
};
