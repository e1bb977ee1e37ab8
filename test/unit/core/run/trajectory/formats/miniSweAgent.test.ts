import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  miniSweAgent1,
  miniSweAgent2,
  miniSweAgentMessages,
} from '../../../../../../src/core/run/trajectory/formats/miniSweAgent';
import { mutations } from '../../../../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const cut = { kind: 'document', arrays: ['messages'] } as const;
const read2 = (document: unknown, file?: string) => readRecords(miniSweAgent2, recordsOf(document, cut, file));
const read1 = (document: unknown) => readRecords(miniSweAgent1, recordsOf(document, cut));
const readList = (list: unknown) => readRecords(miniSweAgentMessages, recordsOf(list, { kind: 'array' }));

const call = (id: string, command: string) => ({
  id,
  type: 'function',
  function: { name: 'bash', arguments: JSON.stringify({ command }) },
});
const reply = (...calls: object[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: calls,
  extra: {
    response: { created: 1_700_000_000, usage: { prompt_tokens: 100, completion_tokens: 7 } },
    cost: 0.5,
    timestamp: 1_700_000_002.5,
  },
});
const result = (id: string, raw: string, extra: object = {}) => ({
  role: 'tool',
  tool_call_id: id,
  content: `<returncode>0</returncode>\n<output>\n${raw}</output>`,
  extra: { raw_output: raw, returncode: 0, timestamp: 1_700_000_004, exception_info: '', ...extra },
});
const formatError = (extra: object = {}) => ({
  role: 'user',
  content: 'No tool calls found.',
  extra: { interrupt_type: 'FormatError', ...extra },
});
const exit = (exit_status: string, submission = '') => ({
  role: 'exit',
  content: submission || exit_status,
  extra: { exit_status, submission },
});
const info = (exit_status: string | null, more: object = {}) => ({
  exit_status,
  submission: '',
  mini_version: '2.4.6',
  model_stats: { instance_cost: 1, api_calls: 2 },
  config: { agent: { step_limit: 250, cost_limit: 3 }, model: { model_name: 'some/model' } },
  ...more,
});
const prompts = [
  { role: 'system', content: 'Be good.' },
  { role: 'user', content: 'Mend it.' },
];
const doc = (messages: readonly object[], told: object = info('Submitted')) => ({
  info: told,
  messages: [...prompts, ...messages],
  trajectory_format: 'mini-swe-agent-1.1',
  instance_id: 'a__a-1',
});

describe('mini-swe-agent 2', () => {
  it('a turn is the reply and what its commands gave, each by its call', () => {
    const { steps } = read2(
      doc([reply(call('a', 'ls'), call('b', 'pytest')), result('b', 'two'), result('a', 'one\n')]),
    );
    expect(steps.map((step) => step.role)).toEqual(['system', 'user', 'agent']);
    expect(steps[1]?.thought).toBe('Mend it.');
    expect(steps[2]?.calls.map((one) => [one.id, one.rawArgs, one.kind])).toEqual([
      ['a', '{"command":"ls"}', 'search'],
      ['b', '{"command":"pytest"}', 'test'],
    ]);
    expect(steps[2]?.observations.map((one) => [one.callId, one.text])).toEqual([
      ['b', 'two'],
      ['a', 'one\n'],
    ]);
    expect(steps[2]).toMatchObject({
      startedAt: 1_700_000_000_000,
      endedAt: 1_700_000_004_000,
      environmentMs: 1500,
      costUsd: 0.5,
      usage: { prompt: 100, cached: null, completion: 7 },
    });
    expect(steps[2]?.rawRefs).toHaveLength(3);
  });

  it('a reply out of a record is as old as its call, and a fork as its own messages', () => {
    const old = reply(call('a', 'ls'));
    const later = 1_800_000_000;
    const replayed = { ...old, extra: { ...old.extra, asked_at: later, timestamp: later + 1 } };
    const messages = [old, result('a', 'x'), replayed, result('a', 'x', { timestamp: later + 2 })];
    const touchstone = { parent: { file: 'p.traj.json', step: 3, taken: prompts.length + 2 } };
    const { steps, head } = read2(doc(messages, info('Submitted', { touchstone })));
    expect(steps[3]).toMatchObject({ startedAt: later * 1000, endedAt: (later + 2) * 1000 });
    expect(head).toMatchObject({ startedAt: later * 1000, endedAt: (later + 2) * 1000 });
  });

  it('of a long output all is kept, and how much the model saw is said', () => {
    const raw = 'x'.repeat(30_000);
    const content = `<output_head>\n${raw.slice(0, 5000)}\n</output_head>\n<elided_chars>\n20000 characters elided\n</elided_chars>\n<output_tail>\n${raw.slice(-5000)}\n</output_tail>`;
    const { steps } = read2(doc([reply(call('a', 'cat x')), { ...result('a', raw), content }]));
    expect(steps[2]?.observations[0]).toMatchObject({ text: raw, shownChars: 10_000, totalChars: 30_000 });
  });

  it('a time-out is one, another exception is none, and both texts are kept', () => {
    const late = { returncode: -1, exception_info: 'timed out after 60 seconds', exception_type: 'TimeoutExpired' };
    const long = { returncode: -1, exception_info: 'Argument list too long', exception_type: 'OSError' };
    const { steps } = read2(
      doc([reply(call('a', 'x'), call('b', 'y')), result('a', 'part', late), result('b', '', long)]),
    );
    expect(
      steps[2]?.observations.map((one) => [one.callId, one.text, one.timedOut, one.exitCode, one.isError]),
    ).toEqual([
      ['a', 'part', true, -1, true],
      ['a', 'timed out after 60 seconds', true, -1, true],
      ['b', 'Argument list too long', false, -1, true],
    ]);
  });

  it('format errors whose reply was not kept stand at the turn that followed, and make the sums incomplete', () => {
    const told = info('Submitted', { model_stats: { instance_cost: 0.5, api_calls: 3 } });
    const { head, steps } = read2(doc([formatError(), formatError(), reply(call('a', 'ls')), result('a', '')], told));
    expect(steps).toHaveLength(3);
    expect(steps[2]?.notices.map((one) => one.kind)).toEqual(['missing-reply', 'format-error', 'format-error']);
    expect(head.totals).toMatchObject({ apiCalls: 3, visibleSteps: 1, costUsd: 0.5, incomplete: true });
    expect(head.warnings).toEqual([expect.stringContaining('The replies of 2 calls')]);
  });

  it('a run that ends in format errors shows them as its last step', () => {
    const { head, steps } = read2(
      doc([formatError(), formatError(), exit('RepeatedFormatError')], info('RepeatedFormatError')),
    );
    expect(head.status).toBe('format');
    expect(steps.map((step) => step.role)).toEqual(['system', 'user', 'agent', 'system']);
    expect(steps[2]?.notices).toHaveLength(3);
  });

  it('a format error that keeps its reply is a turn of its own, with tokens and cost', () => {
    const message = { role: 'assistant', content: 'I am done', tool_calls: null };
    const response = { choices: [{ message }], usage: { prompt_tokens: 11, completion_tokens: 2 } };
    const { head, steps } = read2(
      doc([formatError({ response, cost: 0.25 }), formatError({ model_response: 'two', n_actions: 2 })]),
    );
    expect(steps.slice(2).map((step) => [step.thought, step.costUsd, step.usage?.prompt ?? null])).toEqual([
      ['I am done', 0.25, 11],
      ['two', null, null],
    ]);
    expect(steps[2]?.notices.map((one) => one.kind)).toEqual(['format-error']);
    expect(head.totals).toMatchObject({ visibleSteps: 2, incomplete: false });
  });

  it('reads the shape of the Responses API', () => {
    const answer = {
      object: 'response',
      created_at: 1_700_000_000,
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'zz' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        { type: 'function_call', call_id: 'c', name: 'bash', arguments: '{"command":"ls"}' },
      ],
      usage: {
        input_tokens: 50,
        input_tokens_details: { cached_tokens: 40 },
        output_tokens: 9,
        output_tokens_details: { reasoning_tokens: 4 },
      },
      extra: { cost: 0.1, timestamp: 1_700_000_001 },
    };
    const output = {
      type: 'function_call_output',
      call_id: 'c',
      output: '<output>a</output>',
      extra: { raw_output: 'a' },
    };
    const wrong = {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'no call' }],
      extra: { interrupt_type: 'FormatError' },
    };
    const { steps } = read2(doc([answer, output, wrong]));
    expect(steps[2]).toMatchObject({
      thought: 'I look.',
      reasoning: { text: 'hm', encrypted: true },
      usage: { prompt: 50, cached: 40, cacheWrite: null, completion: 9, reasoning: 4 },
    });
    expect(steps[2]?.calls[0]).toMatchObject({ id: 'c', name: 'bash', args: { command: 'ls' } });
    expect(steps[2]?.observations[0]).toMatchObject({ callId: 'c', text: 'a' });
    expect(steps[3]?.notices.at(-1)).toEqual({ kind: 'format-error', text: 'no call' });
  });

  it('arguments that are no JSON are shown as they stand', () => {
    const broken = { id: 'a', function: { name: 'bash', arguments: '{"command": "ls' } };
    const { steps } = read2(doc([reply(broken)]));
    expect(steps[2]?.calls[0]).toMatchObject({ args: null, rawArgs: '{"command": "ls' });
    expect(steps[2]?.calls[0]?.parseError).toContain('no JSON');
  });

  it('what the submitting command gave is its observation', () => {
    const words = 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat p';
    const { steps, head } = read2(
      doc(
        [reply(call('z', words)), exit('Submitted', 'diff --git a b\n')],
        info('Submitted', { submission: 'diff --git a b\n' }),
      ),
    );
    expect(steps).toHaveLength(3);
    expect(steps[2]?.calls[0]?.kind).toBe('submit');
    expect(steps[2]?.observations[0]).toMatchObject({ callId: 'z', text: 'diff --git a b\n', exitCode: null });
    expect(head).toMatchObject({ status: 'submitted', finalPatch: { text: 'diff --git a b\n', source: 'submission' } });
  });

  it.each([
    ['Submitted', {}, 'submitted_empty'],
    ['LimitsExceeded', { model_stats: { api_calls: 250, instance_cost: 1 } }, 'limit_turns'],
    ['LimitsExceeded', { model_stats: { api_calls: 20, instance_cost: 3.01 } }, 'limit_cost'],
    ['LimitsExceeded', { model_stats: null }, 'unknown'],
    ['TimeExceeded', {}, 'limit_time'],
    ['UserInterruption', {}, 'aborted'],
    ['ContextWindowExceededError', {}, 'limit_context'],
    ['RateLimitError', {}, 'api_error'],
    ['CalledProcessError', {}, 'env_error'],
    ['constructor', {}, 'env_error'],
    ['', {}, 'unknown'],
    [null, {}, 'unknown'],
  ] as const)('exit status %s is %s %s', (raw, more, status) => {
    const { head } = read2(doc([], info(raw, more)));
    expect(head.status).toBe(status);
    expect(head.rawStatus).toBe(raw === '' ? null : raw);
  });

  it('an exception is said, and its text is no patch', () => {
    const { head } = read2(doc([], info('CalledProcessError', { exception_str: 'no such image', traceback: 'long' })));
    expect(head.warnings[0]).toBe('Ended by CalledProcessError: no such image');
    const old = read1(doc([], info('RuntimeError', { submission: 'container gone' }))).head;
    expect(old).toMatchObject({ status: 'env_error', finalPatch: null });
    expect(old.warnings[0]).toBe('Ended by RuntimeError: container gone');
  });

  it('a run of ours says that its budget ended it', () => {
    const { head } = read2(doc([], info('LimitsExceeded', { touchstone: { budgetReached: true } })));
    expect(head).toMatchObject({ status: 'limit_cost', rawStatus: 'LimitsExceeded' });
    expect(head.warnings.join()).not.toContain('A limit was exceeded');
  });

  it('a cost of 0 for calls that were made is no known cost', () => {
    const { head } = read2(doc([], info('Submitted', { model_stats: { instance_cost: 0, api_calls: 4 } })));
    expect(head.totals).toMatchObject({ costUsd: null, costSource: 'unknown', apiCalls: 4, incomplete: true });
  });

  it('the instance is named by the document, else by a folder that has the name of the file', () => {
    const { instance_id, ...without } = doc([]);
    expect(read2(doc([])).head.instanceId).toBe(instance_id);
    expect(read2(without, 'run/b__b-2/b__b-2.traj.json').head.instanceId).toBe('b__b-2');
    expect(read2(without, 'run/other/b__b-2.traj.json').head.instanceId).toBeNull();
  });

  it('a record that could not be parsed is a step that says so, and a cut file is said', () => {
    const [first, ...rest] = recordsOf(doc([reply(call('a', 'ls'))]).messages, { kind: 'array' });
    if (!first) throw new Error('no record');
    const read = readRecords(miniSweAgentMessages, [...rest, { ...first, value: null, broken: 'Unexpected end' }], {
      cut: true,
    });
    expect(read.steps.at(-1)?.notices).toEqual([{ kind: 'not-read', text: 'Unexpected end' }]);
    expect(read.head.warnings[0]).toContain('ends in the middle');
    expect(read.head.totals.incomplete).toBe(true);
  });

  it('format errors without end do not make one step without end', () => {
    const { steps } = read2(doc(Array.from({ length: 1800 }, () => formatError())));
    expect(Math.max(...steps.map((step) => step.rawRefs.length))).toBeLessThanOrEqual(500);
    expect(steps.flatMap((step) => step.notices).filter((one) => one.kind === 'format-error')).toHaveLength(1800);
  });
});

describe('mini-swe-agent 1 and bare lists', () => {
  const assistant = (content: string) => ({ role: 'assistant', content, timestamp: 1_700_000_000 });
  const user = (content: unknown) => ({ role: 'user', content, timestamp: 1_700_000_003 });

  it('one fenced command is the call, the next message what it gave', () => {
    const { steps } = readList([
      ...prompts,
      assistant('Look.\n\n```bash\nls -la\n\ncat x\n```'),
      user([{ type: 'text', text: '<returncode>2</returncode>\n<output>\nno x\n</output>' }]),
    ]);
    expect(steps[2]?.calls).toEqual([
      {
        id: null,
        name: 'bash',
        kind: 'search',
        args: { command: 'ls -la\n\ncat x' },
        rawArgs: 'ls -la\n\ncat x',
        parseError: null,
      },
    ]);
    expect(steps[2]?.observations[0]).toMatchObject({ exitCode: 2, timedOut: false });
    expect(steps[2]).toMatchObject({ startedAt: 1_700_000_000_000, endedAt: 1_700_000_003_000, environmentMs: 3000 });
  });

  it('two commands or none are a format error of that turn', () => {
    const two = '```bash\na\n```\n```bash\nb\n```';
    const { steps } = readList([
      ...prompts,
      assistant(two),
      user('EXACTLY ONE action'),
      assistant('none'),
      user('again'),
    ]);
    expect(steps.slice(2).map((step) => [step.calls.length, step.notices.map((one) => one.text)])).toEqual([
      [0, ['EXACTLY ONE action']],
      [0, ['again']],
    ]);
  });

  it('the template of a time-out is one', () => {
    const late = 'The last command <command>sleep 99</command> timed out and has been killed.\nThe output was';
    const { steps } = readList([...prompts, assistant('```bash\nsleep 99\n```'), user(late)]);
    expect(steps[2]?.observations[0]).toMatchObject({ timedOut: true, isError: true, exitCode: null, text: late });
  });

  it('a bare list whose last command submits ends with the submission; others end unknown', () => {
    const submits = assistant('```bash\necho COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\n```');
    expect(readList([...prompts, submits, user('diff --git a b')]).head).toMatchObject({
      status: 'submitted',
      rawStatus: null,
    });
    expect(readList([...prompts, submits, user('')]).head.status).toBe('submitted_empty');
    expect(readList([...prompts, submits]).head.status).toBe('unknown');
    expect(readList([...prompts, submits, user('<returncode>1</returncode>')]).head.status).toBe('unknown');
  });

  it('an open fence, or thousands of them, is no command', () => {
    expect(readList([assistant('```bash\n'.repeat(50_000))]).steps[0]?.calls).toEqual([]);
    expect(readList([assistant('```bash\n```')]).steps[0]?.calls[0]?.rawArgs).toBe('');
  });
});

describe('detection of mini-swe-agent', () => {
  const found = (value: unknown, text = JSON.stringify(value) ?? '') =>
    [miniSweAgent1, miniSweAgent2, miniSweAgentMessages]
      .filter((format) => format.detect({ path: 'x', values: [value], text }) !== null)
      .map((format) => format.name);

  it('by its own word, by the release, by how info begins where the end was not sampled', () => {
    expect(found({ trajectory_format: 'mini-swe-agent-1', messages: [] })).toEqual(['mini-swe-agent-1']);
    expect(found(doc([]))).toEqual(['mini-swe-agent-2']);
    expect(found({ info: info('Submitted', { mini_version: '1.9.0' }) })).toEqual(['mini-swe-agent-1']);
    expect(found(null, '{"info": {"model_stats": {"inst')).toEqual(['mini-swe-agent-2']);
    expect(found(null, '{\n "info": {\n "exit_status": "Submitted", "submission": "diff')).toEqual([
      'mini-swe-agent-1',
    ]);
  });

  it('a list of messages of another agent, a document of another format, and no document are not taken', () => {
    expect(
      found([
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: 'hi' },
      ]),
    ).toEqual([]);
    expect(found({ trajectory: [], history: [], info: { exit_status: 'submitted', model_stats: {} } })).toEqual([]);
    for (const value of [null, 1, 'x', [], {}, [null]]) expect(found(value)).toEqual([]);
  });
});

describe('outside values', () => {
  it('no value makes a reader throw, and each record is in some step', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 12 }), (values) => {
        const { steps } = readList(values);
        expect(steps.flatMap((step) => step.rawRefs)).toHaveLength(values.length);
      }),
    );
  });

  it('nor does a spoilt document of every shape', () => {
    const whole = doc([
      formatError(),
      reply(call('a', 'ls')),
      result('a', 'x'),
      formatError({ response: { choices: [{ message: { content: 'y' } }] } }),
      { object: 'response', output: [{ type: 'function_call', name: 'bash', arguments: '{}' }], usage: {} },
      { type: 'function_call_output', call_id: 'c', output: 'z', extra: {} },
      exit('Submitted', 'patch'),
    ]);
    for (const spoilt of mutations(whole, 400)) {
      expect(() => read2(spoilt)).not.toThrow();
      expect(() => read1(spoilt)).not.toThrow();
    }
  });
});
