import { textAt } from '../../fields';
import type { RawRecord, StepGroup } from '../../trajectoryFormat';
import { isResult } from './messageStep';

/** The one agent of a format that knows no others. */
export const mainLane = { agentId: 'main', parentCallId: null, depth: 0, kind: 'main', name: null } as const;

/**
 * Puts messages together that are one step: an assistant's message and what came back. `answered`: whether the user's
 * message after this one of the assistant is what its calls gave back, as where calls stand in the text.
 */
export class MessageGroups {
  #open: RawRecord[] = [];
  #isReply = false;
  #awaitsAnswer = false;

  constructor(private readonly answered: (message: unknown) => boolean) {}

  take(record: RawRecord): readonly StepGroup[] {
    const role = textAt(record.value, 'role');
    const answer = role === 'user' && this.#awaitsAnswer;
    if (answer || (this.#isReply && isResult(record.value))) {
      this.#awaitsAnswer = false;
      this.#open.push(record);
      return [];
    }
    const done = this.end();
    this.#open = [record];
    this.#isReply = role === 'assistant';
    this.#awaitsAnswer = this.#isReply && this.answered(record.value);
    return done;
  }

  /** The step that is still open. */
  end(): readonly StepGroup[] {
    const records = this.#open;
    this.#open = [];
    this.#isReply = false;
    this.#awaitsAnswer = false;
    return records.length === 0 ? [] : [{ agentId: mainLane.agentId, records, facts: {} }];
  }
}
