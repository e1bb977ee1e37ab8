import type { KeySource, ModelEntry } from '../../core/run/model/modelEntry';
import { ModelFault } from '../../core/run/model/modelProvider';
import { retryPlan } from '../../core/run/model/retryPlan';
import { originOf } from '../../core/run/model/studyModels';
import type { Usage } from '../../core/run/trajectory/step';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { openModels } from '../../io/providers/openModels';

/** What a model answered to a call of one token. */
export interface CheckedModel {
  readonly id: string;
  /** As the provider names it in its reply. */
  readonly model: string;
  readonly milliseconds: number;
  readonly usage: Usage | null;
  /** Dollars; null: unknown. */
  readonly costUsd: number | null;
}

const timeoutMs = 60_000;

/** OpenAI's own models of today refuse the older name of the field, and most other servers the newer. */
const oneToken = (entry: ModelEntry): Readonly<Record<string, number>> =>
  originOf(entry) === 'https://api.openai.com' ? { max_completion_tokens: 1 } : { max_tokens: 1 };

/**
 * Asks a model for one token, once. Throws InputFault where its entry or key isn't right, EnvironmentFault where it can't
 * be reached.
 */
export const checkModel = async (entry: ModelEntry, keys: KeySource): Promise<CheckedModel> => {
  const models = openModels(null, { ...retryPlan, tries: 1 });
  const model = await models.open(entry, keys, null, { retrying: () => undefined });
  const begun = performance.now();
  try {
    const messages = [{ role: 'user', content: 'Answer with one word.' }];
    const { response, usage, costUsd } = await model.ask(messages, [], { timeoutMs, params: oneToken(entry) });
    const milliseconds = Math.round(performance.now() - begun);
    return { id: entry.id, model: response.model || model.name, milliseconds, usage, costUsd };
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    if (error.kind === 'network' || error.kind === 'time-out') throw new EnvironmentFault('network', error.message);
    throw new InputFault(error.message);
  }
};

const tokens = (usage: Usage | null): string =>
  usage === null
    ? 'it counted no tokens'
    : `${usage.prompt ?? 'unknown'} tokens in, ${usage.completion ?? 'unknown'} out`;

/** `gpt-5-mini answers (gpt-5-mini-2025-08-07, 812 ms): 12 tokens in, 1 out, $0.000005`. */
export const checkedText = ({ id, model, milliseconds, usage, costUsd }: CheckedModel): string => {
  const cost = costUsd === null ? 'cost unknown' : `$${costUsd.toFixed(7).replace(/0{1,5}$/, '')}`;
  return `${id} answers (${model}, ${milliseconds} ms): ${tokens(usage)}, ${cost}`;
};
