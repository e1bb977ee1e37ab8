import { listAt, textAt } from '../../fields';
import type { RawRecord } from '../../trajectoryFormat';
import type { HeldRecord, HeldValues } from './heldValues';
import { mainAgent } from './inspectSpans';
import { InspectTurn } from './inspectTurn';
import { pooledMessage } from './messagePool';
import { slimReply } from './slimEvents';

/** The conversation as a sample ends with it: answers of tools, and the steps of logs that keep no events. */
export class Conversation {
  readonly answers = new Map<string, HeldRecord>();
  private turns: InspectTurn[] = [];
  private isNeeded = true;

  constructor(private readonly held: HeldValues) {}

  take(record: RawRecord): void {
    const pooled = pooledMessage(record, this.held);
    if (pooled?.role === 'tool') {
      if (pooled.callId !== null && !this.answers.has(pooled.callId)) this.answers.set(pooled.callId, pooled.held);
    } else if (!this.isNeeded) return;
    else if (pooled) this.turns.push(new InspectTurn(mainAgent, pooled.role).add('message', pooled.held));
    else this.turns.push(this.reply(record));
  }

  /** Events tell the steps: the conversation need not. */
  drop(): void {
    this.isNeeded = false;
    this.turns = [];
  }

  rest(): readonly InspectTurn[] {
    return this.turns;
  }

  private reply(record: RawRecord): InspectTurn {
    const turn = new InspectTurn(mainAgent, 'agent');
    for (const call of listAt(record.value, 'tool_calls')) {
      const id = textAt(call, 'id');
      if (id !== null) turn.open.add(id);
    }
    return turn.add('reply', this.held.hold(record, slimReply(record.value)));
  }
}
