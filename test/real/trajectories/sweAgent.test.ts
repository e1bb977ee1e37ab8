import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectTrajectory } from '../../../src/core/run/trajectory/formats/registry';
import { sweAgent } from '../../../src/core/run/trajectory/formats/sweAgent/sweAgent';
import { mutations } from '../../fakes/mutateValue';
import { type ReadTrajectory, readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/swe-agent');
const there = existsSync(folder);
if (!there) console.warn(`real SWE-agent skipped: no ${folder} (set TOUCHSTONE_DATA)`);

interface Document {
  readonly info: { readonly submission: string };
  readonly trajectory: readonly { readonly observation: string }[];
}

const parse = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));

const readValue = (name: string, value: unknown): ReadTrajectory | null => {
  const found = sweAgent.detect({ path: name, values: [value], text: '' });
  return found && readRecords(sweAgent, recordsOf(value, found.cut, name), { version: found.version });
};

const read = (name: string): ReadTrajectory => {
  const found = readValue(name, parse(name));
  if (found === null) throw new Error(`${name} is not of the format`);
  return found;
};

const files = [
  ['0.x/acr_django-11099_resolved.traj', 'submitted', 14, 14, '0.x'],
  ['0.x/acr_django-12113_unresolved.traj', 'submitted', 11, 11, '0.x'],
  ['0.x/acr_requests-863_large.traj', 'submitted', 8, 8, '0.x'],
  ['0.x/humanevalfix-python-0_human_thought.traj', 'submitted', 5, 0, '0.x'],
  ['0.x/java_jackson-core-370_gpt4o.traj', 'limit_cost', 15, 15, '0.x'],
  ['0.x/marshmallow-1867_default.traj', 'submitted', 14, 0, '0.x'],
  ['0.x/pydicom-1458.traj', 'submitted', 12, 12, '0.x'],
  ['1.x/marshmallow-1867_function_calling_replace.traj', 'submitted', 13, 13, '1.x'],
  ['1.x/pydantic-8316.traj', 'submitted', 22, 22, '1.0.1'],
] as const;

describe.skipIf(!there)('SWE-agent, files of real runs', () => {
  it.each(files)(
    '%s ended as listed, its patch and observations kept byte for byte',
    (name, status, n, calls, version) => {
      const document = parse(name) as Document;
      const { head, steps } = read(name);
      expect(head).toMatchObject({
        status,
        version,
        finalPatch: { text: document.info.submission, source: 'submission' },
      });
      expect(head.totals).toMatchObject({ visibleSteps: n, apiCalls: calls });
      expect(steps.map((step) => step.observations[0]?.text)).toEqual(
        document.trajectory.map((step) => step.observation),
      );
      expect(steps.flatMap((step) => step.notices)).toEqual([]);
      expect(steps.at(-1)?.calls[0]?.name).toBe(status === 'limit_cost' ? 'exit_cost' : 'submit');
    },
  );

  it('tells each file from other formats', () => {
    for (const [name] of files)
      expect(detectTrajectory({ path: name, values: [parse(name)], text: '' })?.format.name).toBe('swe-agent');
  });

  it('knows totals of a run that counted, and none of one that did not', () => {
    expect(read('0.x/acr_django-11099_resolved.traj').head.totals).toMatchObject({
      prompt: 77_477,
      completion: 1687,
      costUsd: 0.82538,
      costSource: 'reported',
    });
    expect(read('0.x/marshmallow-1867_default.traj').head.totals).toMatchObject({
      prompt: null,
      completion: null,
      costUsd: null,
      costSource: 'unknown',
    });
  });

  it('takes instance, model and exact edits from what 1.x records', () => {
    const { head, steps } = read('1.x/pydantic-8316.traj');
    expect(head).toMatchObject({
      instanceId: 'pydantic__pydantic.acb0f10f.pr_8316',
      model: 'claude-3-7-sonnet-20250219',
    });
    const edits = steps.flatMap((step) => step.calls).filter((call) => call.kind === 'edit');
    expect(edits.every((call) => call.parseError === null)).toBe(true);
    expect(edits.filter((call) => call.name === 'str_replace_editor')).toHaveLength(8);
    expect(edits[0]?.args).toMatchObject({ command: 'create', path: '/testbed/reproduce_error.py' });
    expect(steps[0]?.environmentMs).toBeCloseTo(153.475, 2);
  });

  it('reads a demonstration that holds a history alone', () => {
    const { head, steps } = read('1.x/function_calling_simple_history_only.traj');
    expect(head).toMatchObject({ status: 'unknown', finalPatch: null, version: '1.x', totals: { visibleSteps: 5 } });
    expect(steps.map((step) => step.role)).toEqual(['system', 'user', 'agent', 'agent', 'agent', 'agent', 'agent']);
    const calls = steps.flatMap((step) => step.calls);
    expect(calls.map((call) => call.name)).toEqual(['find_file', 'open', 'edit', 'bash', 'submit']);
    const answered = steps.flatMap((step) => step.observations.map((one) => one.callId));
    expect(answered).toEqual(calls.map((call) => call.id));
  });

  it.each([...files.map(([name]) => name), '1.x/function_calling_simple_history_only.traj'])(
    '%s is read however it is spoilt',
    (name) => {
      for (const spoilt of mutations(parse(name), 40)) {
        const found = readValue(name, spoilt);
        if (found !== null) expect(found.head.format).toBe('swe-agent');
      }
    },
  );
});
