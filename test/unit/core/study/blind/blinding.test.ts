import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { blindPath, blindTitle, readBlindPath } from '../../../../../src/core/study/blind/blindPath';
import { blindRow } from '../../../../../src/core/study/blind/blindRow';
import { lettersOf } from '../../../../../src/core/study/blind/letters';
import { Mask } from '../../../../../src/core/study/blind/mask';
import { neededBy, yieldTo } from '../../../../../src/core/study/blind/yieldTo';
import { hiddenOf, hidesTestPatch, nothingHidden } from '../../../../../src/core/study/hiddenFromRater';
import type { InstanceRun } from '../../../../../src/core/study/instanceRuns';
import { defaultBlinding } from '../../../../../src/core/study/studyFile';

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

const row: InstanceRun = {
  ...{ key: 'kestrel-1#2', kind: 'prediction', runId: 'kestrel-1', model: 'kestrel', attempt: 2, instanceId: 'o/n-1' },
  ...{ predictionsPath: '/s/runs/kestrel-1/p.jsonl', patchHash: 'a', patchBytes: 10 },
  trajectories: ['/s/runs/kestrel-1/1.traj.json', '/s/runs/kestrel-1/2.traj.json'],
  evaluations: [
    {
      ...{ runId: 'kestrel-1', model: 'kestrel', instanceId: 'o/n-1', repeat: 1, folder: '/s/logs/kestrel-1' },
      ...{ rules: 'swebench-v5', outcome: { kind: 'resolved' }, report: null, patchHash: 'a', hasLog: true },
      source: { format: 'f', file: '/s/kestrel-1.json', field: 'x', rules: null, outcome: { kind: 'resolved' } },
    },
  ],
  outcome: { kind: 'resolved' },
};

describe('letters', () => {
  const keys = ['kestrel-1', 'kestrel-1-a2', 'heron-2', 'wigeon', 'teal'];
  const drawn = (seed: string, instanceId: string) => [...lettersOf(keys, { seed, instanceId }, sha256)].join();

  it('are the same on every machine, and differ from instance to instance, so that none stands for a model', () => {
    expect(drawn('1', 'a')).toBe(drawn('1', 'a'));
    const orders = new Set(Array.from({ length: 20 }, (_, at) => drawn('1', `i${at}`)));
    expect(orders.size).toBeGreaterThan(10);
  });

  it('go on after Z', () => {
    const many = Array.from({ length: 30 }, (_, at) => `run ${at}`);
    const letters = [...lettersOf(many, { seed: '', instanceId: '' }, sha256).values()].sort();
    expect(letters).toEqual(expect.arrayContaining(['A', 'Z', 'AA', 'AD']));
    expect(new Set(letters).size).toBe(30);
  });
});

describe('masking', () => {
  const mask = new Mask(['kestrel-1', 'kestrel-1-a2', 'gpt.4', 'ab']);

  it('takes names out in any case and spelling, keeps every place, and leaves longer words alone', () => {
    const text = 'Kestrel-1-a2 and kestrel1_07, not kestrel-12; GPT.4, GPT_4, cab ab.';
    const masked = mask.text(text);
    expect(masked).toBe('•••••••••••• and ••••••••_07, not kestrel-12; •••••, •••••, cab ab.');
    expect(masked).toHaveLength(text.length);
  });

  it('knows what a search would tell: a good part of a name, and not a letter of it', () => {
    expect(mask.tells(/kestrel/gi)).toBe(true);
    expect(mask.tells(/k.*l/gi)).toBe(true);
    expect(mask.tells(/1/g)).toBe(false);
    expect(mask.tells(/est/g)).toBe(false);
    expect(new Mask([]).text('anything')).toBe('anything');
  });
});

describe('paths that tell nothing', () => {
  it('are read back, also with what is below them and as another system writes them', () => {
    const path = { instanceId: 'o/n: 1', letter: 'AB', what: 'trajectory', at: 1 } as const;
    expect(readBlindPath(blindPath(path))).toEqual(path);
    expect(readBlindPath(blindPath(path).replaceAll('/', '\\'))).toEqual(path);
    expect(blindTitle(blindPath(path))).toBe('Trajectory AB 2');
    const log = blindPath({ ...path, what: 'evaluation' });
    expect(readBlindPath(`${log}/test_output.txt`)).toEqual({ ...path, what: 'evaluation' });
  });

  it.each(['/study/runs/a', '/touchstone-blind/x', '/touchstone-blind/%E0%A4%A/A/patch-1', ''])('not %s', (path) => {
    expect(readBlindPath(path)).toBeNull();
  });
});

describe('a row as its rater sees it', () => {
  it('has a letter in place of every name, and no file of its own', () => {
    const shown = blindRow(row, 'C', hiddenOf(['model']));
    expect(JSON.stringify(shown)).not.toMatch(/kestrel/);
    expect(shown).toMatchObject({ key: 'C', runId: 'C', model: null, attempt: 1, outcome: { kind: 'resolved' } });
    expect(shown.evaluations).toHaveLength(1);
  });

  it('tells nothing of its tests while they are hidden, and keeps its name where that is none', () => {
    const shown = blindRow(row, 'C', hiddenOf(['tests']));
    expect(shown).toMatchObject({ key: 'kestrel-1#2', outcome: null, evaluations: [] });
    expect(shown.trajectories).toEqual(row.trajectories);
  });

  it('is itself where nothing is hidden', () => {
    expect(blindRow(row, 'C', nothingHidden)).toEqual({ ...row, blind: { letter: 'C', hidden: [] } });
  });
});

describe('what a form needs', () => {
  it('is shown where it would only wait for the verdict; what a study hides for longer stays hidden', () => {
    const needed = neededBy({ needs: ['statement', 'trajectory', 'tests', 'log'] });
    expect(yieldTo(defaultBlinding, needed)).toEqual({
      ...defaultBlinding,
      ...{ trajectory: 'at-once', tests: 'at-once', signals: 'at-once' },
    });
    expect(yieldTo({ ...defaultBlinding, tests: 'never' }, needed).tests).toBe('never');
  });

  it('the test patch is hidden with the tests, also where gold is shown at once', () => {
    expect(hidesTestPatch({ gold: false, tests: true })).toBe(true);
    expect(hidesTestPatch({ gold: false, tests: false })).toBe(false);
  });
});
