import type { IndexPorts } from '../app/indexDataset';
import { nameOf } from '../core/study/studyPath';
import type { HostApi } from '../protocol/app';
import type { Remote } from '../protocol/rpc';
import { readingTask } from '../protocol/studyOverview';

const everyMs = 200;

const count = (n: number): string => n.toLocaleString('en-US');

/** Says in the view how far the index of a large dataset is; a small one is there before anything is said. */
export const indexProgress = (host: () => Remote<HostApi>): NonNullable<IndexPorts['progress']> => {
  let said = performance.now();
  return (path, rows, read, of) => {
    const now = performance.now();
    if (now - said < everyMs) return;
    said = now;
    const share = read === null || of === 0 ? '' : `, ${Math.floor((read / of) * 100)}%`;
    void host().progress({ task: readingTask, text: `${count(rows)} so far: ${nameOf(path)}${share}` });
  };
};
