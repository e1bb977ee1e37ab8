import { fieldsAt, listAt, numberAt, textAt } from '../../fields';
import type { NoticeKind, Usage } from '../../step';
import { noUsage } from '../usageSum';

/** What a system line is: a step of its own, an event of the telemetry, or neither. */
export type SystemLine =
  | { readonly kind: 'notice'; readonly notice: NoticeKind; readonly words: string; readonly call: boolean }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'reply'; readonly usage: Usage }
  | { readonly kind: 'skip'; readonly name: string };

/** Events are told by their fields: some exporters leave their names out. */
const telemetry = (event: unknown): SystemLine => {
  const isTool = textAt(event, 'function_name') !== null;
  const error = textAt(event, 'error_message') ?? textAt(event, 'error_type');
  if (!isTool && error !== null) return { kind: 'notice', notice: 'missing-reply', words: error, call: true };
  const prompt = numberAt(event, 'input_token_count');
  if (isTool || prompt === null) return { kind: 'skip', name: `telemetry of ${isTool ? 'calls' : 'other kinds'}` };
  const usage = {
    ...noUsage,
    prompt,
    cached: numberAt(event, 'cached_content_token_count'),
    completion: numberAt(event, 'output_token_count'),
    reasoning: numberAt(event, 'thoughts_token_count'),
  };
  return { kind: 'reply', usage };
};

const notice = (kind: NoticeKind, words: string): SystemLine => ({ kind: 'notice', notice: kind, words, call: false });

/** What this `system` line of a Qwen session is. */
export const systemLineOf = (line: unknown): SystemLine => {
  const subtype = textAt(line, 'subtype') ?? 'without a subtype';
  const payload = fieldsAt(line, 'systemPayload');
  if (subtype === 'rewind') return notice('rewind', `Rewound to message ${textAt(payload, 'targetUuid') ?? '?'}`);
  if (subtype === 'chat_compression') return notice('compaction', 'What went before was replaced by a summary');
  if (subtype === 'ui_telemetry') return telemetry(fieldsAt(payload, 'uiEvent'));
  const command = textAt(payload, 'rawCommand');
  const isResult = listAt(payload, 'outputHistoryItems').length > 0;
  if (subtype === 'slash_command' && command !== null && !isResult) return { kind: 'command', command };
  return { kind: 'skip', name: `system ${subtype}` };
};
