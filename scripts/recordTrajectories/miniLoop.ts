import {
  type Action,
  actionsOf,
  type ChatResponse,
  type CommandResult,
  formatErrorText,
  type MiniMessage,
  observationText,
  submissionOf,
} from './miniMessages';

/** Answers a conversation. */
export interface LoopModel {
  reply(messages: readonly MiniMessage[]): Promise<{ readonly response: ChatResponse; readonly costUsd: number }>;
}

/** Runs one command in a shell of its own: nothing of it stays but what it did to files. */
export interface LoopShell {
  run(command: string): Promise<CommandResult>;
}

export interface LoopLimits {
  /** Calls of the model; 0: any number. */
  readonly steps: number;
  /** Dollars; 0: any. */
  readonly costUsd: number;
  /** Refused replies one after the other. */
  readonly formatErrors: number;
}

export interface LoopPorts {
  readonly model: LoopModel;
  readonly shell: LoopShell;
  /** Unix seconds. */
  now(): number;
  /** What a person says before the next call of the model; null: nothing. */
  interject?(): string | null;
}

export interface LoopResult {
  readonly messages: readonly MiniMessage[];
  readonly exitStatus: string;
  readonly submission: string;
  readonly apiCalls: number;
  readonly costUsd: number;
}

/** One run of the agent, turn by turn. */
class MiniRun {
  readonly messages: MiniMessage[];
  apiCalls = 0;
  costUsd = 0;
  private refused = 0;
  private ended: { readonly status: string; readonly submission: string } | null = null;

  constructor(
    private readonly ports: LoopPorts,
    private readonly limits: LoopLimits,
    prompts: readonly MiniMessage[],
  ) {
    this.messages = [...prompts];
  }

  async whole(): Promise<LoopResult> {
    while (this.ended === null) await this.turn();
    const { status, submission } = this.ended;
    const { messages, apiCalls, costUsd } = this;
    return { messages, exitStatus: status, submission, apiCalls, costUsd };
  }

  private async turn(): Promise<void> {
    const { steps, costUsd } = this.limits;
    if ((steps > 0 && this.apiCalls >= steps) || (costUsd > 0 && this.costUsd >= costUsd))
      return this.exit('LimitsExceeded', 'LimitsExceeded', '');
    const words = this.ports.interject?.() ?? null;
    if (words !== null)
      this.messages.push({ role: 'user', content: words, extra: { interrupt_type: 'UserInterruption' } });
    this.apiCalls += 1;
    const answer = await this.ports.model.reply(this.messages);
    this.costUsd += answer.costUsd;
    const said = answer.response.choices[0]?.message ?? null;
    const actions = actionsOf(said?.tool_calls ?? []);
    if (typeof actions === 'string') return this.refuse(actions, answer.response, answer.costUsd);
    this.refused = 0;
    const { response, costUsd: cost } = answer;
    this.messages.push({ ...said, extra: { actions, response, cost, timestamp: this.ports.now() } });
    await this.act(actions);
  }

  /** A reply without a command that could be run is kept beside its error, with what it cost. */
  private refuse(error: string, response: ChatResponse, cost: number): void {
    const extra = { interrupt_type: 'FormatError', cost, response };
    this.messages.push({ role: 'user', content: formatErrorText(error), extra });
    this.refused += 1;
    if (this.limits.formatErrors > 0 && this.refused >= this.limits.formatErrors)
      this.exit('RepeatedFormatError', 'RepeatedFormatError', '');
  }

  private async act(actions: readonly Action[]): Promise<void> {
    const results: MiniMessage[] = [];
    for (const action of actions) {
      const result = await this.ports.shell.run(action.command);
      const submission = submissionOf(result);
      // As in the original, what the commands before it gave is not kept then.
      if (submission !== null) return this.exit('Submitted', submission, submission);
      results.push(this.observation(action, result));
    }
    this.messages.push(...results);
  }

  private observation(action: Action, result: CommandResult): MiniMessage {
    const { output, returncode, exceptionInfo, exceptionType } = result;
    const exception = exceptionType === null ? {} : { exception_type: exceptionType, exception: exceptionInfo };
    const timestamp = this.ports.now();
    const extra = { raw_output: output, returncode, timestamp, exception_info: exceptionInfo, ...exception };
    return { content: observationText(result), extra, tool_call_id: action.tool_call_id, role: 'tool' };
  }

  private exit(status: string, content: string, submission: string): void {
    this.messages.push({ role: 'exit', content, extra: { exit_status: status, submission } });
    this.ended = { status, submission };
  }
}

/**
 * The loop of mini-swe-agent 2.4.6 with one tool `bash`: asks, runs what is asked for, shows what it gave, until a
 * command submits or a limit is reached. Refused replies count as calls and are kept with their cost.
 */
export const runMiniLoop = (
  ports: LoopPorts,
  limits: LoopLimits,
  prompts: readonly MiniMessage[],
): Promise<LoopResult> => new MiniRun(ports, limits, prompts).whole();
