import { isMap, isSeq } from 'yaml';
import type { StudyChecker } from './checkStudy';
import type { StudyReading } from './readStudyFile';
import type { StudyFile } from './studyFile';
import type { StudyProblem } from './studyProblem';
import { child, itemsOf, numberOf } from './yamlValues';

/** S006: ids that are used twice, with the line of the first. */
export const sayTwice = (
  check: StudyChecker,
  root: unknown,
  kind: string,
  entries: readonly { id: string; line: number }[],
): void => {
  const lines = new Map<string, number>();
  for (const [index, { id, line }] of entries.entries()) {
    const first = lines.get(id);
    if (first === undefined) lines.set(id, line);
    else {
      const field = `${kind}[${index}].id`;
      const item = itemsOf(child(root, kind))[index];
      check.say('S006', field, child(item, 'id') ?? item, `${field}: "${id}" is used twice; first in line ${first}.`);
    }
  }
};

/** S100, S110: the version of the format, and at least one dataset. */
export const sayHead = (check: StudyChecker, root: unknown, study: StudyFile): void => {
  const version = child(root, 'touchstone');
  if (numberOf(version) !== null && numberOf(version) !== 1) {
    const words = `This file is version ${numberOf(version)}; this Touchstone reads 1. Update it, or see CHANGELOG.`;
    check.say('S100', 'touchstone', version, words);
  }
  const datasets = child(root, 'datasets');
  if (study.datasets.length > 0 || (isSeq(datasets) && datasets.items.length > 0)) return;
  if (datasets !== null && !isSeq(datasets)) return;
  const words = 'datasets: nothing to rate. Name at least one file of instances.';
  check.say('S110', 'datasets', datasets ?? root, words);
};

/** W102, a hint of the editor alone: without a seed the order of items can't be repeated. Null where there is one. */
export const seedHint = ({ study, faults }: StudyReading): StudyProblem | null => {
  const node = study === null ? null : child(faults.places.root, 'study');
  if (node === null || (isMap(node) && node.has('seed'))) return null;
  const words = "No seed: the order can't be repeated until one is written.";
  return faults.at('W102', 'study.seed', faults.places.ofNode(node), words);
};
