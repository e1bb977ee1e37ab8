import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOfAction } from '../../../../../../src/core/run/trajectory/formats/sweAgent/action';
import { shellWords } from '../../../../../../src/core/run/trajectory/formats/sweAgent/shellWords';
import { sweAgent } from '../../../../../../src/core/run/trajectory/formats/sweAgent/sweAgent';
import { mutations } from '../../../../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const cut = { kind: 'document', arrays: ['attempts', 'trajectory', 'history'] } as const;
const read = (document: unknown, file = 'file', options: { readonly cut?: boolean } = {}) =>
  readRecords(sweAgent, recordsOf(document, cut, file), options);

const step = (action: string, observation: string, more: object = {}) => ({
  action,
  observation,
  thought: 'So.',
  response: 'So.',
  execution_time: 0.5,
  state: { working_dir: '/repo' },
  ...more,
});
const refused = (thought: string, action = '') => step(action, '', { thought, state: {}, execution_time: 0 });
const stats = (cost: number) => ({ instance_cost: cost, tokens_sent: 100, tokens_received: 10, api_calls: 2 });
const info = (exit_status: string | null, submission: string | null) => ({
  exit_status,
  submission,
  model_stats: stats(1),
});

const retried = {
  attempts: [
    { trajectory: [step('ls', 'a')], history: [], info: { model_stats: stats(0.5) } },
    { trajectory: [step('ls', 'b'), step('submit', 'diff')], history: [], info: { model_stats: stats(0.25) } },
  ],
};

describe('statuses of SWE-agent', () => {
  it.each([
    ['submitted', 'diff\r\n', 'submitted'],
    ['submitted', '\n', 'submitted_empty'],
    ['submitted', null, 'submitted_empty'],
    ['submitted (exit_cost)', 'diff', 'limit_cost'],
    ['submitted (exit_context)', 'diff', 'limit_context'],
    ['early_exit', null, 'aborted'],
    ['exit_forfeit', null, 'aborted'],
    ['exit_command', null, 'aborted'],
    ['exit_total_execution_time', null, 'limit_time'],
    ['exit_command_timeout', null, 'limit_time'],
    ['exit_api', null, 'api_error'],
    ['exit_environment_error', null, 'env_error'],
    ['exit_error', null, 'unknown'],
    ['exit_format', null, 'format'],
    [null, null, 'unknown'],
  ] as const)('%s with %j', (exit, submission, status) => {
    const { head } = read({ trajectory: [step('ls', 'a')], info: info(exit, submission) });
    expect(head).toMatchObject({ status, rawStatus: exit });
    expect(head.finalPatch?.text ?? null).toBe(submission);
  });
});

describe('steps of SWE-agent', () => {
  it('reads the state as JSON in a text and as an object, with the diff so far', () => {
    const state = { open_file: '/repo/a.py', diff: 'diff --git\r\n' };
    const { steps } = read({
      trajectory: [
        step('edit 1:2\nx = 1\n  y\nend_of_edit\n', 'done', { state: JSON.stringify(state) }),
        step('ls', '', { state }),
        step('ls', '', { state: '{' }),
      ],
    });
    expect(steps.map((one) => one.givenPatch)).toEqual(['diff --git\r\n', 'diff --git\r\n', null]);
    expect(steps[0]).toMatchObject({ filesTouched: ['/repo/a.py'], environmentMs: 500, thought: 'So.' });
    expect(steps[0]?.calls[0]).toMatchObject({
      name: 'edit',
      kind: 'edit',
      args: { start_line: 1, end_line: 2, replacement_text: 'x = 1\n  y' },
    });
  });

  it('marks replies that were asked again, but not the last one', () => {
    const trajectory = [refused('no action'), refused('blocked', 'vim'), step('ls', 'a'), refused('last')];
    const { steps, head } = read({ trajectory });
    expect(steps.map((one) => one.notices.map((notice) => notice.kind))).toEqual([['requery'], ['requery'], [], []]);
    expect(steps[0]?.calls).toEqual([]);
    expect(steps[1]?.calls[0]?.rawArgs).toBe('vim');
    expect(head.totals.visibleSteps).toBe(4);
  });

  it('does not read the history again behind a trajectory', () => {
    const history = [{ role: 'assistant', content: 'x', action: 'ls', agent: 'main' }];
    expect(read({ trajectory: [step('ls', 'a')], history }).steps).toHaveLength(1);
    expect(read({ history }).steps[0]?.calls[0]?.name).toBe('bash');
  });

  it('marks demonstrations in a history, and joins what commands gave back', () => {
    const history = [
      { role: 'user', content: 'Look:', agent: 'main', is_demo: true },
      { role: 'assistant', content: 'I list.', thought: 'I list.', action: 'ls\n', agent: 'main' },
      { role: 'user', content: 'a.py', agent: 'main' },
    ];
    const { steps } = read({ history });
    expect(steps).toHaveLength(2);
    expect(steps[0]).toMatchObject({ role: 'user', notices: [{ kind: 'copied-context' }] });
    expect(steps[1]).toMatchObject({ role: 'agent', observations: [{ text: 'a.py' }], calls: [{ rawArgs: 'ls\n' }] });
  });

  it('says what it could not read', () => {
    expect(read({ trajectory: [7] }).steps[0]?.notices[0]?.kind).toBe('not-read');
    const broken = recordsOf({ trajectory: [null] }, cut).map((one) => ({ ...one, broken: 'no JSON' }));
    expect(readRecords(sweAgent, broken).steps[0]?.notices).toEqual([{ kind: 'not-read', text: 'no JSON' }]);
    expect(read({ trajectory: [] }, 'file', { cut: true }).head.warnings).toHaveLength(1);
  });
});

describe('a run of attempts', () => {
  it('has a lane for each, reads the chosen one once, and sums what is not summed', () => {
    const { head, steps } = read({
      ...retried,
      trajectory: retried.attempts[1]?.trajectory,
      info: { ...info('submitted', 'diff'), best_attempt_idx: 1 },
    });
    expect(steps.map((one) => one.agentId)).toEqual(['attempt-1', 'attempt-2', 'attempt-2']);
    expect(steps[2]?.rawRefs[0]?.at).toEqual(['trajectory', 1]);
    expect(head.agents.map((lane) => lane.name)).toEqual(['Attempt 1', 'Attempt 2, chosen']);
    expect(head.totals).toMatchObject({ costUsd: 1, apiCalls: 2 });
  });

  it('is read before one was chosen', () => {
    const { head } = read(retried);
    expect(head).toMatchObject({ status: 'unknown', finalPatch: null });
    expect(head.totals).toMatchObject({ costUsd: 0.75, apiCalls: 4, prompt: 200, visibleSteps: 3 });
  });
});

describe('the instance of a run', () => {
  it.each([
    ['file', { replay_config: JSON.stringify({ problem_statement: { id: 'p' } }) }, 'p'],
    ['file', { environment: 'a__b-1' }, 'a__b-1'],
    ['run/a__b-2.traj', { environment: 'swe_main' }, 'a__b-2'],
    ['run/other.traj', { replay_config: '{' }, null],
  ])('in %s with %j', (file, members, instanceId) => {
    expect(read({ trajectory: [step('ls', 'a')], ...members }, file).head.instanceId).toBe(instanceId);
  });
});

describe('actions', () => {
  it('reads the parameters of the editor tool', () => {
    const action = `str_replace_editor str_replace /a.py --old_str 'it'"'"'s' --new_str '--x'`;
    expect(callOfAction(action)).toMatchObject({
      name: 'str_replace_editor',
      kind: 'edit',
      args: { command: 'str_replace', path: '/a.py', old_str: "it's", new_str: '--x' },
      rawArgs: action,
    });
    expect(callOfAction('str_replace_editor view /a.py --view_range 1 20')).toMatchObject({
      kind: 'read',
      args: { view_range: ['1', '20'] },
    });
  });

  it('says why arguments could not be read', () => {
    expect(callOfAction(`create 'a.py`)).toMatchObject({ args: null, parseError: expect.stringContaining('quote') });
    expect(callOfAction('  \n')).toBeNull();
  });

  it('reads words of millions of characters', () => {
    for (const text of ['x', '\\"', "'", '"', '\\\\'])
      for (const open of ['', '"', "'"]) shellWords(`create ${open}${text.repeat(500_000)}`);
    expect(shellWords(`a "${'x'.repeat(500_000)}"`)?.[1]?.text).toHaveLength(500_000);
  });

  it('divides any words that were quoted into the same words', () => {
    const quoted = (word: string): string => `'${word.replaceAll("'", `'"'"'`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(shellWords(words.map(quoted).join('  '))?.map((word) => word.text)).toEqual(words);
      }),
    );
  });
});

describe('anything else', () => {
  it('never throws', () => {
    const json = fc.jsonValue();
    fc.assert(
      fc.property(
        fc.record({ attempts: json, trajectory: fc.array(json), history: fc.array(json), info: json }),
        (doc) => {
          expect(read(doc).head.format).toBe('swe-agent');
          sweAgent.detect({ path: '', values: [doc], text: '' });
        },
      ),
    );
    for (const spoilt of mutations({ ...retried, info: info('submitted', 'diff') }, 300))
      expect(read(spoilt).head.format).toBe('swe-agent');
  });

  it('is none of this format', () => {
    for (const value of [null, 1, [], {}, { history: [{ role: 'user', content: '' }] }, { trajectory: [{}] }])
      expect(sweAgent.detect({ path: '', values: [value], text: '' })).toBeNull();
  });
});
