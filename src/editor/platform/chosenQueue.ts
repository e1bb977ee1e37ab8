import * as vscode from 'vscode';
import { isQueueId, type QueueId } from '../../core/study/queues/queueFacts';

/** The queue that is worked through, and the share of agreeing items that come into it. */
export interface QueueChoice {
  readonly queue: QueueId;
  readonly mix: number;
}

const keptIn = 'touchstone.queue';
const usual: QueueChoice = { queue: 'mine', mix: 0 };

/** Which queue is worked through in this window; kept over a reload. */
export class ChosenQueue implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  readonly onDidChange = this.emitter.event;

  constructor(private readonly memento: vscode.Memento) {}

  get value(): QueueChoice {
    const kept = this.memento.get<Partial<QueueChoice>>(keptIn);
    return isQueueId(kept?.queue) && typeof kept.mix === 'number' ? { queue: kept.queue, mix: kept.mix } : usual;
  }

  async choose(choice: QueueChoice): Promise<void> {
    await this.memento.update(keptIn, choice);
    this.emitter.fire();
  }

  dispose(): void {
    this.emitter.dispose();
  }
}
