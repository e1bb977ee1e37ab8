import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const json = async (text: string, ...args: readonly string[]) => {
  const { code, out, err } = await commandLine('agreement', '--table', folder.write('t.csv', text), ...args, '--json');
  return { code, err, found: out === '' ? null : JSON.parse(out) };
};

describe('touchstone agreement', () => {
  it('takes a first column named item for the ids, and all others for raters', async () => {
    const { found } = await json('item,a,b\n1,x,x\n2,x,y\n3,y,y\n4,y,y\n');
    expect(found).toMatchObject({ raters: 2, n: 4, units: 4, categories: ['x', 'y'], categoriesFromData: true });
    expect(found.percentAgreement).toMatchObject({ value: 0.75, n: 4 });
    expect(found.cohen.value).toBeCloseTo(0.5);
    expect(found.alpha).toHaveProperty('nominal');
    expect(found.alpha).not.toHaveProperty('ordinal');
    expect(found).not.toHaveProperty('ac2');
  });

  it('takes numbers for ordered where nobody says the scale, in the order of their size', async () => {
    const { found } = await json('a,b,c\n10,10,9\n9,9,\n10,9,10\n2,2,2\n');
    expect(found.categories).toEqual(['2', '9', '10']);
    expect(Object.keys(found.alpha)).toEqual(['nominal', 'ordinal', 'interval']);
    expect(found).toHaveProperty('ac2');
    expect(found).not.toHaveProperty('cohen');
  });

  it('counts categories that nobody chose', async () => {
    const rows = 'id,a,b\n1,right,right\n2,right,wrong\n3,wrong,wrong\n';
    const two = await json(rows);
    const three = await json(rows, '--categories', 'right,wrong,cannot judge');
    expect(three.found.brennanPrediger.value).toBeGreaterThan(two.found.brennanPrediger.value);
    expect(three.found.categoriesFromData).toBe(false);
  });

  it('says which figure is undefined and why, and gives no number for it', async () => {
    const { code, found } = await json('id,a,b\n1,x,x\n2,x,x\n', '--categories', 'x,y');
    expect(code).toBe(0);
    expect(found.alpha.nominal).toMatchObject({ value: null, ci: null, reason: expect.stringContaining('equal') });
    const { out } = await commandLine('agreement', '--table', folder.write('u.csv', 'id,a,b\n1,x,x\n2,x,x\n'));
    expect(out).toMatch(/alpha, nominal +- +- +- +2 +All answers are equal/);
  });

  it.each([
    ['id,a\n1,x\n', [], 'one rater'],
    ['id,a,b\n1,x,y\n1,x,x\n', [], 'unit "1" stands in an earlier row'],
    ['id,a,b\n1,x,z\n', ['--categories', 'x,y'], 'row 1, column b: "z" is none of the categories x, y'],
    ['id,a,b\n1,x,z\n', ['--unit', 'item'], 'no column "item"; it has id, a, b'],
  ])('bad input is named: %j', async (text, args, words) => {
    const { code, err } = await json(text, ...args);
    expect(code).toBe(1);
    expect(err).toContain(words);
  });

  it('missing answers may have a word of their own', async () => {
    const { found } = await json('id,a,b\n1,x,NA\n2,x,x\n3,y,x\n', '--missing', 'NA');
    expect(found).toMatchObject({ n: 2, categories: ['x', 'y'] });
  });
});
