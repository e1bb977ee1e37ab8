import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderInstance } from '../../../../../src/core/dataset/folders/folderInstance';
import {
  correctionsOf,
  unknownInstances,
  unreasoned,
  withCorrections,
} from '../../../../../src/core/dataset/labels/correctLabels';
import { csvRecords } from '../../../../../src/core/dataset/labels/csvRecords';
import { readLabelFile } from '../../../../../src/core/dataset/labels/labelFile';

const head = 'instance_id,field,value,by,reason\n';
const read = (text: string) => readLabelFile(text, 'labels.csv');

describe('a label file', () => {
  it('reads CSV with quotes, CRLF, a byte-order mark and several values', () => {
    const text = `\ufeff${head.replace('\n', '\r\n')}a__b-1,taskType,FE|BF,elm,"Both, in truth"\r\n\r\na__b-2,language,"C++",,\r\n`;
    expect(read(text)).toMatchObject({
      corrections: [
        { instanceId: 'a__b-1', key: 'taskTypes', values: ['FE', 'BF'], by: 'elm', reason: 'Both, in truth', line: 2 },
        { instanceId: 'a__b-2', key: 'languages', values: ['C++'], by: null, reason: null, line: 4 },
      ],
      problems: [],
    });
  });

  it('reads YAML, with lists and numbers as they are written', () => {
    const text =
      '# corrections\n- instance_id: a__b-1\n  field: task_type\n  value: [FE, BF]\n- { instance_id: a__b-2, field: difficulty, value: 1.0, by: elm, reason: x }\n';
    expect(read(text).corrections).toMatchObject([
      { instanceId: 'a__b-1', key: 'taskTypes', values: ['FE', 'BF'], line: 2 },
      { instanceId: 'a__b-2', key: 'difficulty', values: ['1.0'], by: 'elm', line: 5 },
    ]);
  });

  it('says each fault with its line and keeps the rest', () => {
    const { corrections, problems } = read(
      `${head}a__b-1,colour,red,,\n,taskType,BF,,\na__b-1,language,Go,,,,\na__b-1,language,Go,,\n`,
    );
    expect(corrections).toHaveLength(1);
    expect(problems.map(({ reason }) => reason)).toEqual([
      'S004 labels line 2: field: "colour" isn\'t one of taskType, scenario, language, difficulty, modality.',
      'S003 labels line 3: instance_id is missing. It says what is corrected.',
      'S002 labels line 4: 7 values under 5 columns; not used. Quote a value that has a comma.',
    ]);
    expect(read('id,label\na,b\n').problems).toHaveLength(3);
    expect(read('- just text\n').problems[0]?.reason).toContain('S002');
    expect(read('')).toMatchObject({ corrections: [], problems: [] });
  });

  it('never throws, and drops no line silently', () => {
    const cell = fc.oneof(
      fc.constantFrom('a__b-1', 'taskType', 'BF', '"', '""', ',', '|', '- a', '&a [*a]'),
      fc.string(),
    );
    const text = fc.array(
      fc.array(cell, { maxLength: 6 }).map((cells) => cells.join(',')),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(text, (lines) => {
        const written = head + lines.map((line) => line.replace(/[\r\n]/g, ' ')).join('\n');
        const { corrections, problems } = read(written);
        expect(corrections.length + problems.length).toBeGreaterThanOrEqual(csvRecords(written).length - 1);
      }),
    );
  });

  it('reads an unclosed quote of a million characters in one pass', () => {
    expect(csvRecords(`a,"${'x'.repeat(1_000_000)}`)).toHaveLength(1);
  });
});

describe('corrections', () => {
  const instance = folderInstance({
    id: 'a__b-1',
    benchmark: 'swe-bench',
    format: 'f',
    labels: {
      languages: [{ value: 'Go', source: 'inferred', why: 'language: from …' }],
      difficulty: [{ value: 'easy', source: 'data' }],
    },
  });
  const corrected = (text: string) => correctionsOf(read(head + text), 'labels.csv');

  it('override an inferred label and say who, why and what it was', () => {
    const { labels } = withCorrections(instance, corrected('a__b-1,language,Rust,elm,generated Go\n'));
    expect(labels.languages).toEqual([
      { value: 'Rust', source: 'corrected', why: 'corrected by elm: generated Go (before: Go)' },
    ]);
  });

  it("override the data's own label only with a reason (S116)", () => {
    const without = corrected('a__b-1,difficulty,hard,elm,\n');
    expect(withCorrections(instance, without).labels.difficulty).toEqual(instance.labels.difficulty);
    expect(unreasoned(instance, without)).toMatchObject([
      {
        where: 'labels.csv line 2',
        reason: "S116 labels line 2: overriding the dataset's own difficulty needs a reason.",
      },
    ]);
    const reasoned = corrected('a__b-1,difficulty,hard,elm,took two days\n');
    expect(withCorrections(instance, reasoned).labels.difficulty).toMatchObject([
      { value: 'hard', source: 'corrected' },
    ]);
    expect(unreasoned(instance, reasoned)).toEqual([]);
  });

  it('say instances that are not there (S115), may make a label unknown, and the last one counts', () => {
    const all = corrected('a__b-1,language,Rust,,\na__b-1,language,,,not told\nz__z-1,language,Go,,\n');
    expect(withCorrections(instance, all).labels.languages).toEqual([]);
    expect(unknownInstances(all, (id) => id === 'a__b-1')).toMatchObject([
      { reason: "S115 labels line 4: z__z-1 isn't an instance." },
    ]);
  });
});
