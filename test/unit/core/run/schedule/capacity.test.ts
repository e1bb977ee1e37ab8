import { describe, expect, it } from 'vitest';
import { capacityOf, fitsBeside, widthFor } from '../../../../../src/core/run/schedule/capacity';

const GiB = 1024 ** 3;
const job = { cpus: 2, memoryBytes: 4 * GiB };

describe('how many jobs run at once', () => {
  it.each([
    [{ cpus: 8, memoryBytes: 64 * GiB }, null, 4],
    [{ cpus: 8, memoryBytes: 16 * GiB }, null, 3],
    [{ cpus: 1, memoryBytes: 1 * GiB }, null, 1],
    [{ cpus: null, memoryBytes: null }, null, 2],
    [{ cpus: null, memoryBytes: 4 * GiB }, null, 1],
    [{ cpus: 2, memoryBytes: 64 * GiB }, 4, 4],
    [{ cpus: 2, memoryBytes: 16 * GiB }, 4, 4],
    [{ cpus: 2, memoryBytes: 9 * GiB }, 4, 2],
    [{ cpus: null, memoryBytes: null }, 7, 7],
    [{ cpus: 64, memoryBytes: 512 * GiB }, 1, 1],
  ])('%j with %j workers asked for: %i', (machine, workers, width) => {
    expect(widthFor(capacityOf(machine, workers), job, 100)).toBe(width);
  });

  it('one alone always runs, whatever it wants; what is small does not slip in beside it', () => {
    const capacity = capacityOf({ cpus: 2, memoryBytes: 4 * GiB }, null);
    const huge = { cpus: 16, memoryBytes: 64 * GiB };
    expect(fitsBeside(capacity, [], huge)).toBe(true);
    expect(fitsBeside(capacity, [huge], { cpus: 0.1, memoryBytes: 1 })).toBe(false);
  });
});
