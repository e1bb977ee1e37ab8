import { EnvironmentFault } from '../../../shared/problem';
import { BudgetReached, RunStopped } from '../attempt';
import type { Conversation } from './conversation';
import { exitMessage } from './loopMessages';
import { faultName } from './modelFaultNames';

/** How a run ended. */
export interface LoopEnd {
  readonly status: string;
  readonly submission: string;
  /** What the original keeps of an exception; empty where there was none. */
  readonly fault: string;
  /** The limit is that of the run's budget, not the attempt's own. */
  readonly budget: boolean;
}

/** Brings a run to its end, of which the last message, an exit, tells. */
export class LoopEnding {
  end: LoopEnd | null = null;

  constructor(
    private readonly conversation: Conversation,
    private readonly signal: AbortSignal,
  ) {}

  exit(status: string, content: string, submission = '', budget = false): void {
    this.conversation.add(exitMessage(status, content, submission));
    this.end = { status, submission, fault: '', budget };
  }

  /** By what was thrown; what it was stopped for decides, where it was. */
  failed(error: unknown): void {
    const why: unknown = this.signal.aborted ? this.signal.reason : error;
    if (why instanceof BudgetReached) this.exit('LimitsExceeded', 'LimitsExceeded', '', true);
    else if (this.signal.aborted && (why instanceof RunStopped || !(why instanceof EnvironmentFault)))
      this.exit('UserInterruption', 'UserInterruption');
    else this.broken(faultName(why), why instanceof Error ? why.message : String(why));
  }

  private broken(status: string, fault: string): void {
    const kept = { exception_str: fault, traceback: `${status}: ${fault}` };
    this.conversation.add(exitMessage(status, fault, '', kept));
    this.end = { status, submission: '', fault, budget: false };
  }
}
