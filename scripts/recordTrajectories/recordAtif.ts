import type { AttemptSandbox } from '../../src/core/run/agent/attempt';
import type { LoopConfig } from '../../src/core/run/agent/loop/loopConfig';
import type { ChatMessage } from '../../src/core/run/model/chat';
import { filled, searchTemplate } from './prompts';
import type { Script, ScriptedReply } from './replies';
import { inSampleSandbox } from './sampleContainer';
import { sampleLoop, sampleObservation } from './sampleSettings';
import { rounded, ScriptedClock, ScriptedModel, type ScriptedResponse } from './scriptedModel';

interface AtifStep extends Readonly<Record<string, unknown>> {
  readonly step_id: number;
}

/** A trajectory in ATIF 1.7 (Harbor's RFC 0001), with those of its sub-agents in it. */
interface AtifDocument extends Readonly<Record<string, unknown>> {
  readonly schema_version: 'ATIF-v1.7';
  readonly trajectory_id: string;
  readonly steps: readonly AtifStep[];
  readonly final_metrics: Metrics & { readonly total_steps: number };
  readonly subagent_trajectories?: readonly AtifDocument[];
}

interface Metrics {
  readonly total_prompt_tokens: number;
  readonly total_completion_tokens: number;
  readonly total_cached_tokens: number;
  readonly total_cost_usd: number;
}

interface Agent {
  readonly id: string;
  readonly name: string;
  readonly replies: readonly ScriptedReply[];
  readonly prompts: readonly { readonly source: 'system' | 'user'; readonly message: string }[];
  /** What it says at its end; null: it hands in. */
  readonly answer: string | null;
}

const noMetrics: Metrics = {
  total_prompt_tokens: 0,
  total_completion_tokens: 0,
  total_cached_tokens: 0,
  total_cost_usd: 0,
};

const plus = (a: Metrics, b: Metrics): Metrics => ({
  total_prompt_tokens: a.total_prompt_tokens + b.total_prompt_tokens,
  total_completion_tokens: a.total_completion_tokens + b.total_completion_tokens,
  total_cached_tokens: a.total_cached_tokens + b.total_cached_tokens,
  total_cost_usd: rounded(a.total_cost_usd + b.total_cost_usd),
});

const usageOf = ({ usage }: ScriptedResponse, costUsd: number): Metrics => ({
  total_prompt_tokens: usage.prompt_tokens,
  total_completion_tokens: usage.completion_tokens,
  total_cached_tokens: usage.prompt_tokens_details.cached_tokens,
  total_cost_usd: costUsd,
});

/** One agent at work; those that it sends out work in the same container. */
class AtifRun {
  private readonly steps: AtifStep[] = [];
  private readonly messages: ChatMessage[] = [];
  private readonly subAgents: AtifDocument[] = [];
  private metrics = noMetrics;

  constructor(
    private readonly agent: Agent,
    private readonly model: string,
    private readonly clock: ScriptedClock,
    private readonly shell: Pick<AttemptSandbox, 'run'>,
    private readonly loop: LoopConfig,
  ) {}

  async whole(): Promise<AtifDocument> {
    const { id, name, prompts, replies, answer } = this.agent;
    for (const { source, message } of prompts) this.spoken(source, message);
    const last = answer === null ? [] : [finalWords(answer)];
    const scripted = new ScriptedModel(this.model, id.replaceAll('-', '_'), [...replies, ...last], this.clock);
    for (const _ of [...replies, ...last]) await this.turn(scripted);
    const inner = this.subAgents.map(({ final_metrics }) => final_metrics);
    return {
      schema_version: 'ATIF-v1.7',
      trajectory_id: id,
      session_id: id,
      agent: { name, version: '1', model_name: this.model },
      steps: this.steps,
      final_metrics: { ...inner.reduce(plus, this.metrics), total_steps: this.steps.length },
      ...(this.subAgents.length === 0 ? {} : { subagent_trajectories: this.subAgents }),
    };
  }

  private spoken(source: 'system' | 'user', message: string): void {
    this.messages.push({ role: source, content: message });
    this.put({ source, message });
  }

  private put(step: Readonly<Record<string, unknown>>): void {
    const timestamp = new Date(this.clock.now() * 1000).toISOString();
    this.steps.push({ step_id: this.steps.length + 1, timestamp, ...step });
  }

  private async turn(scripted: ScriptedModel): Promise<void> {
    const { response, costUsd } = await scripted.reply(this.messages);
    const used = usageOf(response, costUsd);
    this.metrics = plus(this.metrics, used);
    const said = response.choices[0]?.message;
    if (said !== undefined) this.messages.push(said);
    const [call] = said?.tool_calls ?? [];
    const metrics = {
      prompt_tokens: used.total_prompt_tokens,
      completion_tokens: used.total_completion_tokens,
      cached_tokens: used.total_cached_tokens,
      cost_usd: costUsd,
    };
    const shared = {
      source: 'agent',
      model_name: this.model,
      message: said?.content ?? '',
      llm_call_count: 1,
      metrics,
    };
    if (call === undefined) return this.put(shared);
    const at = this.steps.length;
    const tool_calls = [
      { tool_call_id: call.id, function_name: call.function.name, arguments: JSON.parse(call.function.arguments) },
    ];
    this.put({ ...shared, tool_calls });
    const result = await this.resultOf(scripted.current);
    this.messages.push({ role: 'tool', tool_call_id: call.id, content: result.content });
    const open = this.steps[at];
    if (open !== undefined)
      this.steps[at] = { ...open, observation: { results: [{ source_call_id: call.id, ...result }] } };
  }

  private async resultOf({ command, subAgent, seconds }: ScriptedReply) {
    if (subAgent === null) {
      const result = await this.shell.run(command ?? '', this.loop.commandSeconds);
      this.clock.pass(seconds);
      const { output, returncode, exceptionInfo: exception_info } = result;
      return { content: sampleObservation(this.loop).render({ output: { output, returncode, exception_info } }) };
    }
    const { task, replies, answer } = subAgent;
    const id = `${this.agent.id}-search-${this.subAgents.length + 1}`;
    const prompts = [{ source: 'user', message: filled(searchTemplate, task) }] as const;
    const sent = new AtifRun(
      { id, name: 'search', replies, prompts, answer },
      this.model,
      this.clock,
      this.shell,
      this.loop,
    );
    this.subAgents.push(await sent.whole());
    return { content: answer, subagent_trajectory_ref: [{ trajectory_id: id }] };
  }
}

const finalWords = (thought: string): ScriptedReply => ({
  thought,
  command: null,
  call: null,
  hint: null,
  seconds: 0,
  subAgent: null,
});

/** Runs a script, sub-agents and all, in a fresh container and gives the document's text: a step a line. */
export const recordAtif = async (sample: string, script: Script) => {
  const loop = sampleLoop(sample, script);
  const { env, interpreter } = loop;
  return inSampleSandbox(sample, script.pullRequest, { mounts: [], env, interpreter }, async (sandbox, instance) => {
    const prompts = [
      { source: 'system', message: loop.systemTemplate },
      { source: 'user', message: filled(loop.instanceTemplate, instance.statement ?? '') },
    ] as const;
    const id = `${script.model}-${script.pullRequest}`;
    const agent = { id, name: 'mini', replies: script.replies, prompts, answer: null };
    const clock = new ScriptedClock(script.startedAt);
    const run = new AtifRun(agent, script.model, clock, sandbox, loop);
    return { instanceId: instance.id, text: atifText(await run.whole(), instance.id) };
  });
};

const lines = (items: readonly unknown[]): string => items.map((item) => JSON.stringify(item)).join(',\n');

const atifText = ({ steps, subagent_trajectories: inner = [], ...rest }: AtifDocument, instanceId: string): string => {
  const head = JSON.stringify({ ...rest, extra: { instance_id: instanceId } });
  return `${head.slice(0, -1)},\n"steps":[\n${lines(steps)}\n],\n"subagent_trajectories":[\n${lines(inner)}\n]}\n`;
};
