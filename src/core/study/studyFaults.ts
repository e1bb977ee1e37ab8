import type { StudyChecker } from './checkStudy';
import type { StudyFile } from './studyFile';
import { child, itemsOf, numberOf, textOf } from './yamlValues';

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
      check.say(
        'S006',
        field,
        itemsOf(child(root, kind))[index],
        `${field}: "${id}" is used twice; first in line ${first}.`,
      );
    }
  }
};

/** S007: runs that name a parent, and environments that name a dataset, which isn't there. */
export const sayAbsent = (check: StudyChecker, root: unknown, study: StudyFile): void => {
  const runs = new Set(study.runs.map((run) => run.id));
  for (const [index, item] of itemsOf(child(root, 'runs')).entries()) {
    const base = textOf(child(item, 'base'));
    if (base === null || runs.has(base)) continue;
    const field = `runs[${index}].base`;
    check.say(
      'S007',
      field,
      child(item, 'base'),
      `${field}: no run "${base}" here. There are: ${[...runs].join(', ')}.`,
    );
  }
  const datasets = new Set(study.datasets.map((dataset) => dataset.id));
  for (const [index, item] of itemsOf(child(root, 'environments')).entries()) {
    const node = child(child(item, 'match'), 'dataset');
    const name = textOf(node);
    if (name === null || datasets.has(name)) continue;
    const field = `environments[${index}].match.dataset`;
    check.say('S007', field, node, `${field}: no dataset "${name}" here. There are: ${[...datasets].join(', ')}.`);
  }
};

/** S003, S100, S110: the head of the file, and at least one dataset. */
export const sayHead = (check: StudyChecker, root: unknown, study: StudyFile): void => {
  const version = child(root, 'touchstone');
  if (version === null)
    check.say('S003', 'touchstone', root, 'touchstone is missing. It says the version of the format: 1.');
  else if (numberOf(version) !== null && numberOf(version) !== 1) {
    const words = `This file is version ${numberOf(version)}; this Touchstone reads 1. Update it, or see CHANGELOG.`;
    check.say('S100', 'touchstone', version, words);
  }
  if (child(root, 'study') === null)
    check.say('S003', 'study', root, 'study is missing. It names the study and .touchstone/<id>/.');
  if (study.datasets.length === 0)
    check.say(
      'S110',
      'datasets',
      child(root, 'datasets') ?? root,
      'datasets: nothing to rate. Name at least one file of instances.',
    );
};
