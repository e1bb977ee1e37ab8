import type { Fields } from '../../../trajectory/fields';
import { sseText } from '../../sse/sseEvent';
import type { ChatCall, ChatDelta } from '../chatDeltas';
import type { ReplyEnd, ReplyHead, ReplyWriter } from '../replyWriter';
import type { ToolNames } from '../toolNames';
import { callItem, incompleteReason, type OutputItem, repeatedFields, responsesUsageOf } from './responsesItems';

interface OpenItem {
  readonly kind: ChatDelta['kind'];
  readonly id: string;
  readonly index: number;
  text: string;
}

/**
 * Writes a chat reply as a stream of OpenAI's Responses, from `response.created` to `response.completed`, or as one response.
 * Thoughts become a summary, since that is what agents send back with the next request.
 */
export class ResponsesWriter implements ReplyWriter {
  #sequence = 0;
  #open: OpenItem | null = null;
  readonly #output: OutputItem[] = [];
  #ended: Fields | null = null;

  constructor(
    private readonly head: ReplyHead,
    private readonly body: Fields,
    private readonly names: ToolNames,
  ) {}

  begin(): string {
    const response = this.#response('in_progress', null, null);
    return this.#event('response.created', { response }) + this.#event('response.in_progress', { response });
  }

  add({ kind, text }: ChatDelta): string {
    const before = this.#open?.kind === kind ? '' : this.#close() + this.#begin(kind);
    const open = this.#open;
    if (open === null) return before;
    open.text += text;
    return before + this.#event(`response.${deltaNames[kind]}.delta`, { ...this.#place(open), delta: text });
  }

  end({ calls, finishReason, usage }: ReplyEnd): string {
    const items = this.#close() + calls.map((call) => this.#call(call)).join('');
    const reason = incompleteReason(finishReason);
    const status = reason === null ? 'completed' : 'incomplete';
    const response = this.#response(status, responsesUsageOf(usage), reason === null ? null : { reason });
    this.#ended = response;
    return items + this.#event(`response.${status}`, { response });
  }

  fail(words: string): string {
    const response = { ...this.#response('failed', null, null), error: { code: 'server_error', message: words } };
    return this.#event('response.failed', { response });
  }

  whole(): unknown {
    return this.#ended;
  }

  #begin(kind: ChatDelta['kind']): string {
    const index = this.#output.length;
    const open: OpenItem = {
      kind,
      id: `${kind === 'reasoning' ? 'rs' : 'msg'}_${this.head.id}_${index}`,
      index,
      text: '',
    };
    this.#open = open;
    const item = itemOf(open, 'in_progress');
    const part = kind === 'reasoning' ? 'response.reasoning_summary_part.added' : 'response.content_part.added';
    return (
      this.#event('response.output_item.added', { output_index: index, item }) +
      this.#event(part, { ...this.#place(open), part: partOf(open) })
    );
  }

  #close(): string {
    const open = this.#open;
    if (open === null) return '';
    this.#open = null;
    const item = itemOf(open, 'completed');
    this.#output.push(item);
    const part = open.kind === 'reasoning' ? 'response.reasoning_summary_part.done' : 'response.content_part.done';
    const told = open.kind === 'refusal' ? { refusal: open.text } : { text: open.text };
    return (
      this.#event(`response.${deltaNames[open.kind]}.done`, { ...this.#place(open), ...told }) +
      this.#event(part, { ...this.#place(open), part: partOf(open) }) +
      this.#event('response.output_item.done', { output_index: open.index, item })
    );
  }

  /** A call is told whole: an agent can't begin before it is. */
  #call(call: ChatCall): string {
    const index = this.#output.length;
    const item = callItem(call, this.names, `${this.head.id}_${index}`);
    this.#output.push(item);
    const place = { item_id: item.id, output_index: index };
    return (
      this.#event('response.output_item.added', { output_index: index, item: emptied(item) }) +
      writtenEvents(item)
        .map(([name, data]) => this.#event(name, { ...place, ...data }))
        .join('') +
      this.#event('response.output_item.done', { output_index: index, item })
    );
  }

  #place({ id, index, kind }: OpenItem): Fields {
    const inner = kind === 'reasoning' ? { summary_index: 0 } : { content_index: 0 };
    return { item_id: id, output_index: index, ...inner };
  }

  #response(status: string, usage: unknown, incomplete: Fields | null): Fields {
    const { id, created, model } = this.head;
    return {
      id: `resp_${id}`,
      object: 'response',
      created_at: created,
      status,
      error: null,
      incomplete_details: incomplete,
      model,
      output: [...this.#output],
      ...repeatedFields(this.body),
      usage,
    };
  }

  #event(type: string, data: Fields): string {
    return sseText(type, { type, sequence_number: this.#sequence++, ...data });
  }
}

const deltaNames = { text: 'output_text', refusal: 'refusal', reasoning: 'reasoning_summary_text' } as const;

const partOf = ({ kind, text }: OpenItem): Fields => {
  if (kind === 'reasoning') return { type: 'summary_text', text };
  return kind === 'refusal' ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] };
};

const itemOf = (open: OpenItem, status: string): OutputItem => {
  const parts = open.text === '' ? [] : [partOf(open)];
  return open.kind === 'reasoning'
    ? { id: open.id, type: 'reasoning', summary: parts }
    : { id: open.id, type: 'message', status, role: 'assistant', content: parts };
};

/** A call's item before its input came. */
const emptied = (item: OutputItem): Fields => {
  const begun = { ...item, status: 'in_progress' };
  if (item.type === 'function_call') return { ...begun, arguments: '' };
  return item.type === 'custom_tool_call' ? { ...begun, input: '' } : begun;
};

const writtenEvents = (item: OutputItem): readonly (readonly [string, Fields])[] => {
  if (item.type === 'function_call') {
    const written = item['arguments'];
    return [
      ['response.function_call_arguments.delta', { delta: written }],
      ['response.function_call_arguments.done', { arguments: written }],
    ];
  }
  if (item.type !== 'custom_tool_call') return [];
  const written = item['input'];
  return [
    ['response.custom_tool_call_input.delta', { delta: written }],
    ['response.custom_tool_call_input.done', { input: written }],
  ];
};
