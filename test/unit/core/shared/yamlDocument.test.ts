import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { readYaml } from '../../../../src/core/shared/yamlDocument';

const faults = (text: string) => readYaml(text).document.errors.map(({ code, pos }) => [code, text.slice(...pos)]);

describe('fields that stand twice in a YAML text', () => {
  it('are marked by their whole name, in every block', () => {
    expect(faults('name: 1\nb: { c: 1, c: 2 }\nname: 2\n- x\n')[0]).toEqual(['DUPLICATE_KEY', 'c']);
    expect(faults('name: 1\nb:\n  - { d: 1, "d": 2 }\nname: 2\n')).toEqual([
      ['DUPLICATE_KEY', '"d"'],
      ['DUPLICATE_KEY', 'name'],
    ]);
  });

  it('are those that the library finds', () => {
    const key = fc.constantFrom('a', 'b', '"a"', '1', '1.0', 'null', '~', '? [x]');
    const block = fc.array(key, { maxLength: 6 }).map((keys) => `{ ${keys.map((name) => `${name} : 0`).join(', ')} }`);
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
        const text = blocks.map((one) => `- ${one}\n`).join('');
        const known = parseDocument(text).errors.filter(({ code }) => code === 'DUPLICATE_KEY');
        const starts = readYaml(text).document.errors.filter(({ code }) => code === 'DUPLICATE_KEY');
        expect(starts.map(({ pos }) => pos[0])).toEqual(known.map(({ pos }) => pos[0]));
      }),
    );
  });

  it('are found among a hundred thousand', () => {
    const text = Array.from({ length: 100_000 }, (_, at) => `k${at}: 1\n`).join('');
    expect(faults(`${text}k7: 2\n`)).toEqual([['DUPLICATE_KEY', 'k7']]);
  });
});
