import type { AskedReply, AttemptModel } from '../../core/run/agent/attempt';
import type { ModelHooks, Models } from '../../core/run/model/askModel';
import type { ChatRequest } from '../../core/run/model/chat';
import type { KeySource, ModelEntry } from '../../core/run/model/modelEntry';
import type { CallOptions, ModelProvider, ModelReply } from '../../core/run/model/modelProvider';
import { costOf } from '../../core/run/model/price';
import { askWithRetries, type RetryPlan, retryPlan } from '../../core/run/model/retryPlan';
import { InputFault } from '../../core/shared/problem';
import type { EditorModelPort } from './editorModel';
import { recorded } from './modelRecorder';
import { pause } from './pause';

/** A call that says nothing else may take ten minutes. */
const usualTimeoutMs = 10 * 60_000;

const withCost = (reply: ModelReply, { prices }: ModelEntry): AskedReply => {
  if (reply.reportedCostUsd !== null) return { ...reply, costUsd: reply.reportedCostUsd, costSource: 'reported' };
  const costUsd = costOf(reply.usage, prices);
  return { ...reply, costUsd, costSource: costUsd === null ? 'unknown' : 'computed' };
};

/** The key of an entry; null where it needs none. Throws InputFault where it isn't set or can't be one. */
const keyOf = async ({ id, keyName }: ModelEntry, keys: KeySource): Promise<string | null> => {
  if (keyName === null) return null;
  const key = (await keys.keyOf(keyName))?.trim() ?? '';
  const how = `On the command line set the environment variable ${keyName}; in the editor enter it when you are asked.`;
  if (key === '') throw new InputFault(`The model "${id}" needs the key ${keyName}, which is not set. ${how}`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new InputFault(`What is in ${keyName} can't be a key: it has blanks or characters outside ASCII. ${how}`);
  return key;
};

interface Opened {
  readonly provider: ModelProvider;
  readonly model: string;
}

/** Each protocol's module is loaded when it is first needed: the SDKs take time and room. */
const openProvider = async (entry: ModelEntry, key: string | null, editor: EditorModelPort | null): Promise<Opened> => {
  const { model, protocol } = entry;
  if (protocol === 'scripted') return { provider: await (await import('./scriptedModel')).scriptedModel(entry), model };
  if (protocol === 'replay') {
    const replay = await (await import('./replayModel')).replayModel(entry);
    return { provider: replay.provider, model: replay.model ?? model };
  }
  if (protocol === 'openai') return { provider: (await import('./openAi/openAiModel')).openAiModel(entry, key), model };
  if (protocol === 'anthropic')
    return { provider: (await import('./anthropic/anthropicModel')).anthropicModel(entry, key), model };
  if (editor === null)
    throw new InputFault(`The model "${entry.id}" is one of the editor (vscode). It can be asked from there only.`);
  return { provider: (await import('./editorModel')).editorModel(editor), model };
};

const bound = ({ provider, model }: Opened, entry: ModelEntry, hooks: ModelHooks, plan: RetryPlan): AttemptModel => ({
  id: entry.id,
  name: model,
  ask: async (messages, tools, options = {}) => {
    const { params, timeoutMs = usualTimeoutMs, ...rest } = options;
    const request: ChatRequest = { model, messages, tools, params: { ...entry.params, ...params } };
    const call: CallOptions = { ...rest, timeoutMs };
    const ports = { sleep: pause, random: Math.random, retrying: hooks.retrying.bind(hooks) };
    return withCost(await askWithRetries(() => provider.complete(request, call), call, ports, plan), entry);
  },
});

/** What opens models, those of an editor too (null: there is none). `plan` is for tests. */
export const openModels = (editor: EditorModelPort | null, plan: RetryPlan = retryPlan): Models => ({
  open: async (entry, keys, recordFile, hooks) => {
    const key = await keyOf(entry, keys);
    const opened = await openProvider(entry, key, editor);
    const provider =
      recordFile === null ? opened.provider : recorded(opened.provider, recordFile, key === null ? [] : [key]);
    return bound({ ...opened, provider }, entry, hooks, plan);
  },
});

/** Models without an editor: for the command line. */
export const models: Models = openModels(null);
