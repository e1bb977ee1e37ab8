import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAiMessages } from '../../../src/core/run/trajectory/formats/openAiMessages';
import { sweSmithMessages } from '../../../src/core/run/trajectory/formats/sweSmithMessages';
import { lineRecords } from '../../fakes/lineRecords';
import { mutations } from '../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const file = path.join(data, 'trajectories/messages/swesmith_ft_xml_3traj.jsonl');
const there = existsSync(file);
if (!there) console.warn(`real chat messages skipped: no ${file} (set TOUCHSTONE_DATA)`);

const lines = () => lineRecords(readFileSync(file, 'utf8'), 'set.jsonl');

describe.skipIf(!there)('SWE-smith messages, a real set', () => {
  it('lists its three trajectories', () => {
    const values = lines().map((line) => line.value);
    expect(sweSmithMessages.detect({ path: 'set.jsonl', values, text: '' })?.cut).toEqual({ kind: 'lines' });
    expect(lines().map((line) => sweSmithMessages.split?.(line).instanceId)).toEqual([
      'pandas-dev__pandas.95280573.pr_53652',
      'getmoto__moto.694ce1f4.pr_7331',
      'pydantic__pydantic.acb0f10f.pr_8316',
    ]);
  });

  it('is known by the beginning of a line that is longer than a sample', () => {
    const text = readFileSync(file, 'utf8').slice(0, 65_536);
    expect(sweSmithMessages.detect({ path: 'set.jsonl', values: [], text })).not.toBeNull();
  });

  it('puts every message into a step; each call but the last has what it gave back', () => {
    for (const line of lines()) {
      const records = sweSmithMessages.split?.(line).records ?? [];
      const { head, steps } = readRecords(sweSmithMessages, records);
      const messages = (line.value as { readonly messages: readonly { readonly role: string }[] }).messages;
      expect(steps.flatMap((step) => step.rawRefs)).toHaveLength(messages.length);
      const agent = steps.filter((step) => step.role === 'agent');
      expect(agent).toHaveLength(messages.filter((message) => message.role === 'assistant').length);
      expect(agent.map((step) => step.calls.length)).toEqual(agent.map(() => 1));
      expect(agent.map((step) => step.observations.length)).toEqual(
        agent.map((_, i) => (i < agent.length - 1 ? 1 : 0)),
      );
      expect(agent.flatMap((step) => step.calls).filter((call) => call.parseError !== null)).toEqual([]);
      expect(agent.at(-1)?.calls[0]?.kind).toBe('submit');
      expect(head).toMatchObject({ status: 'submitted', rawStatus: null, finalPatch: null });
    }
  });

  it('gives a message the place at which it is found again', () => {
    const [line] = lines();
    const records = line === undefined ? [] : (sweSmithMessages.split?.(line).records ?? []);
    const last = records.at(-1);
    expect(last?.ref).toMatchObject({ start: 0, end: line?.ref.end, at: ['messages', 74] });
  });

  it('is read however it is spoilt, as a set and as lists', () => {
    for (const line of lines())
      for (const value of mutations(line.value, 40)) {
        const records = sweSmithMessages.split?.({ ...line, value }).records ?? [];
        expect(readRecords(sweSmithMessages, records).head.format).toBe('swe-smith-messages');
        const list = (value as { readonly messages?: unknown } | null)?.messages;
        expect(readRecords(openAiMessages, recordsOf(list, { kind: 'array' })).head.format).toBe('openai-messages');
      }
  });
});
