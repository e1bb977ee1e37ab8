import type { Sha256 } from '../../../shared/hash';
import type { ChatRequest } from '../chat';
import type { ModelFault, ModelReply } from '../modelProvider';
import type { RecordedCall, RecordLine } from './recordLine';

/** How a call ended. */
export type CallEnd =
  | { readonly kind: 'reply'; readonly reply: ModelReply }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

/** A value's hash for a record: over its JSON as the program would send it. */
export const recordHash = (value: unknown, sha256: Sha256): string => sha256(JSON.stringify(value)).slice(0, 32);

/** Makes the lines of calls; what an earlier line says already isn't said again. */
export class RecordWriter {
  readonly #said = new Set<string>();

  constructor(private readonly sha256: Sha256) {}

  /** The lines of one call, new messages first. `at`: milliseconds since 1970. */
  lines(request: ChatRequest, end: CallEnd, at: number, wallMs: number): readonly RecordLine[] {
    const lines: RecordLine[] = [];
    const messages = request.messages.map((message) => {
      const hash = recordHash(message, this.sha256);
      if (this.#isNew(hash)) lines.push({ kind: 'message', hash, message });
      return hash;
    });
    const tools = request.tools.length === 0 ? null : recordHash(request.tools, this.sha256);
    if (tools !== null && this.#isNew(tools)) lines.push({ kind: 'tools', hash: tools, tools: request.tools });
    const head = {
      kind: 'call',
      at: new Date(at).toISOString(),
      wallMs: Math.round(wallMs),
      model: request.model,
    } as const;
    return [...lines, { ...head, messages, tools, params: request.params, ...endOf(end) }];
  }

  #isNew(hash: string): boolean {
    if (this.#said.has(hash)) return false;
    this.#said.add(hash);
    return true;
  }
}

const endOf = (end: CallEnd): Pick<RecordedCall, 'response' | 'reportedCostUsd' | 'fault'> => {
  if (end.kind === 'reply')
    return { response: end.reply.response, reportedCostUsd: end.reply.reportedCostUsd, fault: null };
  const { kind, message, status } = end.fault;
  return { response: null, reportedCostUsd: null, fault: { kind, message, status } };
};
