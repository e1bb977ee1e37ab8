import type { LoopMessage } from './loopMessages';

/** The messages of an attempt: as they are kept, and as the model is sent them, which is without `extra`. */
export class Conversation {
  readonly messages: LoopMessage[] = [];
  readonly sent: LoopMessage[] = [];

  add(...messages: readonly LoopMessage[]): void {
    for (const message of messages) {
      this.messages.push(message);
      const { extra: _, ...seen } = message;
      this.sent.push(seen);
    }
  }

  /** Takes the last message back. */
  drop(): void {
    this.messages.pop();
    this.sent.pop();
  }
}
