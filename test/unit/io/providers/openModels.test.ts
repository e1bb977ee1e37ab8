import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../../src/core/run/model/chat';
import { modelNamed } from '../../../../src/core/run/model/modelNamed';
import { environmentKeys } from '../../../../src/io/providers/environmentKeys';
import { models, openModels } from '../../../../src/io/providers/openModels';
import { canaryKey, holdsCanary } from '../../../fakes/canary';
import { anthropicServer } from '../../../fakes/modelServers/anthropicServer';
import {
  askedModel,
  canaryKeys,
  closesModelServers,
  hastyPlan,
  modelEntry,
} from '../../../fakes/modelServers/askedModels';
import { chatServer } from '../../../fakes/modelServers/chatServer';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

closesModelServers();

let folder: TempFolder;

beforeEach(() => {
  folder = tempFolder();
});

afterEach(() => folder.remove());

const user = (content: string): ChatMessage => ({ role: 'user', content });
const quiet = { retrying: () => undefined };
const replayOf = (file: string) =>
  models.open(
    modelNamed(`replay:${file}`, [], (path) => path, ''),
    environmentKeys,
    null,
    quiet,
  );

describe('a record of a model and its replay', () => {
  it('answers exactly what the model answered, without it, failed tries passed over', async () => {
    const calls = [{ id: 'c1', name: 'bash', arguments: '{"command":"ls"}' }];
    const server = chatServer([
      { kind: 'status', status: 500, body: 'oh' },
      { kind: 'reply', reply: { content: 'one', calls } },
      { kind: 'reply', reply: { content: 'two', usage: { prompt_tokens: 7, completion_tokens: 1, cost: 0.5 } } },
    ]);
    const recordFile = join(folder.path, 'deep', 'calls.jsonl');
    const { model } = await askedModel(server, {}, { recordFile });
    const first = await model.ask([user('a')], []);
    const after = [user('a'), first.response.choices[0]!.message, { role: 'tool', tool_call_id: 'c1', content: 'x' }];
    const second = await model.ask(after, []);
    await server.close();

    const replay = await replayOf(recordFile);
    expect(replay.name).toBe('served-model');
    expect((await replay.ask([user('a')], [])).response).toEqual(first.response);
    expect(await replay.ask(after, [])).toEqual(second);
  });

  it('takes the room of its messages, not of their square', async () => {
    const answers = Array.from({ length: 30 }, () => ({ kind: 'reply', reply: { content: 'ok' } }) as const);
    const recordFile = join(folder.path, 'calls.jsonl');
    const { model } = await askedModel(chatServer(answers), {}, { recordFile });
    const messages: ChatMessage[] = [];
    for (let turn = 0; turn < 30; turn++) {
      messages.push(user(`${turn} ${'x'.repeat(5000)}`));
      await model.ask(messages, []);
    }
    expect(readFileSync(recordFile).length).toBeLessThan(30 * 5000 * 2);
  });

  it('says where a request parts from the record, and that it was asked too often', async () => {
    const server = chatServer([
      { kind: 'reply', reply: { content: 'one' } },
      { kind: 'reply', reply: { content: 'two' } },
    ]);
    const recordFile = join(folder.path, 'calls.jsonl');
    const { model } = await askedModel(server, {}, { recordFile });
    await model.ask([user('a')], []);
    await model.ask([user('a'), user('took 12 ms')], []);
    const replay = await replayOf(recordFile);
    await expect(replay.ask([user('a'), user('took 13 ms')], [])).rejects.toThrow(
      /isn't in the record. The nearest is the call of line 4: message 2 \(user\) differs: there ".*took 12 ms.*here ".*took 13 ms/,
    );
    await replay.ask([user('a')], []);
    await expect(replay.ask([user('a')], [])).rejects.toThrow('The record has this request once');
  });

  it('names the line of a file that is no record, and reads one whose last line was cut', async () => {
    const other = folder.write('other.jsonl', '{"a":1}\n{"b":2}\n');
    await expect(replayOf(other)).rejects.toThrow(`${other} line 1 is no line of a record`);
    const cut = folder.write('cut.jsonl', '{"kind":"message","hash":"h","message":{"role":"user"}}\n{"kind":"cal');
    expect((await replayOf(cut)).name).toBe('cut');
    await expect(replayOf(join(folder.path, 'none.jsonl'))).rejects.toThrow('There is no file');
  });
});

describe("a model's key", () => {
  it('is asked for by its name where it is not set, or can be none', async () => {
    const keys = (key: string | null) => ({ keyOf: async () => key });
    const entry = modelEntry({ keyName: 'SOME_KEY' });
    await expect(models.open(entry, keys(null), null, quiet)).rejects.toThrow(
      'needs the key SOME_KEY, which is not set',
    );
    await expect(models.open(entry, keys('a\nb'), null, quiet)).rejects.toThrow("What is in SOME_KEY can't be a key");
  });

  it('is in no error, record, reply, or piece of one, though the server says it back', async () => {
    const key = canaryKey();
    const told = { error: { message: `Incorrect API key provided: ${key} (Bearer ${key})` } };
    const wrong = { kind: 'status', status: 401, body: told } as const;
    const busy = { kind: 'status', status: 500, body: `<html>${key}` } as const;
    const said = { content: `the key is ${key}, ${encodeURIComponent(key)}` };
    const recordFile = join(folder.path, 'calls.jsonl');
    const seen: string[] = [];
    const watch = { onDelta: (text: string) => void seen.push(text) };
    for (const further of [{}, { protocol: 'anthropic' as const }]) {
      const blocks = { content: [{ type: 'text', text: said.content }] };
      const server = further.protocol
        ? anthropicServer([busy, { kind: 'reply', reply: blocks }, wrong])
        : chatServer([busy, { kind: 'reply', reply: said }, wrong]);
      const { model, said: tries } = await askedModel<never>(server as never, further, { recordFile });
      const reply = await model.ask([user('a')], [], watch);
      expect(reply.response.choices[0]?.message.content).toBe('the key is [key], [key]');
      const error = await model.ask([user('b')], []).catch((thrown: Error) => thrown);
      seen.push(JSON.stringify(reply), String(error), JSON.stringify(error), ...tries);
    }
    expect(seen.join('')).toContain('the key is [key]');
    expect(holdsCanary(seen.join(''))).toBe(false);
    expect(holdsCanary(readFileSync(recordFile))).toBe(false);
  });
});

describe('models of other kinds', () => {
  it("asks an editor's model over its two functions, and cancels it", async () => {
    const cancelled: string[] = [];
    const asked: string[] = [];
    const message = { role: 'assistant', content: 'from the editor' };
    const port = {
      ask: async (call: string, request: string) => {
        asked.push(call, request);
        if (request.includes('wait')) await new Promise(() => undefined);
        return JSON.stringify({ id: '1', choices: [{ message, finish_reason: 'stop' }] });
      },
      cancel: async (call: string) => void cancelled.push(call),
    };
    const entry = modelEntry({ protocol: 'vscode', keyName: null });
    const model = await openModels(port, hastyPlan).open(entry, canaryKeys, null, quiet);
    expect(await model.ask([user('hi')], [])).toMatchObject({ usage: null, costUsd: null, response: { id: '1' } });
    const controller = new AbortController();
    const waiting = model.ask([user('wait')], [], { signal: controller.signal });
    await Promise.resolve();
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(cancelled).toEqual([asked[2]]);
    await expect(models.open(entry, canaryKeys, null, quiet)).rejects.toThrow('one of the editor');
  });

  it('gives scripted replies to each conversation from its beginning, several at once', async () => {
    const file = folder.write(
      'two.yaml',
      'model: actor\nreplies:\n  - thought: look\n    command: ls\n  - fault: rate-limit\n  - text: done\n    usage: { prompt: 5, completion: 1 }\n',
    );
    const entry = modelNamed(`scripted:${file}`, [], (path) => path, '');
    const model = await openModels(null, hastyPlan).open(entry, environmentKeys, null, quiet);
    const tool = { type: 'function', function: { name: 'bash', description: '', parameters: {} } } as const;
    const first = await Promise.all(['a', 'b'].map((text) => model.ask([user(text)], [tool])));
    expect(first.map(({ response }) => response.choices[0]?.message.tool_calls?.[0]?.function.arguments)).toEqual([
      '{"command":"ls"}',
      '{"command":"ls"}',
    ]);
    const second = await model.ask([user('b'), first[1]!.response.choices[0]!.message, user('out')], [tool]);
    expect(second.response.choices[0]?.message.content).toBe('done');
    expect(second.usage).toMatchObject({ prompt: 5, completion: 1 });
    await expect(
      model.ask([user('b'), first[1]!.response.choices[0]!.message, user('out'), user('x')], [tool]),
    ).rejects.toThrow('has 3 replies for this conversation, and the 4. was asked for');
  });
});
