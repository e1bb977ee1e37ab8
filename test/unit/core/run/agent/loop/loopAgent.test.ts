import { describe, expect, it } from 'vitest';
import { BudgetReached, RunStopped } from '../../../../../../src/core/run/agent/attempt';
import { ModelFault } from '../../../../../../src/core/run/model/modelProvider';
import { EnvironmentFault } from '../../../../../../src/core/shared/problem';
import { calling, gave, handIn, quickLoop, runLoop } from '../../../../../fakes/loopAttempt';

const limited = (limits: Partial<typeof quickLoop.limits>) => ({
  ...quickLoop,
  limits: { ...quickLoop.limits, ...limits },
});
const roles = (messages: readonly { readonly role: string }[]) => messages.map(({ role }) => role).join(' ');
const never = new Promise<never>(() => undefined);

describe('an attempt of the native loop', () => {
  it('asks, runs, shows and hands in; patch and submission stand apart', async () => {
    const { result, messages, info, asked } = await runLoop({
      replies: [calling('ls')],
      sandbox: { diff: async () => 'what differs\n' },
    });
    expect(result).toMatchObject({ status: 'submitted', patch: 'what differs\n', submission: 'a patch\n', calls: 2 });
    expect(roles(messages)).toBe('system user assistant tool assistant exit');
    expect(info).toMatchObject({ submission: 'a patch\n', touchstone: { patch: 'what differs\n' } });
    expect(asked[1]?.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'call_1',
      content: '<returncode>0</returncode>\n<output>\nls\n</output>',
    });
  });

  it('says nothing of the patch where it is what was handed in', async () => {
    expect((await runLoop({ replies: [] })).info).not.toHaveProperty('touchstone');
  });

  it('is on disk after every turn, whole each time', async () => {
    const { kept } = await runLoop({ replies: [calling('ls'), calling('pwd')] });
    expect(kept.map((text) => JSON.parse(text).messages.length)).toEqual([4, 6, 8]);
    expect(JSON.parse(kept[0] ?? '').info.exit_status).toBe('');
  });

  it('keeps what commands before a submission gave, and says which were not run', async () => {
    const { messages, ran } = await runLoop({ replies: [calling('one', handIn, 'three')] });
    expect(ran).toEqual(['one', handIn]);
    expect(messages.slice(3).map(({ content }) => content)).toEqual([
      expect.stringContaining('one'),
      expect.stringContaining('action was not executed'),
      'a patch\n',
    ]);
  });

  it('runs no command that is no text, and says so as Python would', async () => {
    const { messages, ran } = await runLoop({ replies: [calling(['ls'], 'a\0b')] });
    expect(ran).toEqual([handIn]);
    expect(messages[3]?.extra).toMatchObject({ returncode: -1, exception_type: 'TypeError' });
    expect(messages[4]?.content).toContain('embedded null byte');
  });

  it('tells how many bytes of an endless output were dropped', async () => {
    const { info, messages } = await runLoop({
      replies: [calling('yes')],
      sandbox: {
        run: async (command) =>
          command === 'yes' ? gave('y\n', { droppedBytes: 7 }) : gave(`${handIn.slice(5)}\na patch\n`),
      },
    });
    expect(info).toMatchObject({ touchstone: { droppedBytes: 7 } });
    expect(messages[3]?.extra).toMatchObject({ dropped_bytes: 7 });
  });

  it('puts what a person says before the next call', async () => {
    const said = ['Look at format.js.', null];
    const { asked, messages } = await runLoop({
      replies: [calling('ls')],
      ports: { interject: () => said.shift() ?? null },
    });
    expect(asked[0]?.at(-1)).toEqual({ role: 'user', content: 'Look at format.js.' });
    expect(messages[2]?.extra).toEqual({ interrupt_type: 'UserInterruption' });
  });

  it('says a step by its number in the trajectory, a hint and a refused reply being steps', async () => {
    const steps: number[] = [];
    const said = ['A hint.', null];
    await runLoop({
      replies: [calling('ls', 'pwd'), { content: 'no call' }, calling('ls')],
      ports: { interject: () => said.shift() ?? null, snapshot: async (step) => void steps.push(step) },
    });
    // System, task, hint, reply; refused reply; reply; hand-in.
    expect(steps).toEqual([4, 5, 6, 7]);
  });
});

describe('limits of an attempt', () => {
  it('a cost that is reached ends it before the next call, with all of it kept', async () => {
    const { result, messages } = await runLoop({
      config: limited({ costUsd: 0.02 }),
      replies: [calling('a'), calling('b'), calling('c')],
    });
    expect(result).toMatchObject({
      status: 'limit_cost',
      rawStatus: 'LimitsExceeded',
      calls: 2,
      costUsd: 0.02,
      submission: null,
    });
    expect(roles(messages)).toBe('system user assistant tool assistant tool exit');
  });

  it('turns, time and refused replies in a row', async () => {
    expect((await runLoop({ config: limited({ steps: 1 }), replies: [calling('a')] })).result.status).toBe(
      'limit_turns',
    );
    let now = 0;
    const slow = await runLoop({
      config: limited({ wallSeconds: 10 }),
      replies: [calling('a'), calling('b')],
      ports: { now: () => (now += 2) },
    });
    expect(slow.result).toMatchObject({ status: 'limit_time', rawStatus: 'TimeExceeded' });
    const refused = await runLoop({
      replies: [{ content: 'a' }, calling('b'), { content: 'c' }, { content: 'd' }, { content: 'e' }],
    });
    expect(refused.result).toMatchObject({ status: 'format', calls: 5, costUsd: 0.05 });
    expect(refused.messages.at(-2)?.extra).toMatchObject({
      interrupt_type: 'FormatError',
      cost: 0.01,
      response: { id: 'chatcmpl-1' },
    });
  });

  it("the run's budget is a limit too", async () => {
    const { result, info } = await runLoop({ replies: [calling('a'), new BudgetReached('2 of 2 dollars')] });
    expect(result).toMatchObject({ status: 'limit_cost', rawStatus: 'LimitsExceeded', calls: 1, fault: null });
    expect(info).toMatchObject({ touchstone: { budgetReached: true } });
  });

  it("the run's budget that other attempts used up is the limit that it is, below the attempt's own", async () => {
    let costUsd = 3;
    const limits = {
      ...quickLoop.limits,
      get costUsd() {
        return costUsd;
      },
    };
    const run = async () => {
      costUsd = 0.01;
      return gave('ls\n');
    };
    const { result, info } = await runLoop({ replies: [calling('a')], ports: { limits }, sandbox: { run } });
    expect(result).toMatchObject({ status: 'limit_cost', rawStatus: 'LimitsExceeded', calls: 1 });
    expect(info).toMatchObject({ touchstone: { budgetReached: true } });
  });

  it('a cost that nobody knows is null, and how many calls have none is said', async () => {
    const { result, info } = await runLoop({ replies: [], costUsd: null });
    expect(result.costUsd).toBeNull();
    expect(info).toMatchObject({ model_stats: { instance_cost: null }, touchstone: { unpricedCalls: 1 } });
  });
});

describe('an attempt that comes to harm', () => {
  it.each([
    ['auth', 'AuthenticationError', 'api_error'],
    ['context', 'ContextWindowExceededError', 'limit_context'],
    ['rate-limit', 'RateLimitError', 'api_error'],
    ['time-out', 'Timeout', 'api_error'],
    ['bad-reply', 'APIResponseValidationError', 'api_error'],
  ] as const)('ends at a fault of the model (%s) as %s', async (kind, rawStatus, status) => {
    const { result, messages } = await runLoop({ replies: [calling('a'), new ModelFault(kind, 'Why.')] });
    expect(result).toMatchObject({ status, rawStatus, fault: `${rawStatus}: Why.`, patch: 'a patch\n' });
    expect(messages.at(-1)).toMatchObject({
      role: 'exit',
      content: 'Why.',
      extra: { exit_status: rawStatus, exception_str: 'Why.' },
    });
  });

  it('ends where the sandbox is gone, and answers the call that was running', async () => {
    const gone = () => Promise.reject(new EnvironmentFault('engine', 'The sandbox was lost.'));
    const { result, messages } = await runLoop({ replies: [calling('a', 'b')], sandbox: { run: gone, diff: gone } });
    expect(result).toMatchObject({ status: 'env_error', patch: null });
    expect(roles(messages)).toBe('system user assistant tool tool exit');
  });

  it('says which variable of which template is missing', async () => {
    const config = { ...quickLoop, instanceTemplate: 'Do {{tusk}}' };
    const { result } = await runLoop({ config, replies: [] });
    expect(result.fault).toBe(
      "UndefinedError: The template instance_template can't be filled in: 'tusk' is undefined.",
    );
  });

  it.each(['the model is asked', 'a command runs'])('stopped while %s: ends at once, kept and whole', async (when) => {
    const stop = new AbortController();
    const wait = () => {
      queueMicrotask(() => stop.abort(new RunStopped('Stopped.')));
      return never;
    };
    const ask = { id: 'made', name: 'made', ask: wait };
    const { result, messages, info } = await runLoop({
      replies: [calling('sleep 600', 'ls')],
      signal: stop.signal,
      ...(when === 'a command runs' ? { sandbox: { run: wait } } : { ports: { model: ask } }),
    });
    expect(result).toMatchObject({ status: 'aborted', rawStatus: 'UserInterruption', fault: null });
    expect(info['exit_status']).toBe('UserInterruption');
    if (when === 'a command runs') expect(roles(messages)).toBe('system user assistant tool tool exit');
  });
});

describe('the times of an attempt', () => {
  it('are those of its calls, also where replies come out of a record; the response stays as it was', async () => {
    let clock = 1_800_000_000;
    const now = () => clock++;
    const { messages } = await runLoop({ replies: [calling('ls'), { content: 'no command' }], ports: { now } });
    const told = messages.filter(({ extra }) => extra?.['response'] !== undefined);
    expect(told.map(({ extra }) => extra?.['response'])).toMatchObject([
      { created: 1 },
      { created: 1 },
      { created: 1 },
    ]);
    for (const { extra } of told) expect(extra?.['asked_at']).toBeGreaterThan(1_800_000_000);
  });

  it('are told by the reply where its own clock is right', async () => {
    const { messages } = await runLoop({ replies: [calling('ls')], ports: { now: () => 5 } });
    for (const { extra } of messages) expect(extra ?? {}).not.toHaveProperty('asked_at');
  });
});

describe('an attempt that goes on from a step', () => {
  const start = {
    messages: [
      { role: 'system', content: 'You work.' },
      { role: 'user', content: 'Do it' },
      {
        role: 'assistant',
        content: 'Mine.',
        tool_calls: [
          { id: 'x', type: 'function' as const, function: { name: 'bash', arguments: '{"command":"edited"}' } },
        ],
        extra: { cost: 1 },
      },
    ],
    calls: 4,
    costUsd: 1,
    parent: { file: 'made-1.traj.json', step: 3 },
  };

  it('runs the commands of an edited reply, counts what was spent before, and names its parent', async () => {
    const { ran, result, info, messages } = await runLoop({ start, replies: [] });
    expect(ran).toEqual(['edited', handIn]);
    expect(result).toMatchObject({ calls: 5, costUsd: 1.01 });
    expect(info).toMatchObject({ touchstone: { parent: { ...start.parent, taken: 2 } } });
    expect(messages[2]?.extra).toEqual({ cost: 1, actions: [{ command: 'edited', tool_call_id: 'x' }] });
  });

  it('has no call left where the parent used them up', async () => {
    const messages = start.messages.slice(0, 2);
    const { result } = await runLoop({ config: limited({ steps: 4 }), start: { ...start, messages }, replies: [] });
    expect(result).toMatchObject({ rawStatus: 'LimitsExceeded', calls: 4 });
  });
});
