import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectEval } from '../../../../../../src/core/run/trajectory/formats/inspectEval';
import '../../../../../fakes/fixedSeed';
import {
  at,
  call,
  chunkedLog,
  header,
  type MadeSample,
  modelEvent,
  plainLog,
  readLog,
  span,
  toolEvent,
  usage,
} from '../../../../../fakes/inspectLog';
import { mutations } from '../../../../../fakes/mutateValue';
import { type ReadTrajectory, readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const read = (made: MadeSample): ReadTrajectory => readLog(plainLog(made));

const time = (second: number): number => Date.parse(at(second));

const listing: MadeSample = {
  events: [
    modelEvent({ content: 'I look.', tool_calls: [call('c1', 'bash', { cmd: 'ls' })] }),
    toolEvent('c1', 'bash', { cmd: 'ls' }, { result: 'a.py\n' }),
    modelEvent({ content: 'Done.' }, { timestamp: at(7), completed: at(9) }),
  ],
};

const pooled: MadeSample = {
  fields: { scores: { includes: { value: 'C', answer: 'x' } }, model_usage: { 'acme/one': usage(20, 10, 70) } },
  attachments: {
    aa: 'You are an agent.',
    bb: 'the long output of a command',
    cc: 'I think long.',
    dd: 'make -C src test',
  },
  pool: [
    { id: 'm0', role: 'system', content: 'attachment://aa' },
    { id: 'm1', role: 'user', content: 'Mend it.' },
    { id: 'm2', role: 'assistant', content: '' },
    { id: 'm3', role: 'tool', tool_call_id: 'c1', content: 'attachment://bb' },
    { id: 'm4', role: 'user', content: 'Go on.' },
  ],
  events: [
    modelEvent(
      {
        content: [{ type: 'text', text: 'attachment://cc' }],
        tool_calls: [call('c1', 'bash', { cmd: 'attachment://dd' })],
      },
      { input_refs: [[0, 2]] },
    ),
    { event: 'state', changes: [] },
    modelEvent({ content: 'Done.' }, { input_refs: [[0, 5]], timestamp: at(7) }),
  ],
};

describe('a sample of an Inspect log', () => {
  it('has a step for each call of the model, with what its tools gave', () => {
    const { steps, head } = read(listing);
    expect(steps.map((step) => [step.role, step.thought])).toEqual([
      ['agent', 'I look.'],
      ['agent', 'Done.'],
    ]);
    expect(steps[0]).toMatchObject({
      calls: [{ id: 'c1', name: 'bash', args: { cmd: 'ls' }, rawArgs: '{"cmd":"ls"}' }],
      observations: [{ callId: 'c1', text: 'a.py\n', isError: false }],
      usage: { prompt: 10, completion: 5 },
      startedAt: time(1),
      endedAt: time(6),
      modelMs: 2000,
      environmentMs: 2000,
    });
    expect(head).toMatchObject({
      id: 'widget-7_epoch_1',
      instanceId: 'widget-7',
      runId: 'run-1',
      agent: 'react',
      model: 'acme/one',
      status: 'submitted',
      version: '2',
      totals: { visibleSteps: 2, apiCalls: 2 },
    });
  });

  it('is one and the same in one document and in chunks', () => {
    const [plain, chunked] = [readLog(plainLog(pooled)), readLog(chunkedLog(pooled))];
    const bare = ({ steps, head }: ReadTrajectory) => ({
      head,
      steps: steps.map((step) => ({ ...step, rawRefs: [] })),
    });
    expect(bare(chunked)).toEqual(bare(plain));
    expect(plain.steps.map((step) => [step.role, step.thought])).toEqual([
      ['system', 'You are an agent.'],
      ['user', 'Mend it.'],
      ['agent', 'I think long.'],
      ['user', 'Go on.'],
      ['agent', 'Done.'],
    ]);
    expect(plain.steps[2]?.calls[0]?.args).toEqual({ cmd: 'make -C src test' });
    expect(plain.steps[2]?.observations[0]?.text).toBe('the long output of a command');
    expect(plain.head.totals).toMatchObject({ prompt: 90, cached: 70, completion: 10 });
  });

  it('keeps the patches of its state raw, at the step before', () => {
    const places = read(pooled).steps[2]?.rawRefs.map((ref) => ref.at);
    expect(places).toContainEqual([]);
    expect(read(pooled).steps[2]?.rawRefs).toHaveLength(5 - 1);
  });

  it('tells each message once where older logs write the input out for each call', () => {
    const told = [{ role: 'user', content: 'Mend it.' }];
    const answer = { role: 'tool', tool_call_id: 'c1', content: 'a.py' };
    const { steps } = read({
      events: [
        modelEvent({ content: '', tool_calls: [call('c1', 'bash', {})] }, { input: told }),
        modelEvent({ content: 'Done.' }, { input: [...told, answer, { role: 'user', content: 'Go on.' }] }),
      ],
    });
    expect(steps.map((step) => step.thought)).toEqual(['Mend it.', '', 'Go on.', 'Done.']);
    expect(steps[1]?.observations).toMatchObject([{ callId: 'c1', text: 'a.py' }]);
  });

  it('without events has the steps of its conversation', () => {
    const { steps } = read({
      messages: [
        { role: 'user', content: 'Mend it.' },
        { role: 'assistant', content: 'I look.', tool_calls: [call('c1', 'bash', { cmd: 'ls' })] },
        { role: 'tool', tool_call_id: 'c1', content: '', error: { type: 'timeout', message: 'too slow' } },
      ],
    });
    expect(steps.map((step) => step.role)).toEqual(['user', 'agent']);
    expect(steps[1]?.observations).toMatchObject([{ text: 'too slow', isError: true, timedOut: true }]);
  });

  it('shows agents as lanes, below the call that began them, and scorers as reviewers', () => {
    const { head, steps } = read({
      events: [
        span('solver', 'agent', null, 'boss'),
        modelEvent({ content: 'Help me.', tool_calls: [call('c1', 'helper', {})] }),
        toolEvent('c1', 'helper', {}, { agent_span_id: 'sub', result: 'helped' }),
        span('tool', 'tool', 'solver'),
        span('sub', 'agent', 'tool', 'helper'),
        modelEvent({ content: 'I help.' }, { span_id: 'sub' }),
        span('scorers', 'scorers', null),
        span('judge', 'scorer', 'scorers', 'judge'),
        modelEvent({ content: 'C' }, { span_id: 'judge' }),
      ],
    });
    expect(head.agents).toEqual([
      { agentId: 'main', parentCallId: null, depth: 0, kind: 'main', name: 'boss' },
      { agentId: 'sub', parentCallId: 'c1', depth: 1, kind: 'subagent', name: 'helper' },
      { agentId: 'scorer judge', parentCallId: null, depth: 0, kind: 'reviewer', name: 'judge' },
    ]);
    expect(steps.map((step) => step.agentId)).toEqual(['main', 'sub', 'scorer judge']);
  });

  it('of an older log has the agents inside calls, and scorers between their begin and end', () => {
    const { steps, head } = read({
      events: [
        modelEvent({ content: 'Help.', tool_calls: [call('c1', 'helper', {})] }),
        toolEvent('c1', 'helper', {}, { events: [modelEvent({ content: 'I help.' })] }),
        { event: 'step', action: 'begin', type: 'scorer', name: 'judge' },
        modelEvent({ content: 'C' }),
        { event: 'step', action: 'end', type: 'scorer', name: 'judge' },
      ],
    });
    expect(steps.map((step) => [step.agentId, step.thought])).toEqual([
      ['main', 'Help.'],
      ['c1', 'I help.'],
      ['scorer judge', 'C'],
    ]);
    expect(steps[1]?.rawRefs[0]?.at).toEqual(['events', 0]);
    expect(head.agents[1]).toMatchObject({ agentId: 'c1', parentCallId: 'c1', depth: 1, kind: 'subagent' });
  });

  it('ends where its spans are each other’s parents', () => {
    const { steps } = read({
      events: [span('a', 'agent', 'b'), span('b', 'agent', 'a'), modelEvent({ content: 'x' }, { span_id: 'a' })],
    });
    expect(steps).toHaveLength(1);
  });

  it('says what went wrong in a step', () => {
    const { steps, head } = read({
      events: [
        modelEvent({}, { error: 'the server is overloaded', output: { choices: [] } }),
        { event: 'compaction', tokens_before: 900, tokens_after: 100 },
        { event: 'approval', decision: 'reject', approver: 'human', explanation: 'no' },
        'no event',
        { event: 'sandbox', action: 'exec' },
      ],
    });
    expect(steps[0]?.notices).toEqual([
      { kind: 'missing-reply', text: 'the server is overloaded' },
      { kind: 'compaction', text: 'The messages were compacted from 900 to 100 tokens.' },
      { kind: 'hook', text: 'human: reject. no' },
    ]);
    expect(steps[1]?.notices).toEqual([{ kind: 'not-read', text: 'This event is no object.' }]);
    expect(head.warnings.join()).toContain('1 sandbox event');
  });

  it('reads reasoning, redacted too, and what the provider ran itself', () => {
    const content = [
      { type: 'reasoning', reasoning: 'ENCRYPTED', redacted: true, summary: 'I weighed it.' },
      { type: 'tool_use', id: 's1', name: 'web_search', arguments: '{"query":"x"}', result: 'found' },
      { type: 'image', image: 'data:' },
      { type: 'text', text: 'So.' },
    ];
    const [step] = read({ events: [modelEvent({ content })] }).steps;
    expect(step).toMatchObject({
      thought: 'So.',
      reasoning: { text: 'I weighed it.', encrypted: true },
      calls: [{ id: 's1', kind: 'search' }],
      observations: [{ callId: 's1', text: 'found' }],
      notices: [{ kind: 'not-read', text: 'A part of kind image has no text.' }],
    });
  });

  it('keeps attachments that are not there as they are named', () => {
    expect(read({ events: [modelEvent({ content: 'attachment://gone' })] }).steps[0]?.thought).toBe(
      'attachment://gone',
    );
  });

  it('holds no more than its bound of long texts, and says so', () => {
    const attachments = Object.fromEntries(['a', 'b', 'c'].map((key) => [key, key.repeat(20 * 1024 * 1024)]));
    const events = ['a', 'b', 'c'].map((key) => modelEvent({ content: `attachment://${key}` }));
    const { head, steps } = read({ attachments, events });
    expect(steps.map((step) => step.thought.length > 100)).toEqual([true, true, false]);
    expect(head.warnings.join()).toMatch(/too much to hold/);
    expect(steps[2]?.rawRefs).toHaveLength(2);
  });
});

describe('how a sample ended', () => {
  const ended = (fields: MadeSample['fields'], status = 'success') =>
    readLog(plainLog({ ...listing, fields: { ...fields } }, { ...header, status })).head;

  it.each([
    ['context', 'limit_context'],
    ['time', 'limit_time'],
    ['working', 'limit_time'],
    ['message', 'limit_turns'],
    ['turn', 'limit_turns'],
    ['token', 'limit_cost'],
    ['cost', 'limit_cost'],
    ['operator', 'aborted'],
    ['custom', 'unknown'],
  ])('at the limit %s is %s', (type, status) => {
    expect(ended({ limit: { type, limit: 5 } })).toMatchObject({ status, rawStatus: `limit: ${type}` });
  });

  it.each([
    ['openai.RateLimitError: slow down', 'api_error'],
    ['the docker daemon is gone', 'env_error'],
    ['CancelledError()', 'aborted'],
    ['KeyError: 3', 'aborted'],
  ])('by the error "%s" is %s', (message, status) => {
    expect(ended({ error: { message, traceback: '' } })).toMatchObject({ status, rawStatus: `error: ${message}` });
  });

  it.each([
    ['success', {}, 'submitted'],
    ['started', {}, 'unknown'],
    ['cancelled', {}, 'aborted'],
    ['cancelled', { scores: { s: { value: 'I' } } }, 'submitted'],
    ['success', { output: { choices: [{ stop_reason: 'model_length' }] } }, 'limit_context'],
  ])('in a log that is %s with %j is %s', (log, fields, status) => {
    expect(ended(fields, log).status).toBe(status);
  });

  it.each<[unknown, boolean | null]>([
    [{ s: { value: 'C' } }, true],
    [{ s: { value: 'I' }, t: { value: 'I' } }, false],
    [{ s: { value: 'C' }, t: { value: 'I' } }, null],
    [{ s: { value: 'P' } }, null],
    [{ s: { value: 1 } }, null],
    [{}, null],
  ])('with the scores %j resolved is %s', (scores, resolved) => {
    expect(ended({ scores }).resolved).toBe(resolved);
  });

  it('keeps each score as it was given', () => {
    const scores = { a: { value: 0.5, answer: 'x', explanation: 'half' }, b: { value: { deep: 1 } } };
    expect(ended({ scores }).scores).toEqual([
      { name: 'a', value: 0.5, answer: 'x', explanation: 'half' },
      { name: 'b', value: null, answer: null, explanation: null },
    ]);
  });
});

describe('an Inspect log', () => {
  const document = { ...header, samples: [{ id: 3, epoch: 2, ...plainSample() }, { id: 4 }] };

  it('as one document is known by its content and split into its samples', () => {
    const found = inspectEval.detect({ path: 'x.json', values: [document], text: '' });
    expect(found).toEqual({ cut: { kind: 'document', arrays: ['samples'] }, version: '2' });
    const records = recordsOf(document, found?.cut ?? { kind: 'whole' });
    const parts = records.map((record) => inspectEval.split?.(record));
    const [sample] = parts.filter((part) => part?.instanceId === '3');
    const others = records.filter((record) => record.place !== 'samples');
    const { head, steps } = readRecords(inspectEval, [...others, ...(sample?.records ?? [])], { version: '2' });
    expect(head).toMatchObject({ id: '3_epoch_2', instanceId: '3', model: 'acme/one', status: 'submitted' });
    expect(steps[0]?.rawRefs[0]?.at).toEqual(['events', 0]);
    expect(steps[0]?.observations[0]?.text).toBe('a.py\n');
  });

  it('is no other JSON', () => {
    for (const value of [null, [], {}, { eval: {} }, { samples: [] }, { eval: { task: 'x' } }, { id: 1, epoch: 1 }])
      expect(inspectEval.detect({ path: 'x.json', values: [value], text: '' })).toBeNull();
    expect(inspectEval.folder?.(['a.json', 'samples/x_epoch_1.json'])).toBeNull();
  });

  it('may mix both layouts, has its head from the journal where it did not end, and ids with slashes', () => {
    const folder = inspectEval.folder?.([
      '_journal/start.json',
      'samples/a/b_epoch_1.json',
      'samples/c_epoch_2/sample.json',
      'samples/c_epoch_2/events/1000.json',
      'samples/c_epoch_2/events/0.json',
      'samples/c_epoch_2/messages/0.json',
      'samples/c_epoch_2/skeleton.json',
      'samples/d_epoch_1/events/0.json',
    ]);
    expect(folder?.trajectories.map(({ id, parts }) => [id, parts.map((part) => part.path)])).toEqual([
      ['a/b_epoch_1', ['_journal/start.json', 'samples/a/b_epoch_1.json']],
      [
        'c_epoch_2',
        [
          '_journal/start.json',
          'samples/c_epoch_2/sample.json',
          'samples/c_epoch_2/events/0.json',
          'samples/c_epoch_2/events/1000.json',
          'samples/c_epoch_2/messages/0.json',
        ],
      ],
    ]);
  });

  it('of any values is read without a fault', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...members), fc.jsonValue()), { maxLength: 12 }), (pairs) => {
        const made = Object.fromEntries(pairs);
        const { steps } = readLog(
          new Map<string, unknown>([
            ['header.json', made],
            ['samples/a_epoch_1.json', made],
          ]),
        );
        expect(steps.every((step, index) => step.idx === index + 1)).toBe(true);
      }),
    );
  });

  it('spoilt in any place is read without a fault, in each layout', () => {
    for (const log of [plainLog(pooled), chunkedLog(pooled)])
      for (const spoilt of mutations(Object.fromEntries(log), 150)) {
        const entries = new Map(Object.entries(spoilt as Record<string, unknown>));
        if (entries.has('header.json')) expect(readLog(entries).head.format).toBe('inspect-eval');
      }
  });
});

const members = [
  'id',
  'epoch',
  'events',
  'messages',
  'message_pool',
  'attachments',
  'events_data',
  'scores',
  'error',
  'limit',
];

function plainSample(): Readonly<Record<string, unknown>> {
  return { events: listing.events, messages: [], attachments: {}, scores: {} };
}
