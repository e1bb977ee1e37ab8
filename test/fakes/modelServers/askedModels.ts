import { afterEach } from 'vitest';
import type { AttemptModel } from '../../../src/core/run/agent/attempt';
import type { KeySource, ModelEntry } from '../../../src/core/run/model/modelEntry';
import { type RetryPlan, retryPlan } from '../../../src/core/run/model/retryPlan';
import { openModels } from '../../../src/io/providers/openModels';
import { canaryKey } from '../canary';
import type { ModelServer } from './modelServer';

export const canaryKeys: KeySource = { keyOf: async () => canaryKey() };

export const modelEntry = (further: Partial<ModelEntry>): ModelEntry => ({
  id: 'served',
  protocol: 'openai',
  model: 'served-model',
  baseUrl: null,
  file: null,
  keyName: 'CANARY_KEY',
  contextTokens: null,
  maxOutputTokens: null,
  prices: { input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 10 },
  params: {},
  alsoSpeaks: [],
  ...further,
});

/** As often as usual, without the waits. */
export const hastyPlan: RetryPlan = { ...retryPlan, firstWaitMs: 0, mostWaitMs: 0 };

const opened: ModelServer<never>[] = [];

/** Closes the servers of a file's tests after each of them. */
export const closesModelServers = (): void => {
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((server) => server.close()));
  });
};

export interface AskedModel {
  readonly model: AttemptModel;
  /** What was said of tries that failed. */
  readonly said: string[];
}

/** A model bound to a server of a test, as runs open it. */
export const askedModel = async <R>(
  server: ModelServer<R>,
  further: Partial<ModelEntry> = {},
  options: { readonly recordFile?: string; readonly plan?: RetryPlan } = {},
): Promise<AskedModel> => {
  opened.push(server as unknown as ModelServer<never>);
  const address = await server.open();
  const said: string[] = [];
  const entry = modelEntry({ baseUrl: further.protocol === 'anthropic' ? address : `${address}/v1`, ...further });
  const hooks = { retrying: (fault: string, attempt: number) => void said.push(`${attempt}: ${fault}`) };
  const { recordFile = null, plan = hastyPlan } = options;
  return { model: await openModels(null, plan).open(entry, canaryKeys, recordFile, hooks), said };
};
