import type { Instance } from '../../../instance/instance';
import { ModelFault } from '../../model/modelProvider';
import { saidText } from '../../trajectory/formats/miniSweAgent/miniMessage';
import type { TrajectoryStatus } from '../../trajectory/trajectory';
import type { Agent, AskedReply, AttemptLimits, AttemptPorts, AttemptResult } from '../attempt';
import { type Answer, extractWith } from './answer';
import { answerRow, extractionRecord } from './answerRecord';
import type { Extraction, Extractor, ReplyFacts } from './extraction';
import type { SingleTurnPrompt } from './promptParts';
import { singleTurnTrajectory, type TimedReply, type TurnEnd } from './singleTurnTrajectory';

/** One way to ask once and take the answer out of the reply. */
export interface SingleTurn {
  readonly id: string;
  readonly needsSandbox: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  prompt(ports: AttemptPorts): Promise<SingleTurnPrompt>;
  extractorFor(instance: Instance): Extractor;
  answer(extraction: Extraction, reply: string, facts: ReplyFacts, ports: AttemptPorts): Promise<Answer>;
}

const limits: AttemptLimits = { steps: 1, costUsd: 3, wallSeconds: 1800, formatErrors: 0 };

interface Failure {
  readonly status: TrajectoryStatus;
  readonly rawStatus: string;
  readonly fault: string;
}

/** Names as the library behind mini-swe-agent has them, which readers of its trajectories know. */
const failureOf = (error: unknown, signal: AbortSignal): Failure => {
  const fault = error instanceof Error ? error.message : String(error);
  if (signal.aborted) return { status: 'aborted', rawStatus: 'UserInterruption', fault: 'It was stopped.' };
  if (!(error instanceof ModelFault)) throw error;
  if (error.kind === 'context') return { status: 'limit_context', rawStatus: 'ContextWindowExceededError', fault };
  if (error.kind === 'auth') return { status: 'api_error', rawStatus: 'AuthenticationError', fault };
  return { status: 'api_error', rawStatus: 'APIError', fault };
};

/** A call that got no reply is a call, and known to cost nothing, as it is in the run's sum. */
const unanswered = ({ status, rawStatus, fault }: Failure): AttemptResult => ({
  status,
  rawStatus,
  patch: null,
  submission: null,
  calls: 1,
  costUsd: 0,
  usage: null,
  fault,
});

/** One attempt of one turn: prompt, reply, extraction. */
class TurnAttempt {
  constructor(
    private readonly turn: SingleTurn,
    private readonly ports: AttemptPorts,
    private readonly prompt: SingleTurnPrompt,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<AttemptResult> {
    this.ports.progress({ calls: 0, costUsd: null, usage: null, doing: 'asking the model' });
    await this.keep(null, null);
    try {
      const askedAt = this.ports.now();
      return await this.take({ ...(await this.ask()), askedAt });
    } catch (error) {
      const failure = failureOf(error, this.signal);
      await this.keep(null, { exitStatus: failure.rawStatus, extracted: null, record: null, fault: failure.fault });
      return unanswered(failure);
    }
  }

  private ask(): Promise<AskedReply> {
    const { wallSeconds } = this.ports.limits;
    const time = wallSeconds > 0 ? { timeoutMs: wallSeconds * 1000 } : {};
    return this.ports.model.ask([{ role: 'user', content: this.prompt.text }], [], { signal: this.signal, ...time });
  }

  private async take(asked: TimedReply): Promise<AttemptResult> {
    const { turn, ports, prompt } = this;
    const [choice] = asked.response.choices;
    const reply = saidText(choice?.message.content).text;
    const facts = { cut: choice?.finish_reason === 'length' };
    const extractor = turn.extractorFor(ports.instance);
    const answer = await turn.answer(extractWith(extractor, reply, facts), reply, facts, ports);
    const record = extractionRecord(extractor, answer);
    const isTaken = answer.extraction.kind === 'extracted';
    const extracted = answer.patch ?? answer.code?.text ?? null;
    const end = {
      exitStatus: isTaken ? 'Submitted' : 'ExtractionFailed',
      extracted,
      record,
      fault: record.say ?? null,
    };
    await this.keep(asked, end);
    return {
      status: !isTaken ? 'format' : extracted === '' ? 'submitted_empty' : 'submitted',
      rawStatus: end.exitStatus,
      // Nothing in the sandbox was touched: the answer itself is what counts.
      patch: answer.patch,
      submission: extracted,
      calls: 1,
      costUsd: asked.costUsd,
      usage: asked.usage,
      fault: end.fault,
      row: answerRow(ports.instance.id, reply, record, answer, prompt),
    };
  }

  private keep(asked: TimedReply | null, end: TurnEnd | null): Promise<void> {
    const { ports, prompt, turn } = this;
    const content = singleTurnTrajectory(turn.id, ports, prompt, asked, end);
    return ports.keep({ name: `${ports.instance.id.replaceAll(/[/\\]/g, '__')}.traj.json`, content });
  }
}

/**
 * An agent that asks once. Its prediction's row holds the reply, the extractor with its version and how the answer was taken;
 * where nothing could be taken the attempt ends as `ExtractionFailed`, which is no empty patch.
 */
export const singleTurnAgent = (turn: SingleTurn): Agent => ({
  id: turn.id,
  settings: turn.settings,
  limits,
  needsSandbox: turn.needsSandbox,
  prepare: async () => ({
    mounts: [],
    env: {},
    attempt: async (ports, signal) => new TurnAttempt(turn, ports, await turn.prompt(ports), signal).run(),
    close: async () => {},
  }),
});
