import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { JudgeRequest, JudgeStore } from '../../../../src/app/judge/judgeRequest';
import { judgeRun } from '../../../../src/app/judge/judgeRun';
import { openStudy } from '../../../../src/app/openStudy';
import { EnvironmentFault } from '../../../../src/core/shared/problem';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { systemClock } from '../../../../src/io/jobs/systemClock';
import { hashPieces } from '../../../../src/io/store/hashPieces';
import { readRubricFile } from '../../../../src/io/store/rubricFile';
import { sha256 } from '../../../../src/io/store/sha256';
import { openTrajectoryFiles } from '../../../../src/io/trajectories/openTrajectoryFiles';
import { fakeEntry, fakeModel, fakeReply } from '../../../fakes/modelRun';

const requestOf = async (): Promise<JudgeRequest> => {
  const { rubric, hash } = await readRubricFile(resolve('rubrics/patch-review.yaml'));
  return {
    ...{ catalogue: await openStudy({ files: nodeFiles, sha256 }, resolve('samples/quickstart')), judge: 'own' },
    ...{ rubric, rubricHash: hash, model: fakeEntry, params: {}, samples: 1, swap: false, maxChars: 60_000 },
    ...{ sees: ['statement', 'model'], items: null, pair: null, budgetUsd: null, workers: 2 },
  };
};

const fullDisk: JudgeStore = {
  ...{ path: '/judge/own.jsonl', recordFile: '/judge/records/own.jsonl' },
  read: async () => [],
  head: async () => null,
  writeHead: async () => undefined,
  append: async () => {
    throw new EnvironmentFault('disk', 'The disk is full.');
  },
};

it('asks nothing more once an answer could not be written, and ends after what was under way', async () => {
  let [asked, underWay] = [0, 0];
  const model = fakeModel(async () => {
    [asked, underWay] = [asked + 1, underWay + 1];
    await new Promise((later) => setTimeout(later, 5));
    underWay -= 1;
    return fakeReply(0.1);
  });
  const ports = {
    ...{ files: nodeFiles, models: { open: async () => model }, keys: { keyOf: async () => null }, sha256, hashPieces },
    ...{ clock: systemClock, openTrajectory: openTrajectoryFiles, store: fullDisk, tool: 'test' },
  };
  const hooks = { done: () => undefined, retrying: () => undefined };
  const run = judgeRun(ports, await requestOf(), hooks, new AbortController().signal);
  await expect(run).rejects.toThrow('The disk is full.');
  const atTheEnd = asked;
  expect(underWay).toBe(0);
  await new Promise((later) => setTimeout(later, 30));
  expect([asked, atTheEnd <= 3]).toEqual([atTheEnd, true]);
});
