import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexDataset } from '../../src/app/indexDataset';
import { readDataset } from '../../src/app/readDataset';
import { readIndexedInstance } from '../../src/app/readIndexedRow';
import { inferLabels } from '../../src/core/dataset/labels/inferLabels';
import { titleOf } from '../../src/core/dataset/summaryRow';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { rowSeek } from '../../src/io/index/rowSeek';

const data = process.env['TOUCHSTONE_DATA'] ?? path.resolve(import.meta.dirname, '../../../shared/data');
const folder = path.join(data, 'benchmarks/instances');
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => statSync(path.join(folder, name)).isFile() && !name.endsWith('.patch'))
  : [];
const noCache = { load: async () => null, save: async () => {} };

if (files.length === 0) console.warn(`real row indexes skipped: no ${folder} (set TOUCHSTONE_DATA)`);

describe.skipIf(files.length === 0)('the index of a published file', () => {
  it.each(files)('%s: says what the full reader says', async (name) => {
    const file = path.join(folder, name);
    const whole = await readDataset(nodeFiles, file);
    const index = await indexDataset({ files: nodeFiles, cache: noCache }, file);
    const expected = whole.instances.map((instance) => ({
      id: instance.id,
      repo: instance.repo,
      title: titleOf(instance.statement),
      benchmark: instance.benchmark,
      labels: inferLabels(instance),
    }));
    expect(index.rows.map(({ span, ...row }) => row)).toEqual(expected);
    for (const instance of whole.instances.filter((_, i) => i % 50 === 0)) {
      const found = await readIndexedInstance(rowSeek, file, index, instance.id);
      if (found !== null) expect(found).toEqual(instance);
      else expect(index.rows[0]?.span).toBeNull();
    }
  });
});
