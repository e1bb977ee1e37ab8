import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDataset } from '../../../../src/app/readDataset';
import { taskDockerfiles } from '../../../../src/app/taskFolders/taskDockerfiles';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let temp: TempFolder;
beforeEach(() => {
  temp = tempFolder();
});
afterEach(() => temp.remove());

const task = (folder: string, dockerfile: string | null) => {
  temp.write(`${folder}/task.toml`, '[metadata]\ndifficulty = "easy"\n');
  temp.write(`${folder}/instruction.md`, 'Do it.');
  temp.write(`${folder}/tests/test.sh`, 'true');
  if (dockerfile !== null) temp.write(`${folder}/${dockerfile}`, 'FROM debian:12\n');
};

const found = async () => {
  const { instances } = await readDataset(nodeFiles, temp.path, {});
  const of = await taskDockerfiles(nodeFiles, temp.path, instances);
  return Object.fromEntries(instances.map((instance) => [instance.id, of(instance)]));
};

describe('the Dockerfile of a task that is a folder', () => {
  it('is that of its environment, with the task as the folder that is not left', async () => {
    task('tasks/one', 'environment/Dockerfile');
    task('tasks/two', null);
    const root = join(temp.path, 'tasks', 'one');
    expect(await found()).toEqual({ one: { path: join(root, 'environment', 'Dockerfile'), root }, two: null });
  });

  it('is not guessed where two tasks have one name', async () => {
    task('a/one', 'environment/Dockerfile');
    task('b/one', 'environment/Dockerfile');
    expect(Object.values(await found()).every((place) => place === null)).toBe(true);
  });
});
