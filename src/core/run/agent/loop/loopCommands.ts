import type { AttemptPorts, CommandResult } from '../attempt';
import { untilStopped } from './abort';
import type { Conversation } from './conversation';
import { interrupted, notExecuted, observationMessage, unusable } from './loopMessages';
import { submissionOf } from './submission';
import type { Template, TemplateVars } from './template';
import type { LoopAction } from './toolActions';

export interface CommandSurroundings {
  readonly ports: AttemptPorts;
  readonly conversation: Conversation;
  readonly observation: Template;
  readonly seconds: number;
  readonly signal: AbortSignal;
  vars(): TemplateVars;
  /** Resolves once nothing else works in the sandbox. */
  settled(): Promise<void>;
  tell(doing: string): void;
}

/** Runs a reply's commands, one after the other, and tells the model what they gave. */
export class LoopCommands {
  /** Of all output so far. */
  droppedBytes = 0;

  constructor(private readonly around: CommandSurroundings) {}

  /** Gives what was handed in; null: nothing. Whatever happens, each command that was not handed in by is answered. */
  async run(actions: readonly LoopAction[]): Promise<string | null> {
    const results: CommandResult[] = [];
    try {
      for (const action of actions) {
        const result = await this.execute(action.command);
        const submission = submissionOf(result);
        if (submission !== null) return this.submitted(actions, results, submission);
        results.push(result);
      }
    } catch (error) {
      this.observe(actions, [...results, interrupted(error)]);
      throw error;
    }
    this.observe(actions, results);
    return null;
  }

  /** The original's default agent drops what the commands before a submission gave; here it is kept. */
  private submitted(actions: readonly LoopAction[], results: readonly CommandResult[], submission: string): string {
    const at = results.length;
    this.observe(actions.slice(0, at), results);
    this.observe(actions.slice(at + 1), []);
    return submission;
  }

  private observe(actions: readonly LoopAction[], results: readonly CommandResult[]): void {
    const { ports, conversation, observation: template } = this.around;
    const vars = this.around.vars();
    const timestamp = ports.now();
    for (const [index, action] of actions.entries()) {
      const result = results[index] ?? notExecuted;
      this.droppedBytes += result.droppedBytes;
      conversation.add(observationMessage(action, result, { template, vars, timestamp }));
    }
  }

  private async execute(command: unknown): Promise<CommandResult> {
    const { signal, ports, seconds } = this.around;
    const fault = unusable(command);
    if (fault !== null) return fault;
    const text = String(command);
    await untilStopped(signal, this.around.settled());
    this.around.tell(`running: ${text.split('\n', 1)[0]?.slice(0, 120)}`);
    return untilStopped(signal, ports.sandbox.run(text, seconds));
  }
}
