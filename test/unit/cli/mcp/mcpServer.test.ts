import { PassThrough } from 'node:stream';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { assistantTools } from '../../../../src/app/assistant/assistantTools';
import { mcpServer } from '../../../../src/cli/mcp/mcpServer';
import { sampleDesk } from '../../../fakes/assistantDesk';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** The protocol's own client, joined to our server. */
const joined = async (desk = sampleDesk()): Promise<Client> => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = mcpServer(desk);
  await server.connect(ours);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(theirs);
  ends.push(() => client.close());
  return client;
};

const textOf = (result: { readonly content: unknown }): string =>
  (result.content as readonly { readonly text: string }[])[0]?.text ?? '';

describe('the study over the Model Context Protocol', () => {
  it("the protocol's own client finds the tools, all of which only read", async () => {
    const client = await joined();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(assistantTools.map(({ name }) => name));
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(tools[0]?.inputSchema).toEqual(assistantTools[0]?.inputSchema);
  });

  it('a call is answered; what it has wrong is an answer too', async () => {
    const client = await joined();
    const found = await client.callTool({ name: 'find_instances', arguments: { limit: 1 } });
    expect(textOf(found)).toContain('1 of 7 instances shown.');
    const wrong = await client.callTool({ name: 'read_step', arguments: { step: 0 } });
    expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringContaining('step:')]);
    const unknown = await client.callTool({ name: 'run_shell', arguments: {} });
    expect([unknown.isError, textOf(unknown)]).toEqual([true, 'There is no tool "run_shell".']);
  });

  it('a call that is cancelled ends', async () => {
    let begin: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const client = await joined({
      ...sampleDesk(),
      study: () => {
        begin();
        return new Promise(() => undefined);
      },
    });
    const stop = new AbortController();
    const call = client.callTool({ name: 'find_instances', arguments: {} }, { signal: stop.signal });
    await started;
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect((await client.listTools()).tools).toHaveLength(assistantTools.length);
  });

  /** One answer for each line that has an id. */
  const lines = async (...messages: readonly (object | string)[]): Promise<readonly Record<string, unknown>[]> => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const handle = serveStdio(() => mcpServer(sampleDesk()), { transport: new StdioServerTransport(input, output) });
    ends.push(() => handle.close());
    for (const each of messages) input.write(`${typeof each === 'string' ? each : JSON.stringify(each)}\n`);
    const wanted = messages.filter((each) => typeof each === 'object' && 'id' in each).length;
    let text = '';
    for await (const chunk of output) {
      text += String(chunk);
      if (text.split('\n').length > wanted) break;
    }
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  const hello = (protocolVersion: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } },
  });

  it('a version that it speaks is taken, another is answered with one of ours', async () => {
    const [old] = await lines(hello('2024-11-05'));
    expect(old).toMatchObject({ id: 1, result: { protocolVersion: '2024-11-05', serverInfo: { name: 'touchstone' } } });
    const [unknown] = await lines(hello('1999-01-01'));
    expect(unknown).toMatchObject({ result: { protocolVersion: expect.stringMatching(/^202\d-/) } });
  });

  it('lines that are no messages are passed over, and a ping is answered', async () => {
    const [, pong] = await lines(hello('2025-06-18'), 'not json', '{"jsonrpc":"2.0"}', {
      jsonrpc: '2.0',
      id: 2,
      method: 'ping',
    });
    expect(pong).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  });
});
