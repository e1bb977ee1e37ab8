import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { atif } from '../../../src/core/run/trajectory/formats/atif';
import { mutations } from '../../fakes/mutateValue';
import { type ReadTrajectory, readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/atif');
const there = existsSync(folder);
if (!there) console.warn(`real ATIF skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const parse = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));

const read = (name: string): ReadTrajectory => {
  const document = parse(name);
  const found = atif.detect({ path: name, values: [document], text: '' });
  expect(found?.version).toBe('1.5');
  return readRecords(atif, recordsOf(document, found?.cut ?? { kind: 'whole' }, name));
};

const kinds = ({ steps }: ReadTrajectory) => steps.flatMap((step) => step.notices.map((one) => one.kind));
const summarised = 'terminus2_hello-world-context-summarization.trajectory';

describe.skipIf(!there)('ATIF, the goldens', () => {
  it('every file is one, ends unknown, and has the totals that it reports', () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(names).toHaveLength(6);
    for (const name of names) {
      const { head, steps } = read(name);
      expect(head).toMatchObject({
        status: 'unknown',
        rawStatus: null,
        finalPatch: null,
        resolved: null,
        version: '1.5',
      });
      expect(head.totals).toMatchObject({ costSource: 'reported', incomplete: false, apiCalls: null });
      expect(steps.length).toBeGreaterThan(1);
      expect(kinds({ head, steps })).not.toContain('not-read');
    }
  });

  it('sub-agents that a step names are lanes, and their steps are said to be elsewhere', () => {
    const one = read(`${summarised}.json`);
    expect(one.head.totals).toMatchObject({ visibleSteps: 7, prompt: 7802, completion: 1030, cached: 0 });
    expect(one.head.totals.costUsd).toBeCloseTo(0.029805, 9);
    expect(one.head.agents.map((lane) => [lane.kind, lane.depth])).toEqual([
      ['main', 0],
      ['summariser', 1],
      ['summariser', 1],
      ['summariser', 1],
    ]);
    expect(one.head.warnings).toEqual([expect.stringContaining('trajectory.summarization-1-summary.json')]);
    expect(kinds(one)).toEqual(['compaction']);
    expect(one.steps[1]?.calls[0]).toMatchObject({ id: 'call_0_1', name: 'bash_command', kind: 'shell' });
    expect(one.steps[1]?.observations[0]?.text).toContain('root@CONTAINER_ID:/app# mkdir test_dir');
    expect(one.steps[8]?.calls[0]?.kind).toBe('submit');
  });

  it('the steps of files beside it are put on those lanes', () => {
    const parts = ['summary', 'questions', 'answers'].map((part) => {
      const name = `${summarised}.summarization-1-${part}.json`;
      return recordsOf(parse(name), { kind: 'document', arrays: ['steps'] }, `trajectory.summarization-1-${part}.json`);
    });
    const main = recordsOf(parse(`${summarised}.json`), { kind: 'document', arrays: ['steps'] }, 'trajectory.json');
    const { head, steps } = readRecords(atif, [...main, ...parts.flat()]);
    expect(head.warnings).toEqual([]);
    expect(head.agents).toHaveLength(4);
    expect(new Set(steps.map((step) => step.agentId))).toEqual(new Set(head.agents.map((lane) => lane.agentId)));
    expect(head.totals.visibleSteps).toBe(10);
    const own = steps.filter((step) => !step.notices.some((one) => one.kind === 'copied-context'));
    const prompt = own.reduce((sum, step) => sum + (step.usage?.prompt ?? 0), 0);
    expect(prompt).toBe(head.totals.prompt);
  });

  it('what was copied from another trajectory says so and is not counted', () => {
    const one = read(`${summarised}.summarization-1-answers.json`);
    expect(kinds(one)).toEqual(Array(5).fill('copied-context'));
    expect(one.head.totals).toMatchObject({ visibleSteps: 1, prompt: 700, completion: 120 });
  });

  it('a reply that could not be parsed is a format error', () => {
    const one = read('terminus2_hello-world-invalid-json.trajectory.json');
    expect(kinds(one)).toEqual(['format-error']);
    expect(one.steps[1]).toMatchObject({ calls: [], reasoning: { encrypted: false } });
    expect(one.steps[1]?.notices[0]?.text).toContain('Missing required fields: analysis, plan');
    expect(one.head.totals).toMatchObject({ visibleSteps: 4, prompt: 2417, completion: 200 });
  });

  it('that of OpenHands: an edit, then the end', () => {
    const { head, steps } = read('openhands_hello-world.trajectory.json');
    expect(head).toMatchObject({ agent: 'openhands', model: null });
    expect(steps.flatMap((step) => step.calls.map((call) => call.kind))).toEqual(['edit', 'submit']);
    expect(steps[4]?.observations[0]).toMatchObject({ callId: 'call_fake_1', exitCode: null });
  });

  it('spoilt in many ways, each is still read to its end', () => {
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
      for (const spoilt of mutations(parse(name), 60)) {
        const cut = { kind: 'document', arrays: ['steps', 'subagent_trajectories'] } as const;
        expect(() => JSON.stringify(readRecords(atif, recordsOf(spoilt, cut, name)))).not.toThrow();
        expect(() => atif.detect({ path: name, values: [spoilt], text: '' })).not.toThrow();
      }
    }
  });
});
