import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runAgents } from '../../../src/worker/runAgents';
import { throwAway } from '../../fakes/throwAway';

it('a manifest that can not be read is told, and the other agents are there', async () => {
  const folder = await throwAway('touchstone-agents-');
  await mkdir(join(folder, 'agents'));
  await writeFile(join(folder, 'agents', 'bad.yaml'), 'schema: touchstone-agent/1\nid: Bad Id\n');
  const told: string[] = [];
  const agents = await runAgents.list(folder, (text) => void told.push(text));
  expect(agents.map(({ id }) => id)).toEqual(expect.arrayContaining(['mini', 'patch', 'claude-code']));
  expect(told.join('\n')).toContain('bad.yaml line 2');
});
