import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { namedModel } from '../../../../src/io/providers/namedModel';

const root = join(import.meta.dirname, '../../../..');
const none = { entries: [], path: 'models.yaml' };
const named = (id: string) => namedModel(id, none, (file) => resolve(root, file));

it('the model of a record goes by the name of the one that was recorded, others by that of their file', async () => {
  const record = 'samples/quickstart/runs/kestrel-1/records/touchstone-samples__spandrel-14.jsonl';
  expect(await named(`replay:${record}`)).toMatchObject({ protocol: 'replay', model: 'kestrel-1' });
  expect(await named('replay:nowhere/r.jsonl')).toMatchObject({ model: 'r' });
  expect(await named('replay:README.md')).toMatchObject({ model: 'README.md' });
  expect(await named('scripted:s.yaml')).toMatchObject({ model: 's' });
});
