import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordFiles } from '../../scripts/recordTrajectories/recordFiles';
import { dockerAnswers } from './engines';

const root = join(import.meta.dirname, '..', '..');

const committed = (path: string) => readFileSync(join(root, 'samples', 'quickstart', path), 'utf8');

const all = readdirSync(join(root, 'scripts', 'recordTrajectories', 'replies')).map((name) =>
  name.replace('.yaml', ''),
);

/** At night all of them. */
const names = process.env['TOUCHSTONE_NIGHT'] === '1' ? all : ['kestrel-1-14', 'heron-2-17', 'heron-2-23'];

describe.skipIf(!dockerAnswers)("the sample's trajectories and records", () => {
  it.each(names)('%s comes out the same, to the byte, when the loop makes it again', async (name) => {
    const files = await recordFiles(root, name);
    expect(files.length).toBeGreaterThan(0);
    for (const { path, text } of files) expect(text, path).toBe(committed(path));
  });
});
