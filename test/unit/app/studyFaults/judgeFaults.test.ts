import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeFaults } from '../../../../src/app/studyFaults/judgeFaults';
import { readStudy } from '../../../../src/app/studyFile';
import { shippedMajor, shippedRubrics } from '../../../../src/core/review/rubric/shippedRubrics';
import { nodeFiles } from '../../../../src/io/files/nodeFiles';
import { throwAway } from '../../../fakes/throwAway';

const faultsOf = async (change: (text: string) => string, ownRubric?: string) => {
  const folder = await throwAway('study of judges ');
  const text = change(readFileSync('samples/quickstart/touchstone.yaml', 'utf8'));
  writeFileSync(join(folder, 'touchstone.yaml'), text);
  if (ownRubric !== undefined) {
    mkdirSync(join(folder, 'rubrics'));
    writeFileSync(join(folder, 'rubrics', 'patch-review.yaml'), ownRubric);
  }
  cpSync('samples/quickstart/judge', join(folder, 'judge'), { recursive: true });
  const read = await readStudy(nodeFiles, folder);
  if (read === null) throw new Error('The sample has a study file.');
  const found = await judgeFaults({
    ports: { files: nodeFiles },
    read,
    datasets: { found: [], unreadable: new Map() },
    signal: undefined,
  });
  return found.map(({ code, field, reason, range }) => [code, field, reason, text.slice(...range)]);
};

test('a judge that answers another major version of the rubric is said so at its field', async () => {
  expect(await faultsOf((text) => text)).toEqual([]);
  expect(
    await faultsOf((text) => text.replace('wren.jsonl, rubric: patch-review@1', 'wren.jsonl, rubric: patch-review@2')),
  ).toEqual([
    ['S144', 'judges[1].rubric', 'S144 judge wren answers patch-review@2; the study uses @1.', 'patch-review@2'],
  ]);
});

test("a study's own rubric of the same name is what judges are held to; one that can't be read is no fault of theirs", async () => {
  const own = 'touchstone-rubric: 1\nid: patch-review\nversion: 3.0.1\n';
  const [first] = await faultsOf((text) => text, own);
  expect(first?.[2]).toBe('S144 judge magpie answers patch-review@1; the study uses @3.');
  expect(await faultsOf((text) => text, '{ not yaml')).toEqual([]);
});

test('all rubrics that ship have the major version that is said of them', () => {
  for (const id of shippedRubrics)
    expect(readFileSync(`rubrics/${id}.yaml`, 'utf8')).toMatch(new RegExp(`^version: ${shippedMajor}\\.`, 'm'));
});
