import { describe, expect, it } from 'vitest';
import { StudyReadings } from '../../../../src/editor/platform/studyReadings';

/** A call that is answered when the test says so. */
interface Held {
  readonly what: string;
  answer(value: unknown): void;
  fail(): void;
}

const rig = () => {
  const held: Held[] = [];
  const said: string[] = [];
  const hold = <T>(what: string): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      said.push(what);
      held.push({ what, answer: (value) => resolve(value as T), fail: () => reject(new Error(what)) });
    });
  const readings = new StudyReadings(
    {
      datasets: (folder) => hold(`datasets of ${folder}`),
      runs: (folder, opening) => hold(`runs of ${folder} ${opening}`),
    },
    (read) => read(),
  );
  const take = async (what: string): Promise<Held> => {
    await expect.poll(() => held.some((each) => each.what === what)).toBe(true);
    return held.splice(
      held.findIndex((each) => each.what === what),
      1,
    )[0] as Held;
  };
  const answer = async (what: string, value: unknown) => (await take(what)).answer(value);
  const shows = (what: string) => () => void said.push(`shown ${what}`);
  return { readings, said, take, answer, shows };
};

describe('the readings of a study', () => {
  it('show the runs after the datasets, and are done with both', async () => {
    const { readings, said, answer, shows } = rig();
    const done = readings.open('a').then(() => said.push('done'));
    await answer('datasets of a', 1);
    await answer('runs of a 1', shows('a'));
    await done;
    expect(said).toEqual(['datasets of a', 'runs of a 1', 'shown a', 'done']);
  });

  it('ask for no runs where there are none to read', async () => {
    const { readings, said, answer } = rig();
    const done = readings.open('a');
    await answer('datasets of a', null);
    await done;
    expect(said).toEqual(['datasets of a']);
  });

  it('drop the runs of a reading that a refresh overtook, and wait for the refresh', async () => {
    const { readings, said, take, answer, shows } = rig();
    const first = readings.open('a').then(() => said.push('first done'));
    await answer('datasets of a', 1);
    const stale = await take('runs of a 1');
    const second = readings.open('a');
    await answer('datasets of a', 2);
    const fresh = await take('runs of a 2');
    stale.answer(shows('stale'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(said).not.toContain('first done');
    fresh.answer(shows('fresh'));
    await Promise.all([first, second]);
    expect(said.filter((each) => each.startsWith('shown'))).toEqual(['shown fresh']);
  });

  it('begin after datasets that are being read, once for all who ask meanwhile', async () => {
    const { readings, said, answer, shows } = rig();
    const all = [readings.open('a'), readings.open('b'), readings.open('b')];
    expect(said).toEqual(['datasets of a']);
    await answer('datasets of a', 1);
    await answer('datasets of b', 2);
    await answer('runs of a 1', null);
    await answer('runs of b 2', shows('b'));
    await Promise.all(all);
    expect(said.filter((each) => each === 'datasets of b')).toHaveLength(1);
    expect(said.filter((each) => each.startsWith('shown'))).toEqual(['shown b']);
  });

  it('begin anew where the app has another study than the one that is shown', async () => {
    const { readings, said, answer, shows } = rig();
    const done = readings.open('a');
    await answer('datasets of a', 1);
    await answer('runs of a 1', null);
    await answer('datasets of a', 3);
    await answer('runs of a 3', shows('a'));
    await done;
    expect(said.at(-1)).toBe('shown a');
  });

  it('fail with the datasets, and the next one begins all the same', async () => {
    const { readings, said, take, answer } = rig();
    const first = readings.open('a');
    const second = readings.open('b');
    (await take('datasets of a')).fail();
    await expect(first).rejects.toThrow('datasets of a');
    await answer('datasets of b', null);
    await second;
    await readings.settled();
    expect(said).toEqual(['datasets of a', 'datasets of b']);
  });
});
