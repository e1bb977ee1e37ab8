/** Files of a trajectory by their paths: JSON documents, lists of JSON lines, or texts as they are. */
export type MadeFiles = Readonly<Record<string, MadeFile>>;
export type MadeFile =
  | { readonly kind: 'document'; readonly value: unknown }
  | { readonly kind: 'lines'; readonly values: readonly unknown[] }
  | { readonly kind: 'text'; readonly text: string };

/** A trajectory of our own making in one format, of so many turns; each turn's observation is this text. */
export interface MadeFormat {
  readonly name: string;
  readonly make: (turns: number, output: string) => MadeFiles;
}

const document = (value: unknown): MadeFile => ({ kind: 'document', value });
const lines = (values: readonly unknown[]): MadeFile => ({ kind: 'lines', values });
const text = (written: string): MadeFile => ({ kind: 'text', text: written });

const repeated = <T>(turns: number, of: (n: number) => readonly T[]): readonly T[] =>
  Array.from({ length: turns }, (_, n) => of(n)).flat();

const second = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString();
const usage = { input_tokens: 10, output_tokens: 2 };
const shellCall = (id: string, name = 'bash') => ({
  id,
  type: 'function',
  function: { name, arguments: '{"command":"ls"}' },
});
const prompts = [
  { role: 'system', content: 'You are an agent.' },
  { role: 'user', content: 'Mend it.' },
];

const fenced = (turns: number, output: string, mark = 'bash'): readonly object[] => [
  ...prompts,
  ...repeated(turns, (n) => [
    { role: 'assistant', content: `Look ${n}.\n\n\`\`\`${mark}\nls\n\`\`\`` },
    { role: 'user', content: `<returncode>0</returncode>\n<output>\n${output}</output>` },
  ]),
];

const toolTurns = (turns: number, output: string): readonly object[] => [
  ...prompts,
  ...repeated(turns, (n) => [
    { role: 'assistant', content: `Look ${n}.`, tool_calls: [shellCall(`c${n}`)] },
    { role: 'tool', tool_call_id: `c${n}`, content: output },
  ]),
];

const mini2 = (turns: number, output: string): readonly object[] => [
  ...prompts,
  ...repeated(turns, (n) => [
    {
      role: 'assistant',
      content: `Look ${n}.`,
      tool_calls: [shellCall(`c${n}`)],
      extra: { actions: [{ command: 'ls', tool_call_id: `c${n}` }], cost: 0.01, timestamp: 1_767_225_600 + n },
    },
    { role: 'tool', tool_call_id: `c${n}`, content: output, extra: { raw_output: output, returncode: 0 } },
  ]),
  { role: 'exit', content: '', extra: { exit_status: 'Submitted', submission: 'diff' } },
];

const miniInfo = { exit_status: 'Submitted', submission: 'diff', model_stats: { instance_cost: 0.1, api_calls: 2 } };

const chats: readonly MadeFormat[] = [
  {
    name: 'mini-swe-agent-1',
    make: (turns, output) => ({
      'a.traj.json': document({
        info: { ...miniInfo, mini_version: '1.13.4' },
        messages: fenced(turns, output),
        trajectory_format: 'mini-swe-agent-1',
      }),
    }),
  },
  {
    name: 'mini-swe-agent-2',
    make: (turns, output) => ({
      'a.traj.json': document({
        info: { ...miniInfo, mini_version: '2.2.4' },
        messages: mini2(turns, output),
        trajectory_format: 'mini-swe-agent-1.1',
        instance_id: 'acme__widget-7',
      }),
    }),
  },
  {
    name: 'mini-swe-agent-messages',
    make: (turns, output) => ({ 'a.json': document(fenced(turns, output, 'mswea_bash_command')) }),
  },
  { name: 'openai-messages', make: (turns, output) => ({ 'a.jsonl': lines(toolTurns(turns, output)) }) },
  {
    name: 'swe-smith-messages',
    make: (turns, output) => ({
      'a.jsonl': lines([
        { messages: toolTurns(turns, output), instance_id: 'acme__widget-7' },
        { messages: toolTurns(1, output), instance_id: 'acme__widget-8' },
      ]),
    }),
  },
  {
    name: 'aider-chat',
    make: (turns, output) => ({
      '.aider.chat.history.md': text(
        `\n# aider chat started at 2026-01-01 00:00:00\n\n${repeated(turns, (n) => [
          `#### do ${n}  \n\nLook ${n}.\n\n> ${output}  \n> Applied edit to a.py  \n\n`,
        ]).join('')}`,
      ),
    }),
  },
  {
    name: 'auto-code-rover',
    make: (turns, output) => ({
      'acme__widget-7/meta.json': document({ task_id: 'acme__widget-7', setup_info: {}, task_info: {} }),
      'acme__widget-7/cost.json': document({ model: 'm', total_input_tokens: 10, total_cost: 0.1, start_epoch: 1 }),
      'acme__widget-7/extract_status.json': document({ extract_status: ['APPLICABLE_PATCH'] }),
      'acme__widget-7/tool_call_layers.json': document(
        repeated(turns, () => [[{ func_name: 'search_class', arguments: { class_name: 'A' }, call_ok: true }]]),
      ),
      'acme__widget-7/conversation_round_0.json': document([
        ...prompts,
        ...repeated(turns, (n) => [
          { role: 'assistant', content: `Look ${n}.` },
          { role: 'user', content: `Result of search_class: ${output}` },
        ]),
      ]),
      'acme__widget-7/extracted_patch_1.diff': text('diff --git a/a.py b/a.py\n'),
    }),
  },
];

const claudeMessage = (n: number) => ({
  id: `msg_${n}`,
  role: 'assistant',
  model: 'm',
  content: [
    { type: 'text', text: `Look ${n}.` },
    { type: 'tool_use', id: `c${n}`, name: 'Bash', input: { command: 'ls' } },
  ],
  usage,
});
const claudeResult = (n: number, output: string) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: `c${n}`, content: output, is_error: false }],
});

const terminals: readonly MadeFormat[] = [
  {
    name: 'claude-code-session',
    make: (turns, output) => {
      const common = { sessionId: 's', isSidechain: false, version: '2.1.0', cwd: '/repo' };
      const session = repeated(turns, (n) => [
        {
          ...common,
          type: 'assistant',
          uuid: `a${n}`,
          parentUuid: n === 0 ? null : `u${n - 1}`,
          timestamp: second(2 * n),
          message: claudeMessage(n),
        },
        {
          ...common,
          type: 'user',
          uuid: `u${n}`,
          parentUuid: `a${n}`,
          timestamp: second(2 * n + 1),
          message: claudeResult(n, output),
          toolUseResult: { stdout: output, stderr: '', interrupted: false },
        },
      ]);
      const child = { ...common, isSidechain: true, agentId: 'x1', type: 'assistant', uuid: 'k0', parentUuid: null };
      return {
        's.jsonl': lines(session),
        's/subagents/agent-x1.jsonl': lines([{ ...child, timestamp: second(1), message: claudeMessage(9_000_000) }]),
        's/subagents/agent-x1.meta.json': document({ agentType: 'general-purpose', spawnDepth: 1 }),
      };
    },
  },
  {
    name: 'claude-stream-json',
    make: (turns, output) => ({
      'a.jsonl': lines([
        { type: 'system', subtype: 'init', session_id: 's', cwd: '/repo', tools: [], claude_code_version: '2.1.0' },
        ...repeated(turns, (n) => [
          { type: 'assistant', session_id: 's', parent_tool_use_id: null, uuid: `a${n}`, message: claudeMessage(n) },
          { type: 'user', session_id: 's', parent_tool_use_id: null, uuid: `u${n}`, message: claudeResult(n, output) },
        ]),
        { type: 'result', subtype: 'success', is_error: false, session_id: 's', total_cost_usd: 0.1, usage },
      ]),
    }),
  },
  {
    name: 'codex-rollout',
    make: (turns, output) => {
      const line = (n: number, type: string, payload: object) => ({ timestamp: second(n), type, payload });
      const last_token_usage = { ...usage, total_tokens: 12 };
      return {
        'rollout-2026-s.jsonl': lines([
          line(0, 'session_meta', { id: 's', cli_version: '0.146.0', originator: 'codex_cli_rs' }),
          ...repeated(turns, (n) => [
            line(n, 'response_item', {
              type: 'message',
              role: 'assistant',
              content: [{ type: 'output_text', text: `Look ${n}.` }],
            }),
            line(n, 'response_item', {
              type: 'function_call',
              name: 'shell',
              call_id: `c${n}`,
              arguments: '{"command":["ls"]}',
            }),
            line(n, 'response_item', { type: 'function_call_output', call_id: `c${n}`, output }),
            line(n, 'event_msg', {
              type: 'token_count',
              info: {
                total_token_usage: { input_tokens: 10 * (n + 1), output_tokens: 2 * (n + 1) },
                last_token_usage,
              },
            }),
          ]),
        ]),
      };
    },
  },
  {
    name: 'codex-exec',
    make: (turns, output) => ({
      'a.jsonl': lines([
        { type: 'thread.started', thread_id: 't' },
        { type: 'turn.started' },
        ...repeated(turns, (n) => {
          const item = { id: `i${n}`, type: 'command_execution', command: 'ls' };
          return [
            { type: 'item.started', item: { ...item, status: 'in_progress' } },
            {
              type: 'item.completed',
              item: { ...item, aggregated_output: output, exit_code: 0, status: 'completed' },
            },
          ];
        }),
        { type: 'turn.completed', usage },
      ]),
    }),
  },
  {
    name: 'gemini-session',
    make: (turns, output) => ({
      'session-1.jsonl': lines([
        { sessionId: 's', projectHash: 'h', startTime: second(0), lastUpdated: second(1) },
        ...repeated(turns, (n) => [
          {
            id: `m${n}`,
            timestamp: second(n),
            type: 'gemini',
            content: `Look ${n}.`,
            model: 'm',
            tokens: { input: 10, output: 2, cached: 0, thoughts: 0, tool: 0, total: 12 },
            toolCalls: [
              {
                id: `c${n}`,
                name: 'run_shell_command',
                args: { command: 'ls' },
                result: [{ functionResponse: { id: `c${n}`, name: 'run_shell_command', response: { output } } }],
                status: 'success',
              },
            ],
          },
        ]),
      ]),
    }),
  },
  {
    name: 'qwen-chat',
    make: (turns, output) => ({
      'a.jsonl': lines(
        repeated(turns, (n) => [
          {
            uuid: `a${n}`,
            parentUuid: n === 0 ? null : `t${n - 1}`,
            sessionId: 's',
            timestamp: second(n),
            type: 'assistant',
            version: '0.21.0',
            message: {
              role: 'model',
              parts: [
                { text: `Look ${n}.` },
                { functionCall: { id: `c${n}`, name: 'run_shell_command', args: { command: 'ls' } } },
              ],
            },
            usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2 },
          },
          {
            uuid: `t${n}`,
            parentUuid: `a${n}`,
            sessionId: 's',
            timestamp: second(n),
            type: 'tool_result',
            version: '0.21.0',
            message: {
              role: 'user',
              parts: [{ functionResponse: { id: `c${n}`, name: 'run_shell_command', response: { output } } }],
            },
            toolCallResult: { callId: `c${n}`, status: 'success' },
          },
        ]),
      ),
    }),
  },
  {
    name: 'opencode-storage',
    make: (turns, output) => ({
      'session/p/ses_1.json': document({ id: 'ses_1', title: 't', time: { created: 1, updated: 2 } }),
      ...Object.fromEntries(
        repeated(Math.min(turns, 200), (n): readonly (readonly [string, MadeFile])[] => {
          const key = String(n).padStart(6, '0');
          const message = { id: `msg_${key}`, sessionID: 'ses_1', role: 'assistant', time: { created: 1000 + n } };
          const part = { sessionID: 'ses_1', messageID: `msg_${key}` };
          return [
            [`message/ses_1/msg_${key}.json`, document(message)],
            [`part/msg_${key}/prt_1.json`, document({ ...part, id: 'prt_1', type: 'text', text: `Look ${n}.` })],
            [
              `part/msg_${key}/prt_2.json`,
              document({
                ...part,
                id: 'prt_2',
                type: 'tool',
                callID: `c${n}`,
                tool: 'bash',
                state: { status: 'completed', input: { command: 'ls' }, output, time: { start: 1, end: 2 } },
              }),
            ],
          ];
        }),
      ),
    }),
  },
];

const scaffolds: readonly MadeFormat[] = [
  {
    name: 'swe-agent',
    make: (turns, output) => ({
      'a.traj': document({
        trajectory: repeated(turns, (n) => [
          {
            action: 'ls',
            observation: output,
            response: `Look ${n}.`,
            thought: `Look ${n}.`,
            execution_time: 0.1,
            state: { working_dir: '/repo', diff: '' },
            query: prompts,
          },
        ]),
        history: [{ role: 'system', content: 'x', agent: 'main', message_type: 'system_prompt' }],
        info: { exit_status: 'submitted', submission: 'diff', model_stats: { instance_cost: 0.1, api_calls: 2 } },
        replay_config: '{"problem_statement":{"id":"acme__widget-7"}}',
      }),
    }),
  },
  {
    name: 'openhands-v0-output',
    make: (turns, output) => ({
      'output.jsonl': lines([
        {
          instance_id: 'acme__widget-7',
          metadata: { agent_class: 'CodeActAgent', llm_config: { model: 'm' } },
          test_result: { git_patch: 'diff' },
          history: v0Events(turns, output),
          metrics: { accumulated_cost: 0.1, costs: [] },
          error: null,
        },
      ]),
    }),
  },
  { name: 'openhands-v0', make: (turns, output) => ({ 'a.json': document(v0Events(turns, output)) }) },
  { name: 'openhands-v1', make: (turns, output) => ({ 'events.jsonl': lines(v1Events(turns, output)) }) },
  {
    name: 'openhands-v1-output',
    make: (turns, output) => ({
      'output.jsonl': lines([
        {
          instance_id: 'acme__widget-7',
          attempt: 1,
          metadata: { llm: { model: 'm' } },
          test_result: { git_patch: 'diff' },
          history: v1Events(turns, output),
          metrics: { accumulated_cost: 0.1 },
          error: null,
        },
      ]),
    }),
  },
  { name: 'atif', make: (turns, output) => ({ 'trajectory.json': document(atifDocument(turns, output)) }) },
  {
    name: 'harbor-trial',
    make: (turns, output) => ({
      'fix__abc/result.json': document({
        task_name: 'fix',
        trial_name: 'fix__abc',
        agent_info: { name: 'terminus-2' },
        agent_result: { n_input_tokens: 10, cost_usd: 0.1 },
        verifier_result: { rewards: { reward: 1 } },
        exception_info: null,
      }),
      'fix__abc/config.json': document({ trial_name: 'fix__abc', task: {}, agent: {} }),
      'fix__abc/agent/trajectory.json': document(atifDocument(turns, output)),
      'fix__abc/agent/trajectory.summarization-1-summary.json': document(atifDocument(1, 'summed')),
    }),
  },
  {
    name: 'inspect-eval',
    make: (turns, output) => ({
      'log.json': document({
        version: 2,
        status: 'success',
        eval: { task: 'widgets', run_id: 'r', model: 'm' },
        samples: [
          {
            id: 'widget-7',
            epoch: 1,
            messages: [],
            scores: { match: { value: 'C' } },
            events: repeated(turns, (n) => [
              {
                event: 'model',
                timestamp: second(n),
                model: 'm',
                input: prompts,
                output: {
                  choices: [
                    {
                      message: {
                        role: 'assistant',
                        content: `Look ${n}.`,
                        tool_calls: [{ id: `c${n}`, function: 'bash', arguments: { cmd: 'ls' } }],
                      },
                    },
                  ],
                  usage,
                },
              },
              {
                event: 'tool',
                timestamp: second(n),
                id: `c${n}`,
                function: 'bash',
                arguments: { cmd: 'ls' },
                result: output,
              },
            ]),
          },
        ],
      }),
    }),
  },
  {
    name: 'otel',
    make: (turns, output) => ({ 'traces.jsonl': lines(repeated(turns, (n) => otelTurn(n, output))) }),
  },
  {
    name: 'asciinema',
    make: (turns, output) => ({
      'a.cast': lines([
        { version: 2, width: 80, height: 24, timestamp: 1_767_225_600 },
        ...repeated(turns, (n) => [
          [n, 'i', 'ls\r'],
          [n + 0.5, 'o', output],
        ]),
      ]),
    }),
  },
  {
    name: 'terminal-bench',
    make: (turns, output) => ({
      'fix/results.json': document({
        task_id: 'fix',
        trial_name: 'fix.1-of-1',
        instruction: 'Mend it.',
        is_resolved: true,
        failure_mode: 'unset',
        total_input_tokens: 10,
        agent_started_at: second(0),
        agent_ended_at: second(9),
      }),
      'fix/sessions/agent.cast': lines([
        { version: 2, width: 80, height: 24, timestamp: 1_767_225_600 },
        ...repeated(turns, (n) => [
          [n, 'i', 'ls\r'],
          [n + 0.5, 'o', output],
        ]),
      ]),
      'fix/panes/post-test.txt': text('1 passed\n'),
    }),
  },
];

const atifDocument = (turns: number, output: string) => ({
  schema_version: 'ATIF-v1.5',
  session_id: 's',
  agent: { name: 'a', version: '1', model_name: 'm' },
  steps: repeated(turns, (n) => [
    {
      step_id: n + 1,
      timestamp: second(n),
      source: 'agent',
      message: `Look ${n}.`,
      tool_calls: [{ tool_call_id: `c${n}`, function_name: 'bash', arguments: { command: 'ls' } }],
      observation: { results: [{ source_call_id: `c${n}`, content: output }] },
      metrics: { prompt_tokens: 10, completion_tokens: 2 },
    },
  ]),
  final_metrics: { total_prompt_tokens: 10, total_steps: turns },
});

const v1Events = (turns: number, output: string): readonly object[] =>
  repeated(turns, (n) => [
    {
      id: `a${n}`,
      timestamp: second(n),
      source: 'agent',
      kind: 'ActionEvent',
      thought: [{ type: 'text', text: `Look ${n}.` }],
      action: { kind: 'ExecuteBashAction', command: 'ls' },
      tool_name: 'execute_bash',
      tool_call_id: `c${n}`,
      llm_response_id: `r${n}`,
    },
    {
      id: `o${n}`,
      timestamp: second(n),
      source: 'environment',
      kind: 'ObservationEvent',
      tool_name: 'execute_bash',
      tool_call_id: `c${n}`,
      action_id: `a${n}`,
      observation: {
        kind: 'ExecuteBashObservation',
        content: [{ type: 'text', text: output }],
        is_error: false,
        exit_code: 0,
      },
    },
  ]);

const v0Events = (turns: number, output: string): readonly object[] =>
  repeated(turns, (n) => [
    {
      id: 2 * n,
      timestamp: '2026-01-01T00:00:00',
      source: 'agent',
      message: 'x',
      action: 'run',
      args: { command: 'ls', thought: `Look ${n}.` },
      tool_call_metadata: { function_name: 'execute_bash', tool_call_id: `c${n}`, model_response: { id: `r${n}` } },
    },
    {
      id: 2 * n + 1,
      timestamp: '2026-01-01T00:00:01',
      source: 'agent',
      message: 'x',
      cause: 2 * n,
      observation: 'run',
      content: output,
      extras: { metadata: { exit_code: 0 } },
    },
  ]);

const attributes = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([key, stringValue]) => ({ key, value: { stringValue } }));

const otelTurn = (n: number, output: string): readonly object[] => {
  const span = (spanId: string, of: Readonly<Record<string, string>>) => ({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: 't',
                spanId,
                parentSpanId: 'root',
                name: 'chat',
                startTimeUnixNano: `${1_767_225_600 + n}000000000`,
                endTimeUnixNano: `${1_767_225_600 + n}500000000`,
                attributes: attributes(of),
              },
            ],
          },
        ],
      },
    ],
  });
  const said = JSON.stringify([
    {
      role: 'assistant',
      parts: [
        { type: 'text', content: `Look ${n}.` },
        { type: 'tool_call', id: `c${n}`, name: 'bash', arguments: { command: 'ls' } },
      ],
    },
  ]);
  return [
    span(`m${n}`, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'm',
      'gen_ai.output.messages': said,
    }),
    span(`x${n}`, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'bash',
      'gen_ai.tool.call.id': `c${n}`,
      'gen_ai.tool.call.result': output,
    }),
  ];
};

/** One for each format that is read. */
export const madeFormats: readonly MadeFormat[] = [...chats, ...terminals, ...scaffolds];
