import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openHandsV0Output, openHandsV0Saved } from '../../../src/core/run/trajectory/formats/openHandsV0';
import { openHandsV1 } from '../../../src/core/run/trajectory/formats/openHandsV1';
import { mutations } from '../../fakes/mutateValue';
import { type ReadTrajectory, readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/openhands');
const there = existsSync(folder);
if (!there) console.warn(`real OpenHands trajectories skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const text = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const linesOf = (name: string): unknown[] =>
  text(name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Each line's trajectory, with the instance that the line names. */
const readOutput = (lines: unknown): readonly (ReadTrajectory & { readonly instanceId: string | null })[] =>
  recordsOf(lines, { kind: 'lines' }).map((record) => {
    const part = openHandsV0Output.split?.(record);
    return { instanceId: part?.instanceId ?? null, ...readRecords(openHandsV0Output, part?.records ?? []) };
  });
const saved = (name: string): ReadTrajectory =>
  readRecords(openHandsV0Saved, recordsOf(JSON.parse(text(`v0/${name}.json`)), { kind: 'array' }));

describe.skipIf(!there)('OpenHands V0', () => {
  it('output holds a trajectory per line, each with status, patch, tokens and calls that were not kept', () => {
    const trajectories = readOutput(linesOf('v0/multi_swe_output.jsonl'));
    const figures = trajectories.map(({ instanceId, head: { status, totals, finalPatch } }) => [
      instanceId?.slice(-4),
      status,
      totals.prompt,
      totals.completion,
      totals.apiCalls,
      totals.visibleSteps,
      totals.incomplete,
      finalPatch?.text.length,
    ]);
    expect(figures).toEqual([
      ['4595', 'submitted', 565_158, 2558, 23, 23, false, 342],
      ['4593', 'submitted', 410_169, 5156, 33, 34, true, 533],
      ['4588', 'limit_turns', 938_015, 5627, 49, 50, true, 557],
    ]);
    expect(trajectories[0]?.head).toMatchObject({
      version: '0.35.0',
      agent: 'CodeActAgent',
      totals: { costUsd: null },
    });
    const failed = trajectories[1]?.steps.filter(({ notices }) => notices.some(({ kind }) => kind === 'format-error'));
    expect(failed?.map(({ observations }) => observations[0]?.isError)).toEqual([true]);
  });

  it('output has every step with tokens and times that add up to those of the run', () => {
    for (const { head, steps } of readOutput(linesOf('v0/multi_swe_output.jsonl'))) {
      const prompt = steps.reduce((sum, { usage }) => sum + (usage?.prompt ?? 0), 0);
      expect(prompt).toBe(head.totals.prompt);
      const run = steps.filter(({ calls }) => calls[0]?.name === 'execute_bash');
      expect(run.every(({ observations, environmentMs }) => observations.length === 1 && environmentMs !== null)).toBe(
        true,
      );
      expect(run.some(({ modelMs }) => modelMs !== null && modelMs > 500)).toBe(true);
    }
  });

  it("resolver's events without ids find their actions; cost and patch are its own", () => {
    const [first, second] = readOutput(linesOf('v0/resolver_output_pairs.jsonl'));
    expect(first?.head).toMatchObject({ id: 'neubig/pr-viewer#5', instanceId: null, status: 'submitted' });
    expect(first?.head.totals).toMatchObject({ costUsd: 0.070713, costSource: 'reported', apiCalls: 4, prompt: null });
    expect(first?.head.finalPatch?.text).toMatch(/^diff --git a\/LICENSE b\/LICENSE\r\n/);
    expect(second?.steps).toHaveLength(23);
    expect(
      second?.steps.slice(1, -1).every(({ calls, observations }) => calls.length === 1 && observations.length === 1),
    ).toBe(true);
  });

  it('saved lists open, with tokens of the replies that they keep', () => {
    expect(saved('trajs_basic').head.totals).toMatchObject({ prompt: 8132, completion: 1312, incomplete: false });
    expect(saved('trajs_basic').steps[1]?.filesTouched).toEqual(['/workspace/game_2048.py']);
    const talk = saved('trajs_basic_interactions');
    expect(talk.steps.map(({ role }) => role)).toEqual(['user', 'agent', 'user', 'agent', 'user', 'agent']);
    expect(talk.head).toMatchObject({ status: 'submitted', rawStatus: 'finish', totals: { incomplete: true } });
    expect(saved('trajs_wrong_initial_state').steps.map(({ calls }) => calls[0]?.name)).toEqual([
      undefined,
      'str_replace_editor',
      'execute_bash',
      'str_replace_editor',
      'finish',
    ]);
  });

  it('files are told apart', () => {
    const of = (format: typeof openHandsV0Output, values: unknown[], start: string) =>
      format.detect({ path: 'x', values, text: start })?.cut.kind;
    for (const name of ['v0/multi_swe_output.jsonl', 'v0/resolver_output_pairs.jsonl']) {
      expect(of(openHandsV0Output, linesOf(name), '{')).toBe('lines');
      expect(of(openHandsV0Saved, linesOf(name), '{')).toBeUndefined();
    }
    const list = JSON.parse(text('v0/trajs_basic.json'));
    expect([of(openHandsV0Saved, [list], '['), of(openHandsV0Output, [list], '[')]).toEqual(['array', undefined]);
    expect(of(openHandsV0Saved, list, ' [')).toBe('array');
    expect(of(openHandsV0Saved, linesOf('v1/goal_events.jsonl'), '{')).toBeUndefined();
  });

  it('files of any damage are read without a crash', () => {
    for (const line of [
      ...linesOf('v0/resolver_output_pairs.jsonl').slice(0, 1),
      ...linesOf('v0/multi_swe_output.jsonl').slice(0, 1),
    ])
      for (const spoilt of mutations([line], 40))
        for (const { head } of readOutput(spoilt)) expect(head.format).toBe('openhands-v0-output');
  });
});

describe.skipIf(!there)('OpenHands V1', () => {
  const events = () => readRecords(openHandsV1, recordsOf(linesOf('v1/goal_events.jsonl'), { kind: 'lines' }));

  it('events open with their calls, tool errors and the last sums', () => {
    const { head, steps } = events();
    expect(head).toMatchObject({ status: 'unknown', rawStatus: 'running', model: 'litellm_proxy/minimax-m2.7' });
    expect(head.totals).toMatchObject({ prompt: 107_458, cached: 68_193, completion: 1347, costUsd: null });
    expect(steps.map(({ role, calls }) => [role, calls.map(({ name }) => name)])).toEqual([
      ['agent', ['terminal']],
      ['system', []],
      ['agent', ['terminal']],
    ]);
    expect(steps.map(({ observations }) => observations.map(({ isError, exitCode }) => [isError, exitCode]))).toEqual([
      [[true, null]],
      [[true, null]],
      [[true, 1]],
    ]);
    expect(steps[0]?.reasoning?.text).toContain('Let me analyze the task.');
    expect(head.warnings.join()).toContain('5 ConversationStateUpdateEvent');
  });

  it('base state alone is a conversation without steps, idle', () => {
    const value = JSON.parse(text('v1/base_state_1.11.5.json'));
    const found = openHandsV1.detect({ path: 'base_state.json', values: [value], text: '' });
    expect(found?.cut).toEqual({ kind: 'document', arrays: [] });
    const { head, steps } = readRecords(openHandsV1, recordsOf(value, { kind: 'document', arrays: [] }));
    expect(steps).toEqual([]);
    expect(head).toMatchObject({ id: value.id, model: 'gpt-4o-mini', status: 'unknown', rawStatus: 'idle' });
    expect(head.totals.prompt).toBeNull();
  });

  it('events of any damage are read without a crash', () => {
    for (const spoilt of mutations(linesOf('v1/goal_events.jsonl'), 150)) {
      expect(readRecords(openHandsV1, recordsOf(spoilt, { kind: 'lines' })).head.format).toBe('openhands-v1');
    }
  });
});
