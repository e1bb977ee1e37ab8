import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { VerifyPorts } from '../../core/review/events/chainFiles';
import { readRubricFile } from './rubricFile';

const most = 50;

/** Rubrics in a study's `rubrics` folder. A rubric that ships is no file of the study: its version changes with ours. */
export const studyRubrics: VerifyPorts['rubricFiles'] = async (root) => {
  const names = await readdir(join(root, 'rubrics')).catch(() => []);
  const read = names
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .slice(0, most)
    .map(async (name) => {
      const found = await readRubricFile(join(root, 'rubrics', name)).catch(() => null);
      return found
        ? [{ file: `rubrics/${name}`, id: found.rubric.id, version: found.rubric.version, hash: found.hash }]
        : [];
    });
  return (await Promise.all(read)).flat();
};
