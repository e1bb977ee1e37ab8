import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Equivalence } from '../../src/app/equivalence/equivalence';
import { commandLine } from '../fakes/commandLine';
import { tempFolder } from '../fakes/tempFolder';
import { dockerAnswers } from './engines';

const temp = tempFolder();
const before = process.env['TOUCHSTONE_CACHE'];
beforeAll(() => {
  process.env['TOUCHSTONE_CACHE'] = join(temp.path, 'cache');
  cpSync(join(import.meta.dirname, '..', '..', 'samples', 'quickstart'), temp.path, { recursive: true });
});
afterAll(() => {
  if (before === undefined) delete process.env['TOUCHSTONE_CACHE'];
  else process.env['TOUCHSTONE_CACHE'] = before;
  temp.remove();
});

describe.skipIf(!dockerAnswers)('two codes held against each other by running', () => {
  it("finds the test that the model's own change of a helper hides", async () => {
    const { out, code } = await commandLine(
      ...['compare', '--run', '--backend', 'docker', '--yes', '--json'],
      ...['--dataset', join(temp.path, 'datasets', 'spandrel.jsonl'), '--gold', 'gold'],
      ...['--predictions', join(temp.path, 'runs', 'heron-2', 'predictions.jsonl')],
      ...['--instance', 'touchstone-samples__spandrel-31'],
    );
    expect(code).toBe(0);
    const [own, gold, model] = (JSON.parse(out) as Equivalence).sets;
    expect(own?.differing).toMatchObject([
      { name: 'parse: [PT-0.5H]', gold: { status: 'PASSED' }, model: { status: 'FAILED' } },
    ]);
    expect(gold?.whyNot).not.toBeNull();
    expect(model).toMatchObject({
      brings: ['test/helpers.js'],
      differing: [],
      model: { outcome: { kind: 'resolved' } },
    });
  }, 240_000);
});
