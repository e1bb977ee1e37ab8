import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findManifests } from '../../../../src/io/agents/foundManifests';
import { throwAway } from '../../../fakes/throwAway';

/** Folders that `install.folder` of a study's agent names, and those of them that are taken. */
const takenOf = async (folder: string, ...named: readonly string[]): Promise<readonly string[]> => {
  const agents = join(folder, 'agents');
  const manifest = (id: string, from: string) =>
    `schema: touchstone-agent/1\nid: ${id}\ntitle: T\nversion: 1.0.0\nruntime: node\nprotocol: chat\n` +
    `install: { folder: ${JSON.stringify(from)} }\ncommand: ['{node}', '{layer}/a.js', '{task_file}']\n`;
  for (const [at, from] of named.entries()) await writeFile(join(agents, `a${at}.yaml`), manifest(`a${at}`, from));
  const { found, problems } = await findManifests([agents]);
  expect(found.length + problems.length).toBe(named.length);
  for (const { field, reason } of problems) expect(`${field} ${reason}`).toContain('install.folder leads out of');
  return found.map(({ manifest: { id } }) => named[Number(id.slice(1))] ?? '');
};

it("a study's agent is made of what came with the study, not of a folder of this machine", async () => {
  const folder = await throwAway('touchstone-manifests-');
  await mkdir(join(folder, 'agents', 'small'), { recursive: true });
  await mkdir(join(folder, 'secrets'));
  await symlink(join(folder, 'secrets'), join(folder, 'agents', 'link'));
  expect(await takenOf(folder, 'small', './small', '../secrets', join(folder, 'secrets'), 'link')).toEqual([
    'small',
    './small',
  ]);
});
