import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTrajectory } from '../../../../../../src/app/trajectory/openTrajectory';
import { harborTrial } from '../../../../../../src/core/run/trajectory/formats/harborTrial';
import { openTrajectoryFiles } from '../../../../../../src/io/trajectories/openTrajectoryFiles';
import { madeFormats } from '../../../../../fakes/formatFiles';
import { writeMade } from '../../../../../fakes/hostileTrajectory';
import { type TempFolder, tempFolder } from '../../../../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const made = (name: string) => madeFormats.find((one) => one.name === name)?.make(2, 'out\n') ?? {};
const headOf = async (change: object = {}) => {
  const files = made('harbor-trial');
  const result = files['fix__abc/result.json'];
  const value = result?.kind === 'document' ? { ...(result.value as object), ...change } : change;
  const path = writeMade(folder, { ...files, 'fix__abc/result.json': { kind: 'document', value } });
  return (await openTrajectory(openTrajectoryFiles, path)).head;
};

describe('a trial of Harbor', () => {
  it('joins what the harness says with the trajectory of its agent', async () => {
    const head = await headOf();
    expect(head).toMatchObject({ id: 'fix__abc', instanceId: 'fix', agent: 'terminus-2', model: 'm', version: '1.5' });
    expect(head).toMatchObject({ status: 'submitted', rawStatus: null, resolved: null });
    expect(head.totals).toMatchObject({ prompt: 10, costUsd: 0.1, costSource: 'reported' });
    expect(head.scores).toEqual([{ name: 'reward', value: 1, answer: null, explanation: null }]);
    expect(head.agents).toHaveLength(2);
  });

  it.each([
    ['AgentTimeoutError', 'limit_time'],
    ['VerifierTimeoutError', 'submitted'],
    ['EnvironmentStartTimeoutError', 'env_error'],
    ['RateLimitError', 'api_error'],
    ['CancelledError', 'aborted'],
    ['NeverHeardOf', 'aborted'],
  ])('%s is %s, and no reward is no score', async (exception_type, status) => {
    const head = await headOf({ exception_info: { exception_type }, verifier_result: null });
    expect([head.status, head.rawStatus, head.scores]).toEqual([status, exception_type, []]);
  });

  it('is a folder with both files, at any depth; one of them alone is none', () => {
    const both = ['job/a__1/agent/trajectory.json', 'job/a__1/result.json', 'job/b__2/agent/trajectory.json'];
    expect(harborTrial.folder?.([...both, 'job/result.json'])?.trajectories.map(({ root }) => root)).toEqual([
      'job/a__1/',
    ]);
    expect(harborTrial.folder?.(['agent/trajectory.json', 'result.json'])?.trajectories[0]?.root).toBe('');
    expect(harborTrial.folder?.(['agent/trajectory.json', 'agent/trajectory.x.json'])).toBeNull();
  });
});

describe('results of the OpenHands V1 benchmarks', () => {
  it('have instance, model, patch and cost of their line, and the steps of its conversation', async () => {
    const path = writeMade(folder, made('openhands-v1-output'));
    const { head, entries } = await openTrajectory(openTrajectoryFiles, path);
    expect(head).toMatchObject({ format: 'openhands-v1-output', instanceId: 'acme__widget-7', model: 'm' });
    expect(head.finalPatch).toEqual({ text: 'diff', source: 'evalRecord' });
    expect(head.totals).toMatchObject({ visibleSteps: 2, costUsd: 0.1, costSource: 'reported' });
    expect(entries).toHaveLength(2);
  });

  it('that ended by an error say which', async () => {
    const line = (error: string) => ({
      instance_id: 'a',
      history: [{ id: 'x', kind: 'MessageEvent', source: 'user' }],
      error,
    });
    const path = folder.write('output.jsonl', `${JSON.stringify(line('Agent reached maximum iterations'))}\n`);
    const { head } = await openTrajectory(openTrajectoryFiles, path);
    expect([head.status, head.rawStatus]).toEqual(['limit_turns', 'Agent reached maximum iterations']);
  });
});
