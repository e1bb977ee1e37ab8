import type { RunEnd, RunItemState, RunRequest } from '../../app/run/runRequest';
import { sumOfSpends } from '../../app/run/runSpend';
import { modelLabel } from '../../core/run/record/runName';
import { printable } from '../printable';

/** One run of the call with its end. */
export interface EndedRun {
  readonly request: Pick<RunRequest, 'runId' | 'attempt' | 'agent' | 'model' | 'folder'>;
  readonly end: RunEnd;
}

export const moneyText = (usd: number | null): string =>
  usd === null ? 'cost unknown' : `$${usd.toFixed(usd < 1 ? 4 : 2)}`;

const good = new Set(['submitted']);

/** A line of `--json`. */
export const attemptDocument = ({ runId, attempt, agent, model }: EndedRun['request'], item: RunItemState) => ({
  instance: item.instanceId,
  run: runId,
  attempt,
  agent: agent.id,
  model: modelLabel(model),
  state: item.state,
  status: item.result?.status ?? null,
  rawStatus: item.result?.rawStatus ?? null,
  calls: item.result?.calls ?? null,
  costUsd: item.result?.costUsd ?? null,
  usage: item.result?.usage ?? null,
  patchBytes: item.result?.patch == null ? null : new TextEncoder().encode(item.result.patch).length,
  fault: item.result?.fault ?? null,
  trajectory: item.trajectory,
});

/** The same for people. */
export const attemptLine = ({ attempt }: EndedRun['request'], { instanceId, result, state }: RunItemState): string => {
  if (result === null) return printable(`? ${instanceId}  not attempted`);
  const mark = good.has(result.status) && result.fault === null ? '✓' : '✗';
  const which = attempt > 1 ? `  attempt ${attempt}` : '';
  const what = `${mark} ${instanceId}${which}  ${result.status}  ${result.calls} calls  ${moneyText(result.costUsd)}`;
  const kept = state === 'kept' ? '  (kept)' : '';
  return printable(`${what}${kept}${result.fault === null ? '' : `  ${result.fault}`}`);
};

const statusesOf = (runs: readonly EndedRun[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { result } of runs.flatMap(({ end }) => end.items)) {
    // A reply without an answer is told apart from what the agent got wrong.
    const name = result?.rawStatus === 'ExtractionFailed' ? 'extraction_failed' : (result?.status ?? 'not_attempted');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

/** The last line of `--json`. Sums are of this call; what was kept from before cost nothing now. */
export const runSummary = (runs: readonly EndedRun[], backend: string) => {
  const { calls, costUsd, promptTokens, completionTokens } = sumOfSpends(runs.map(({ end }) => end.spend));
  return {
    summary: {
      runs: runs.map(({ request }) => request.runId),
      folders: runs.map(({ request }) => request.folder),
      backend,
      calls,
      costUsd,
      tokens: { prompt: promptTokens, completion: completionTokens },
      statuses: statusesOf(runs),
      stopped: runs.find(({ end }) => end.stopped !== null)?.end.stopped ?? null,
    },
  };
};

/** The last line for people. */
export const runSummaryLine = (runs: readonly EndedRun[]): string => {
  const { calls, costUsd } = sumOfSpends(runs.map(({ end }) => end.spend));
  const statuses = Object.entries(statusesOf(runs)).map(([status, n]) => `${n} ${status}`);
  return `${statuses.join(', ')}; ${calls} calls, ${moneyText(costUsd)}\n`;
};

/** 3 where the machinery or a person stopped it, 1 where something is wrong with an attempt, 0 else. */
export const exitCodeOfRuns = (runs: readonly EndedRun[]): number => {
  const stops = runs.flatMap(({ end }) => end.stopped?.why ?? []);
  if (stops.some((why) => why !== 'budget')) return 3;
  const isGood = ({ result }: RunItemState) => result !== null && good.has(result.status) && result.fault === null;
  return runs.every(({ end }) => end.items.every(isGood)) ? 0 : 1;
};
