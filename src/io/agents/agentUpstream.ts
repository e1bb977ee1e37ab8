import type { AttemptModel } from '../../core/run/agent/attempt';
import type { GatewayProtocol } from '../../core/run/gateway/gatewayCount';
import type { KeySource, ModelEntry } from '../../core/run/model/modelEntry';
import { usualAddress } from '../../core/run/model/studyModels';
import { InputFault } from '../../core/shared/problem';
import type { GatewayUpstream } from '../gateway/gatewayOptions';

const spokenBy = ({ protocol, alsoSpeaks }: ModelEntry): readonly GatewayProtocol[] => {
  const own: GatewayProtocol = protocol === 'anthropic' ? 'anthropic' : 'chat';
  return [...new Set([own, ...alsoSpeaks.map((name) => (name === 'openai' ? 'chat' : name))])];
};

const keyOf = async ({ id, keyName }: ModelEntry, keys: KeySource): Promise<string | null> => {
  if (keyName === null) return null;
  const key = (await keys.keyOf(keyName))?.trim() ?? '';
  if (key !== '') return key;
  throw new InputFault(`The model "${id}" needs the key ${keyName}, which is not set.`);
};

/** Whether a reply comes as a stream is the agent's to say: one that asked for a stream can read nothing else. */
const paramsOf = ({ params }: ModelEntry): ModelEntry['params'] => {
  const { stream: _stream, stream_options: _options, ...further } = params;
  return further;
};

/**
 * Where an agent's requests go: to the model's server as they are, or through the model of the run where it is no server
 * (scripted, replayed, the editor's). Throws InputFault where the key is not set.
 */
export const agentUpstream = async (
  entry: ModelEntry,
  keys: KeySource,
  model: AttemptModel,
): Promise<GatewayUpstream> => {
  const { protocol, baseUrl } = entry;
  if (protocol !== 'openai' && protocol !== 'anthropic') return { kind: 'provider', model };
  const address = baseUrl ?? usualAddress[protocol] ?? '';
  return {
    kind: 'http',
    baseUrl: address,
    key: await keyOf(entry, keys),
    speaks: spokenBy(entry),
    params: paramsOf(entry),
  };
};
