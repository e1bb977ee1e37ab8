import { expect, it } from 'vitest';
import { agentUpstream } from '../../../../src/io/agents/agentUpstream';
import { fakeEntry, fakeModel, fakeReply } from '../../../fakes/modelRun';

const model = fakeModel(async () => fakeReply(0));
const keys = { keyOf: async () => null };
const upstreamOf = (params: Readonly<Record<string, unknown>>) =>
  agentUpstream({ ...fakeEntry, protocol: 'openai', params }, keys, model);

it('an agent that asks for a stream gets one, whatever the models file says of our own requests', async () => {
  const upstream = await upstreamOf({ stream: false, stream_options: null, temperature: 0 });
  expect(upstream).toMatchObject({ kind: 'http', baseUrl: 'https://api.openai.com/v1' });
  expect('params' in upstream && upstream.params).toEqual({ temperature: 0 });
});

it('a model that is no server answers through the model of the run', async () => {
  expect(await agentUpstream(fakeEntry, keys, model)).toEqual({ kind: 'provider', model });
});

it('a key that lacks is named', async () => {
  const entry = { ...fakeEntry, protocol: 'anthropic' as const, keyName: 'SOME_KEY' };
  await expect(agentUpstream(entry, keys, model)).rejects.toThrow('needs the key SOME_KEY, which is not set');
});
