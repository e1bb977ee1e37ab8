import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeSession } from '../../../src/core/run/trajectory/formats/claudeCodeSession';
import { lineRecords } from '../../fakes/lineRecords';
import { mutations } from '../../fakes/mutateValue';
import { type ReadTrajectory, readRecords } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/claude-code');
const there = existsSync(folder);
if (!there) console.warn(`real Claude Code files skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const records = (name: string) => lineRecords(readFileSync(path.join(folder, name), 'utf8'), name);

const session = (...names: readonly string[]): ReadTrajectory => {
  const all = names.flatMap(records);
  const found = claudeCodeSession.detect({ path: names[0] ?? '', values: all.map(({ value }) => value), text: '' });
  expect(found?.cut).toEqual({ kind: 'lines' });
  return readRecords(claudeCodeSession, all, { version: found?.version ?? null });
};

describe.skipIf(!there)('Claude Code, real sessions', () => {
  it('the session with two sub-agents sums to 3,629 output tokens: the last word of each message counts', () => {
    const { head, steps } = session('session_2subagents_1.0.108.jsonl');
    expect(head.totals).toMatchObject({ completion: 3629, costUsd: null, apiCalls: null });
    const sum = steps.reduce((tokens, { usage }) => tokens + (usage?.completion ?? 0), 0);
    expect(sum).toBe(3629);
    expect(head).toMatchObject({ status: 'unknown', version: '1.0.108', model: 'claude-sonnet-4-20250514' });
  });

  it('its side chains are two agents, each tied to the call that made it', () => {
    const { head, steps } = session('session_2subagents_1.0.108.jsonl');
    expect(head.agents).toMatchObject([
      { agentId: 'main', kind: 'main', depth: 0, parentCallId: null },
      { kind: 'subagent', depth: 1, parentCallId: 'toolu_014YF9TXhDRR7BnpasNJ7gjC' },
      { kind: 'subagent', depth: 1, parentCallId: 'toolu_01LKfUwrsnof18CpWZQcJH44' },
    ]);
    const lanes = head.agents.map(({ agentId }) => steps.filter((step) => step.agentId === agentId).length);
    expect(lanes).toEqual([12, 4, 8]);
    const spawning = steps.find(({ calls }) => calls.some(({ id }) => id === 'toolu_014YF9TXhDRR7BnpasNJ7gjC'));
    expect(spawning?.observations).toHaveLength(3);
  });

  it('every call has its answer in its own step, and an edit is recorded exactly', () => {
    const { steps } = session('session_2subagents_1.0.108.jsonl');
    for (const { calls, observations } of steps)
      expect(observations.map(({ callId }) => callId).sort()).toEqual(calls.map(({ id }) => id).sort());
    const edits = steps.flatMap(({ recordedEdits }) => recordedEdits ?? []);
    expect(edits.map((edit) => edit.path)).toEqual(['/path/to/Demo/CLAUDE.md']);
    expect(edits[0]?.before?.startsWith('# TODO App Project\n')).toBe(true);
    expect(edits[0]?.hunks[0]).toMatchObject({ oldStart: 1, oldLines: 44, newLines: 68 });
    expect(steps.flatMap(({ filesTouched }) => filesTouched)).toEqual(['/path/to/Demo/CLAUDE.md']);
  });

  it('the small session sums to the last words of its seven messages', () => {
    const { head, steps } = session('session_small_1.0.98.jsonl');
    expect(head.totals).toMatchObject({ visibleSteps: 7, incomplete: false });
    expect(head.totals.completion).toBe(953);
    expect(steps.map(({ role }) => role).join(' ')).toBe('user system agent agent agent agent agent agent agent');
  });

  it('lines that are no session are steps that say so', () => {
    const { head, steps } = session('edge_cases_1.0.24.jsonl');
    const notices = steps.flatMap((step) => step.notices).filter(({ kind }) => kind === 'not-read');
    expect(notices.length).toBeGreaterThanOrEqual(6);
    expect(head.warnings.join('\n')).toContain('could not be read');
    expect(head.totals.incomplete).toBe(true);
  });

  it('39 kinds of lines: those without a step are counted by kind', () => {
    const { head, steps } = session('schema_coverage_2.1.jsonl');
    expect(head.warnings.join('\n')).toMatch(/file-history-snapshot.*/);
    expect(steps.flatMap(({ notices }) => notices).map(({ kind }) => kind)).toContain('compaction');
    expect(steps.flatMap(({ notices }) => notices).map(({ kind }) => kind)).toContain('missing-reply');
  });

  it('a sub-agent in a file of its own is a lane, by what its meta.json says', () => {
    const name = 'subagent_layout/0a1b2c3d-4e5f-4061-8071-2a3b4c5d6e7f';
    const below = ['subagents/agent-a0ad4f44468bdf20d.jsonl', 'subagents/agent-a0ad4f44468bdf20d.meta.json'];
    const parts = claudeCodeSession.beside?.(below) ?? [];
    expect(parts.map(({ path: part }) => part)).toEqual([below[1], below[0]]);
    const { head, steps } = session(`${name}.jsonl`, ...parts.map((part) => `${name}/${part.path}`));
    expect(head.agents).toMatchObject([
      { agentId: 'main' },
      { agentId: 'a0ad4f44468bdf20d', name: 'general-purpose', depth: 1, kind: 'subagent' },
    ]);
    const child = steps.filter(({ agentId }) => agentId === 'a0ad4f44468bdf20d');
    expect(child.map(({ role }) => role)).toEqual(['user', 'agent']);
    expect(child[1]?.observations.map(({ text }) => text)).toEqual(['a.txt:1: TODO fix']);
    expect(child[1]?.calls[0]).toMatchObject({ id: null, name: 'bash', kind: 'search' });
  });

  it.each(['session_2subagents_1.0.108.jsonl', 'edge_cases_1.0.24.jsonl', 'schema_coverage_2.1.jsonl'])(
    '%s, mutated: every record is in some step or counted, and nothing breaks',
    (name) => {
      const whole = records(name);
      for (const values of mutations(
        whole.map(({ value }) => value),
        60,
      )) {
        const spoilt = whole.map((record, index) => ({ ...record, value: (values as unknown[])[index] }));
        const { head, steps } = readRecords(claudeCodeSession, spoilt);
        const skipped = /([\d,]+) records? without a step/.exec(head.warnings.join('\n'))?.[1] ?? '0';
        const refs = steps.flatMap(({ rawRefs }) => rawRefs);
        expect(refs.length + Number(skipped.replaceAll(',', ''))).toBe(spoilt.length);
        expect(new Set(refs).size).toBe(refs.length);
      }
    },
  );
});
