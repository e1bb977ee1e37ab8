import path from 'node:path';
import { expect } from 'vitest';
import { type FoundTrajectory, findTrajectories } from '../../src/app/trajectory/findTrajectories';
import { indexTrajectory, type OpenedTrajectory } from '../../src/app/trajectory/openTrajectory';
import { readStep } from '../../src/app/trajectory/readStep';
import type { Step } from '../../src/core/run/trajectory/step';
import { openTrajectoryFiles } from '../../src/io/trajectories/openTrajectoryFiles';
import type { MadeFile, MadeFiles } from './formatFiles';
import type { TempFolder } from './tempFolder';

const bytesOf = (file: MadeFile): string => {
  if (file.kind === 'text') return file.text;
  if (file.kind === 'document') return `${JSON.stringify(file.value)}`;
  return file.values.map((value) => `${JSON.stringify(value)}\n`).join('');
};

/** Writes the files; gives the path to open: the one file with what stands beside it, else the folder. */
export const writeMade = (folder: TempFolder, files: MadeFiles): string => {
  const names = Object.keys(files);
  for (const name of names) folder.write(name, bytesOf(files[name] as MadeFile));
  const single = names.find((name) => !name.includes('/'));
  return single === undefined ? folder.path : path.join(folder.path, single);
};

/** All trajectories of a path, indexed. `as`: also as if it were still that one, whatever its content says now. */
export const openHostile = async (
  file: string,
  as: FoundTrajectory | null = null,
): Promise<readonly OpenedTrajectory[]> => {
  const files = await openTrajectoryFiles(file);
  const all = [...(await findTrajectories(files))];
  if (as !== null) all.push({ ...as, within: null });
  const opened: OpenedTrajectory[] = [];
  for (const found of all) opened.push(await indexTrajectory(file, files, all, found));
  return opened;
};

const texts = (step: Step): readonly unknown[] => [
  step.thought,
  step.agentId,
  ...step.calls.flatMap(({ name, rawArgs }) => [name, rawArgs]),
  ...step.observations.map(({ text }) => text),
  ...step.notices.map(({ text }) => text),
  ...step.filesTouched,
];

const times = (step: Step): readonly (number | null)[] => [step.startedAt, step.endedAt, step.modelMs, step.costUsd];

/** Each step is built, is of its place, and holds nothing that a view would stumble over. */
export const checkOpened = async (opened: OpenedTrajectory): Promise<void> => {
  const entries = [...opened.entries];
  expect(entries.map(({ idx }) => idx)).toEqual(entries.map((_, index) => index + 1));
  for (const entry of entries) {
    const step = await readStep(opened, entry);
    expect([step.idx, step.role]).toEqual([entry.idx, entry.role]);
    expect(texts(step).filter((one) => typeof one !== 'string')).toEqual([]);
    expect(times(step).filter((time) => time !== null && typeof time !== 'number')).toEqual([]);
    if (step.parentStep !== null) expect(step.parentStep).toBeLessThan(step.idx);
  }
  expect(typeof opened.head.status).toBe('string');
  expect(opened.warnings.every((words) => typeof words === 'string')).toBe(true);
  expect(Object.keys(Object.prototype)).toEqual([]);
};
