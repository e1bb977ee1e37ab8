import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { root } from '../root';
import { instanceTree, walk } from './instances';
import { openSample, removeScratch, scratch, services } from './study';

const data = process.env['TOUCHSTONE_DATA'] ?? path.join(root, '..', 'shared', 'data');
const rows = path.join(data, 'benchmarks', 'instances', 'swebench_verified_test.parquet');

describe('500 rows of Parquet', () => {
  after(openSample);

  it('open beside the main thread; how long it was ever busy is said', async function () {
    if (!fs.existsSync(rows)) {
      console.log(`left out: there is no ${rows} (set TOUCHSTONE_DATA)`);
      this.skip();
    }
    const folder = scratch('verified');
    fs.mkdirSync(folder);
    fs.copyFileSync(rows, path.join(folder, 'verified.parquet'));
    const { study } = await services();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await study.open(folder);
    const tree = await instanceTree();
    const listed = (await walk(tree)).filter(({ node }) => node.kind === 'instance');
    delay.disable();
    tree.dispose();
    removeScratch(folder);
    const [longest, usual] = [delay.max, delay.percentile(50)].map((ns) => (ns / 1e6).toFixed(0));
    console.log(
      `      host thread while 500 rows opened: longest delay ${longest} ms, median ${usual} ms (of 5 ms ticks)`,
    );
    assert.equal(listed.length, 500);
  });
});
