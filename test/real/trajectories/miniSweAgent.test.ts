import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  miniSweAgent1,
  miniSweAgent2,
  miniSweAgentMessages,
} from '../../../src/core/run/trajectory/formats/miniSweAgent';
import type { TrajectoryFormat } from '../../../src/core/run/trajectory/trajectoryFormat';
import { mutations } from '../../fakes/mutateValue';
import { type ReadTrajectory, readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/mini-swe-agent');
const there = existsSync(folder);
if (!there) console.warn(`real mini-swe-agent skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const formats = [miniSweAgent1, miniSweAgent2, miniSweAgentMessages];
const parse = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));

const detect = (name: string, document: unknown) => {
  const text = readFileSync(path.join(folder, name), 'utf8').slice(0, 65_536);
  const found = formats.map((format) => ({ format, found: format.detect({ path: name, values: [document], text }) }));
  return found.filter((one) => one.found !== null);
};

const read = (name: string): ReadTrajectory & { readonly format: TrajectoryFormat } => {
  const document = parse(name);
  const [only, ...others] = detect(name, document);
  expect(others).toEqual([]);
  if (!only?.found) throw new Error(`${name} is of no format`);
  return { ...readRecords(only.format, recordsOf(document, only.found.cut, name)), format: only.format };
};

const v2 = (instance: string) => read(`v2/${instance}.traj.json`);

describe.skipIf(!there)('mini-swe-agent, files of real runs', () => {
  it.each([
    ['astropy__astropy-13033', 'submitted', 17, 12],
    ['django__django-11066', 'submitted_empty', 16, 14],
    ['django__django-13590', 'submitted', 114, 22],
    ['django__django-15503', 'submitted_empty', 94, 25],
    ['psf__requests-1142', 'submitted', 13, 12],
    ['scikit-learn__scikit-learn-15100', 'submitted', 21, 10],
    ['sympy__sympy-18199', 'submitted', 29, 18],
  ] as const)('%s ended as listed, and its calls are counted beside its steps', (instance, status, calls, visible) => {
    const { head, steps, format } = v2(instance);
    expect(format.name).toBe('mini-swe-agent-2');
    expect(head).toMatchObject({ instanceId: instance, status, rawStatus: 'Submitted', version: '2.2.4' });
    expect(head.model).toBe('openai/gpt-5-mini');
    expect(head.totals).toMatchObject({
      apiCalls: calls,
      visibleSteps: visible,
      costSource: 'reported',
      incomplete: true,
    });
    const errors = steps.flatMap((step) => step.notices).filter((notice) => notice.kind === 'format-error');
    expect(errors).toHaveLength(calls - visible);
    expect(steps.filter((step) => step.calls.length > 0)).toHaveLength(visible);
  });

  it('django-13590: 92 format errors, no reply of which was kept; the cost is that of the visible calls', () => {
    const { head, steps } = v2('django__django-13590');
    const notices = steps.flatMap((step) => step.notices);
    expect(notices.filter((one) => one.kind === 'format-error')).toHaveLength(92);
    expect(head.warnings.join('\n')).toContain('The replies of 92 calls of the model were not kept');
    const visible = steps.reduce((sum, step) => sum + (step.costUsd ?? 0), 0);
    expect(head.totals.costUsd).toBeCloseTo(visible, 10);
    expect(head.totals.prompt).toBeGreaterThan(100_000);
    expect(steps.at(-1)?.calls[0]?.kind).toBe('submit');
    expect(head.finalPatch?.text).toContain('diff --git a/django/db/models/sql/query.py');
  });

  it('psf-1142: the time-out is one, and the 890 KB patch is whole', () => {
    const { head, steps } = v2('psf__requests-1142');
    const timedOut = steps.flatMap((step) => step.observations).filter((one) => one.timedOut === true);
    expect(timedOut).toHaveLength(1);
    expect(timedOut[0]).toMatchObject({ exitCode: -1, isError: true });
    expect(timedOut[0]?.text).toContain('timed out after');
    expect(head.finalPatch?.text.length).toBeGreaterThan(850_000);
  });

  it('what a command gave is the untruncated output, with its exit code and its times', () => {
    const { steps } = v2('astropy__astropy-13033');
    const first = steps.find((step) => step.calls.length > 0);
    expect(first?.calls[0]).toMatchObject({ name: 'bash', args: { command: 'ls -la' }, parseError: null });
    expect(first?.observations).toHaveLength(1);
    expect(first?.observations[0]).toMatchObject({ callId: first?.calls[0]?.id, exitCode: 0, timedOut: false });
    expect(first?.observations[0]?.text.startsWith('total 672\n')).toBe(true);
    expect(first?.observations[0]?.shownChars).toBe(first?.observations[0]?.totalChars);
    expect(first?.usage).toMatchObject({ prompt: 2180, cached: 0, completion: 25, reasoning: 0 });
    expect(first?.costUsd).toBe(0.000595);
    expect(first?.startedAt).toBe(1_773_065_152_000);
    expect(first?.environmentMs).toBeGreaterThanOrEqual(0);
  });

  it('release 1: commands in fences, exit codes in the text, an empty submission', () => {
    const { head, steps, format } = read('v1/hello_world_1.13.4.traj.json');
    expect(format.name).toBe('mini-swe-agent-1');
    expect(head).toMatchObject({
      status: 'submitted_empty',
      rawStatus: 'Submitted',
      finalPatch: null,
      version: '1.13.4',
    });
    expect(head.totals).toMatchObject({
      apiCalls: 3,
      visibleSteps: 3,
      costUsd: 0.010520999999999999,
      incomplete: false,
    });
    expect(head.warnings).toEqual([]);
    const turns = steps.filter((step) => step.role === 'agent');
    expect(turns.map((step) => step.calls[0]?.rawArgs)).toEqual([
      'echo "Hello, world!" > hello.txt',
      'cat hello.txt',
      'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT',
    ]);
    expect(turns.map((step) => step.observations[0]?.exitCode)).toEqual([0, 0, null]);
    expect(turns[0]?.usage).toMatchObject({ prompt: 752, completion: 69, cached: 0, cacheWrite: 0, reasoning: null });
  });

  it('messages alone: the submission is what the last command gave', () => {
    const { head, steps, format } = read('v2/github_issue_messages_only.traj.json');
    expect(format.name).toBe('mini-swe-agent-messages');
    expect(head).toMatchObject({ status: 'submitted', rawStatus: null, model: null });
    expect(head.finalPatch?.text.startsWith('diff --git a/tests/missing_colon.py')).toBe(true);
    expect(head.totals).toMatchObject({ visibleSteps: 10, apiCalls: null, costUsd: null, costSource: 'unknown' });
    expect(steps.filter((step) => step.calls.length === 1)).toHaveLength(10);
    expect(steps.flatMap((step) => step.notices)).toEqual([]);
  });

  it.each([
    ['v2/scikit-learn__scikit-learn-15100.traj.json', miniSweAgent2],
    ['v1/hello_world_1.13.4.traj.json', miniSweAgent1],
    ['v2/github_issue_messages_only.traj.json', miniSweAgentMessages],
  ] as const)('%s, spoilt in many ways, is still read to its end', (name, format) => {
    const document = parse(name);
    for (const spoilt of mutations(document, 150)) {
      const found = detect(name, spoilt)[0] ?? detect(name, document)[0];
      const { steps, head } = readRecords(format, recordsOf(spoilt, found?.found?.cut ?? { kind: 'whole' }, name));
      expect(head.totals.visibleSteps).toBeLessThanOrEqual(steps.length);
      expect(() => JSON.stringify({ head, steps })).not.toThrow();
    }
  });
});
