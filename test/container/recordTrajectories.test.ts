import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordFiles } from '../../scripts/recordTrajectories/recordFiles';
import { dockerAnswers } from './engines';

const root = join(import.meta.dirname, '..', '..');

const committed = (path: string) => readFileSync(join(root, 'samples', 'quickstart', path), 'utf8');

describe.skipIf(!dockerAnswers)('the recorded trajectories of the sample', () => {
  it.each(['kestrel-1-14', 'heron-2-17', 'heron-2-23'])(
    '%s comes out the same, to the byte, when it is recorded again',
    async (name) => {
      const files = await recordFiles(root, name);
      expect(files.length).toBeGreaterThan(0);
      for (const { path, text } of files) expect(text, path).toBe(committed(path));
    },
  );
});
