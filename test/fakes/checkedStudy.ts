import fs from 'node:fs';
import path from 'node:path';
import { root } from '../host/root';
import { spandrel } from './evaluatedStudy';

const sample = path.join(root, 'samples', 'quickstart');

/** The row of the sample's file of rows that has this number. */
const rowOf = (file: string, pullRequest: number): string => {
  const lines = fs.readFileSync(path.join(sample, 'datasets', file), 'utf8').split('\n');
  const row = lines.find((line) => line.includes(`"instance_id":"${spandrel(pullRequest)}"`));
  if (row === undefined) throw new Error(`${file} has no row ${pullRequest}.`);
  return row;
};

const studyFile = `touchstone: 1
study: { id: checked, title: A dataset to check }
datasets: [{ id: checked, path: datasets/checked.jsonl }]
runs: [{ id: kestrel-1, path: runs/kestrel-1, model: kestrel-1 }]
environments:
  - id: spandrel-node20
    match: { repo: touchstone-samples/spandrel }
    repository: { bundle: spandrel.bundle }
    build: { base: host, packages: [bash, coreutils, git, node, patch], network: false }
    workdir: /testbed
    env: { TZ: UTC, LANG: C.UTF-8 }
rubric: patch-review
raters: [{ id: amber, role: rater }]
evaluation: { ruleSet: swebench-v5, timeout: 60s, datasetCheck: advised, optimisation: { repeats: 5 } }
`;

/** Rows of the study: the first is sound, gold fails in the second, and the third is about speed. */
export const [sound, broken, slow] = [spandrel(14), spandrel(91), spandrel(28)];

/**
 * Puts a study into `folder` in which nothing was run: three instances, and a patch of a model for each; `rows` are
 * those of its dataset.
 */
export const checkedStudy = (folder: string, rows: readonly string[] = [sound, broken]): void => {
  const texts = new Map([
    [sound, rowOf('spandrel.jsonl', 14)],
    [broken, rowOf('defects.jsonl', 91)],
    [slow, rowOf('spandrel.jsonl', 28)],
  ]);
  const chosen = rows.map((id) => texts.get(id) ?? '');
  const predictions = chosen.map((text) => {
    const { instance_id, patch } = JSON.parse(text);
    return JSON.stringify({ instance_id, model_name_or_path: 'kestrel-1', model_patch: patch });
  });
  for (const below of ['datasets', 'runs/kestrel-1']) fs.mkdirSync(path.join(folder, below), { recursive: true });
  fs.copyFileSync(path.join(sample, 'spandrel.bundle'), path.join(folder, 'spandrel.bundle'));
  fs.writeFileSync(path.join(folder, 'touchstone.yaml'), studyFile);
  fs.writeFileSync(path.join(folder, 'datasets', 'checked.jsonl'), `${chosen.join('\n')}\n`);
  fs.writeFileSync(path.join(folder, 'runs', 'kestrel-1', 'predictions.jsonl'), `${predictions.join('\n')}\n`);
};
