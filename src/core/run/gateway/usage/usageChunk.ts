import { fieldsAt, listAt, valueAt } from '../../trajectory/fields';
import { readSseEvent, sseJson } from '../sse/sseEvent';

/** Whether an event is the chunk that `stream_options.include_usage` adds to a chat stream: no choice, only the usage. */
export const isUsageChunk = (bytes: Uint8Array): boolean => {
  const data = sseJson(readSseEvent(bytes));
  return (
    fieldsAt(data, 'usage') !== null && Array.isArray(valueAt(data, 'choices')) && listAt(data, 'choices').length === 0
  );
};
