import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCli } from '../fakes/builtCli';
import { tempFolder } from '../fakes/tempFolder';

const temp = tempFolder();
let cli: string;
beforeAll(async () => {
  cli = await buildCli(temp.path);
});
afterAll(() => temp.remove());

it("the protocol's own client starts the command line, asks it, and leaves no process", {
  timeout: 60_000,
}, async () => {
  const args = [cli, 'mcp', '--study', resolve('samples/quickstart')];
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const { pid } = transport;
  expect(client.getServerVersion()?.name).toBe('touchstone');
  expect((await client.listTools()).tools).toHaveLength(5);
  const found = await client.callTool({ name: 'find_instances', arguments: { limit: 1 } });
  expect(JSON.stringify(found.content)).toContain('1 of 7 instances shown');
  await client.close();
  expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
});
