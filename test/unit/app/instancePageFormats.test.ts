import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instancePage } from '../../../src/app/instancePage';
import { openStudy } from '../../../src/app/openStudy';
import { readDataset } from '../../../src/app/readDataset';
import type { InstancePage } from '../../../src/core/study/page/instancePage';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { benchmarkRows } from '../../fakes/benchmarkRows';
import { jsonLines } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const ports = { files: nodeFiles, readPatch: async () => null, peopleOn: () => [] };

const pageOf = async (name: string): Promise<InstancePage> => {
  const file = folder.write(`${name}.jsonl`, jsonLines([benchmarkRows[name]]));
  const catalogue = await openStudy({ files: nodeFiles, sha256 }, folder.path);
  const [instance] = (await readDataset(nodeFiles, file)).instances;
  if (!instance) throw new Error(`no instance of ${name}`);
  return instancePage(ports, catalogue, instance, file, 'swebench-v5');
};

const fact = (page: InstancePage, name: string) =>
  page.side.flatMap(({ facts }) => facts).find((each) => each.name === name);

describe('the page of an instance of every benchmark of rows', () => {
  it.each(Object.keys(benchmarkRows))(
    '%s: statement, benchmark with its tier, and what else the row holds',
    async (name) => {
      const page = await pageOf(name);
      expect(page.statementHtml).not.toBe('');
      expect(fact(page, 'Benchmark')?.note).toMatch(/^(graded now|opened and shown, graded later)$/);
      expect(page.problems).toEqual([]);
    },
  );

  it('says which image the row names, which one the rule gives, and that there is none', async () => {
    expect(fact(await pageOf('swebench-live'), 'Image')).toMatchObject({ note: 'named by the row' });
    expect(fact(await pageOf('swe-gym'), 'Image')).toMatchObject({
      value: 'xingyaoww/sweb.eval.x86_64.getmoto_s_moto-7:latest',
      note: 'by the naming rule of SWE-Gym',
    });
    expect(fact(await pageOf('mbpp'), 'Image')).toMatchObject({ value: 'none', note: '' });
  });

  it('names the rule set of the benchmark; the setting chooses between versions of SWE-bench alone', async () => {
    const rulesOn = async (name: string) => (await pageOf(name)).facts.find(({ icon }) => icon === 'law')?.text;
    expect(await rulesOn('swebench-live')).toBe('rules live');
    expect(await rulesOn('humaneval')).toBe('rules humaneval');
    expect(await rulesOn('swe-gym')).toBe('rules swebench-v5');
  });

  it('shows a prompt of source text as that, and encoded tests as encoded', async () => {
    expect((await pageOf('humaneval')).statementHtml).toMatch(/^<pre><code>def f\(x\):\n {4}/);
    expect(fact(await pageOf('livecodebench'), 'private_test_cases')?.value).toMatch(/^\{"encoded":/);
  });
});
