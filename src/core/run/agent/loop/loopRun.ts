import { askedAtOf } from '../askedAt';
import { type AskedReply, type AttemptPorts, BudgetReached } from '../attempt';
import { Stopped, untilStopped } from './abort';
import { Conversation } from './conversation';
import { LoopCommands } from './loopCommands';
import type { LoopConfig, LoopStart } from './loopConfig';
import { type LoopEnd, LoopEnding } from './loopEnding';
import { type LoopMessage, replyMessage, spokenMessage } from './loopMessages';
import { type LoopParser, loopParser, type RefusedReply } from './loopParser';
import type { LoopTemplates } from './loopTemplates';
import { loopVars } from './loopVars';
import { SpendTotal } from './spendTotal';
import type { Template, TemplateVars } from './template';
import type { LoopAction } from './toolActions';

/** What is done between turns. */
export interface LoopHooks {
  /** After each turn and at the end; what is slow may go on while the model is asked. */
  turned(): Promise<void>;
  /** Resolves once nothing that reads the sandbox goes on. */
  settled(): Promise<void>;
}

/** One attempt of the loop of mini-swe-agent 2.4.6, turn by turn. */
export class LoopRun {
  readonly spend: SpendTotal;
  readonly commands: LoopCommands;
  /** How many of the messages are another run's, from which this one goes on. */
  taken = 0;
  private readonly conversation = new Conversation();
  private readonly ending: LoopEnding;
  private readonly parser: LoopParser;
  private readonly begun: number;
  /** The limit of cost that the record names: what a run's budget leaves is less later on. 0: none. */
  private readonly firstUsd: number;
  private refused = 0;
  private asked = 0;

  constructor(
    private readonly config: LoopConfig,
    private readonly templates: LoopTemplates,
    private readonly start: LoopStart | null,
    private readonly ports: AttemptPorts,
    private readonly hooks: LoopHooks,
    private readonly signal: AbortSignal,
  ) {
    this.ending = new LoopEnding(this.conversation, signal);
    this.parser = loopParser(config, templates);
    this.spend = new SpendTotal(start?.calls ?? 0, start === null ? 0 : start.costUsd);
    this.begun = ports.now();
    this.firstUsd = ports.limits.costUsd;
    this.commands = new LoopCommands({
      ports,
      conversation: this.conversation,
      observation: templates.observation,
      seconds: config.commandSeconds,
      signal,
      vars: () => this.vars(),
      settled: () => hooks.settled(),
      tell: (doing) => this.tell(doing),
    });
  }

  /** Null: it goes on. */
  get end(): LoopEnd | null {
    return this.ending.end;
  }

  get messages(): readonly LoopMessage[] {
    return this.conversation.messages;
  }

  /** Runs to an end; whatever happens, the last message is an exit. */
  async whole(): Promise<LoopEnd> {
    await this.guarded(() => this.begin());
    if (this.end !== null) await this.hooks.turned();
    while (this.end === null) {
      await this.guarded(() => this.turn());
      await this.hooks.turned();
    }
    return this.end;
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // A budget is said instead of a call.
      if (error instanceof BudgetReached) this.spend.calls -= 1;
      this.ending.failed(error);
    }
  }

  private async begin(): Promise<void> {
    if (this.start === null) {
      this.conversation.add({ role: 'system', content: this.rendered(this.templates.system) });
      this.conversation.add({ role: 'user', content: this.rendered(this.templates.instance) });
      return;
    }
    this.conversation.add(...this.start.messages.filter(({ role }) => role !== 'exit'));
    const last = this.conversation.messages.at(-1);
    this.taken = this.conversation.messages.length - (last?.role === 'assistant' ? 1 : 0);
    if (last?.role === 'assistant') await this.takeUp(last);
  }

  /** A reply that nothing answers yet, edited by a person perhaps: its commands are those that it has now. */
  private async takeUp(last: LoopMessage): Promise<void> {
    const actions = this.parser.actions(last);
    this.conversation.drop();
    const { response = null, cost = null } = last.extra ?? {};
    if (typeof actions === 'string') return this.refuse(last, actions, null, { cost, response });
    this.conversation.add({ ...last, extra: { ...last.extra, actions } });
    await this.act(actions);
  }

  private async turn(): Promise<void> {
    if (this.signal.aborted) throw new Stopped();
    if (this.limited()) return;
    const words = this.ports.interject?.() ?? null;
    if (words !== null) this.conversation.add(spokenMessage(words));
    this.spend.calls += 1;
    const askedAt = this.ports.now();
    const { response, ...answer } = await this.ask();
    const timestamp = this.ports.now();
    const asked = askedAtOf(response, askedAt, timestamp);
    const choice = response.choices[0];
    const message = choice?.message ?? null;
    const actions = this.parser.actions(message);
    const cost = answer.costUsd;
    if (typeof actions === 'string')
      return this.refuse(message, actions, choice?.finish_reason ?? null, { cost, response, ...asked });
    this.conversation.add(replyMessage(message, { actions, response, cost, timestamp, ...asked }));
    await this.act(actions);
  }

  /** Looked at before each call, so that what was paid for is kept. */
  private limited(): boolean {
    const { steps, costUsd, wallSeconds } = this.ports.limits;
    const { calls, knownUsd } = this.spend;
    const isTurns = steps > 0 && calls >= steps;
    // Below the limit that its record names, it was the run's budget, which other attempts used up as well.
    const isBudget = !isTurns && (this.firstUsd === 0 || knownUsd < this.firstUsd);
    if (isTurns || (costUsd > 0 && knownUsd >= costUsd))
      this.ending.exit('LimitsExceeded', 'LimitsExceeded', '', isBudget);
    else if (wallSeconds > 0 && this.elapsed() >= wallSeconds) this.ending.exit('TimeExceeded', 'TimeExceeded');
    return this.end !== null;
  }

  private elapsed(): number {
    return Math.trunc(this.ports.now() - this.begun);
  }

  private async ask(): Promise<AskedReply> {
    this.tell('asking the model');
    const options = { signal: this.signal, params: this.config.params };
    const answer = await untilStopped(
      this.signal,
      this.ports.model.ask([...this.conversation.sent], this.parser.tools, options),
    );
    this.spend.add(answer.costUsd, answer.usage, this.asked === 0);
    this.asked += 1;
    return answer;
  }

  private tell(doing: string): void {
    const { calls, costUsd, usage } = this.spend;
    this.ports.progress({ calls, costUsd, usage, doing });
  }

  /** A reply without a command that could be run is kept beside its error, with what it cost. */
  private refuse(message: unknown, words: string, finish: string | null, kept: RefusedReply): void {
    this.conversation.add(this.parser.refusal(message, words, finish, kept));
    this.refused += 1;
    const most = this.ports.limits.formatErrors;
    if (most > 0 && this.refused >= most) this.ending.exit('RepeatedFormatError', 'RepeatedFormatError');
  }

  private async act(actions: readonly LoopAction[]): Promise<void> {
    const submission = await this.commands.run(actions);
    this.refused = 0;
    if (submission !== null) this.ending.exit('Submitted', submission, submission);
  }

  private rendered(template: Template): string {
    return template.render(this.vars());
  }

  private vars(): TemplateVars {
    const { calls, knownUsd: costUsd } = this.spend;
    return loopVars(this.config, this.ports, { calls, costUsd, elapsed: this.elapsed() });
  }
}
