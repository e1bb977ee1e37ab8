import type { Sha256 } from '../../../shared/hash';
import { InputFault } from '../../../shared/problem';
import { fieldsAt, isFields, listAt, numberAt, textAt } from '../../trajectory/fields';
import type { ChatMessage, ChatRequest, ChatResponse } from '../chat';
import { readChatReply } from '../chatReply';
import { recordHash } from './writeRecord';

/** A call of a record that can be answered again. */
export interface ReplayedCall extends RequestKey {
  /** Line of the record, from 1. */
  readonly line: number;
  readonly model: string;
  /** Null: it failed each time. */
  readonly response: ChatResponse | null;
  readonly reportedCostUsd: number | null;
  readonly fault: string | null;
}

/** A record as it was read. */
export interface ModelRecord {
  readonly path: string;
  readonly calls: readonly ReplayedCall[];
  readonly messages: ReadonlyMap<string, ChatMessage>;
}

/** What decides which reply a request gets: its messages and tools. The rest (model, parameters) is the record's. */
export interface RequestKey {
  /** Hashes. */
  readonly messages: readonly string[];
  readonly tools: string | null;
}

export const requestKey = (request: ChatRequest, sha256: Sha256): RequestKey => ({
  messages: request.messages.map((message) => recordHash(message, sha256)),
  tools: request.tools.length === 0 ? null : recordHash(request.tools, sha256),
});

const callOf = (value: unknown, line: number, where: string): ReplayedCall => {
  const found = fieldsAt(value, 'response');
  return {
    line,
    model: textAt(value, 'model') ?? '',
    messages: listAt(value, 'messages').map(String),
    tools: textAt(value, 'tools'),
    response: found === null ? null : readChatReply(found, `${where} line ${line}`).response,
    reportedCostUsd: numberAt(value, 'reportedCostUsd'),
    fault: textAt(value, 'fault', 'message'),
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Reads a record. A last line that was cut is passed over, for a run may have been ended while it wrote. Throws
 * InputFault where another line is none of a record, naming it.
 */
export const readRecord = (text: string, path: string): ModelRecord => {
  const lines = text.split('\n');
  const calls: ReplayedCall[] = [];
  const messages = new Map<string, ChatMessage>();
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const value = parsed(line);
    const kind = textAt(value, 'kind');
    if (kind === 'call') calls.push(callOf(value, index + 1, path));
    else if (kind === 'message') {
      const message = fieldsAt(value, 'message');
      if (message !== null && textAt(message, 'role') !== null)
        messages.set(textAt(value, 'hash') ?? '', message as unknown as ChatMessage);
    } else if (!(isFields(value) && kind === 'tools') && index < lines.length - 1)
      throw new InputFault(`${path} line ${index + 1} is no line of a record of a model's calls.`);
  });
  return { path, calls, messages };
};
