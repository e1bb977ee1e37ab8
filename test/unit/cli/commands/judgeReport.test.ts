import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { judgedSample } from '../../../fakes/judgedSample';

const reportOf = async (folder: string) => {
  const { code, out } = await commandLine('judge-report', '--study', folder, '--json');
  expect(code).toBe(0);
  return JSON.parse(out);
};

const figuresOf = ({
  figures,
}: {
  figures: Record<string, { value: number; share: { x: number; of: number } | null }>;
}) => Object.fromEntries(Object.entries(figures).map(([name, { value }]) => [name, Number(value.toFixed(6))]));

describe('the judge report of the sample', () => {
  it('gives the figures that its verdicts were made for', async () => {
    const report = await reportOf(await judgedSample());
    const [magpie, wren] = report.judges;
    expect(magpie.againstPeople).toMatchObject({ n: 11, isSmall: true, isWeighted: false });
    expect(magpie.againstPeople.confusion).toEqual({
      truePositive: 5,
      falsePositive: 3,
      falseNegative: 2,
      trueNegative: 1,
    });
    expect(figuresOf(magpie.againstPeople)).toEqual({
      agreement: 0.545455,
      precision: 0.625,
      recall: 0.714286,
      specificity: 0.25,
      f1: 0.666667,
      mcc: -0.038576,
    });
    expect(magpie.againstPeople.figures.agreement.share).toEqual({ x: 6, of: 11 });
    expect(magpie.corrected).toMatchObject({ value: null, n: 11 });
    expect(magpie.corrected.reason).toMatch(/^Not identifiable: J = -0\.036 is not above 0\./);
    expect(figuresOf(wren.againstPeople)).toEqual({
      agreement: 0.8,
      precision: 0.833333,
      recall: 0.833333,
      specificity: 0.75,
      f1: 0.833333,
      mcc: 0.583333,
    });
    expect(wren).toMatchObject({ labelled: 10, withoutLabel: 1, cutViews: 1 });
    expect(wren.corrected.value).toBeCloseTo(0.6, 9);
    expect(wren.corrected.se).toBeCloseTo(0.342142, 6);
    const shares = report.baselines.map(({ name, measure }: { name: string; measure: never }) => [
      name,
      (measure as { figures: { agreement: { share: unknown } } }).figures.agreement.share,
    ]);
    expect(shares).toEqual([
      ['always right', { x: 7, of: 11 }],
      ['patch of 25 lines (the median) or more', { x: 8, of: 11 }],
      ['tests', { x: 7, of: 11 }],
    ]);
    expect(report.ceiling).toBeCloseTo(0.757576, 6);
  });

  it('reads as text: both contradictions with their texts, what is small, what is refused', async () => {
    const { out } = await commandLine('judge-report', '--study', await judgedSample());
    expect(out).toMatch(/^\| n +\| 11 \(small\) +\| 10 \(small\) /m);
    expect(out).toContain('.545 (6 of 11) [.234, .833]');
    expect(out).toContain('.714 (5 of 7)');
    expect(out).toContain(
      "refused. Not identifiable: J = -0.036 is not above 0. The judge can't tell right from wrong here.",
    );
    expect(out).toContain('.600 (SE .342), 95% -.071 to 1.271');
    expect(out).toContain('7 of 11');
    expect(out.match(/^### magpie on /gm)).toHaveLength(2);
    expect(out).toContain('Label: right (CORRECT)');
    expect(out).toContain('two people agree on an item): .758, over 11 items.');
  });

  it('says of one rater that there is no ceiling, and gives counts alone under five items', async () => {
    const folder = await judgedSample({ by: ['amber'], items: 4 });
    const report = await reportOf(folder);
    expect(report).toMatchObject({ raters: 1, decided: 4, ceiling: null, ceilingReason: 'one rater: none' });
    expect(report.judges[0].againstPeople).toMatchObject({ n: 4, figures: null });
    expect(report.judges[0].corrected.reason).toBe('People decided 4 of its items; at least 5 are needed.');
    const { out } = await commandLine('judge-report', '--study', folder);
    expect(out).toContain('4 (counts alone)');
    expect(out).toContain('one rater: none.');
  });

  it('refuses to correct where items were picked and nobody kept how; weights where it is kept', async () => {
    const picked = await reportOf(await judgedSample({ by: ['dune'], items: 8 }));
    expect(picked.judges[0].corrected).toMatchObject({ value: null, n: 11 });
    expect(picked.judges[0].corrected.reason).toMatch(/^People decided 8 of its 11 items, and with which probability/);
    const drawn = await reportOf(await judgedSample({ by: ['dune'], items: 8, probability: 0.5 }));
    const [, wren] = drawn.judges;
    expect(drawn.withProbability).toBe(8);
    expect(wren.againstPeople).toMatchObject({ isWeighted: true });
    expect(wren.againstPeople.figures.recall.method).toBe('bootstrap over instances');
    expect(wren.corrected.value).not.toBeNull();
    expect(wren.corrected.se).toBeNull();
  });

  it('shows what a judge wrote as text: no marks, no controls, no turned direction', async () => {
    const folder = await judgedSample();
    const text = '``` <script>x</script> \u001b[31m \u202eevil INCORRECT the patch is wrong';
    const row = { id: 'heron-2/touchstone-samples__spandrel-14', verdict: 'CORRECT', analysis: text };
    writeFileSync(join(folder, 'judge', 'magpie.jsonl'), `${JSON.stringify(row)}\n`);
    const { out } = await commandLine('judge-report', '--study', folder);
    expect(out).toContain('\n````text\n``` <script>x</script> ');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there.
    expect(out).not.toMatch(/\u001b|\u202e/);
  });
});
