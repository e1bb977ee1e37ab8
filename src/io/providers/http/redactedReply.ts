import type { CallOptions, ModelReply } from '../../../core/run/model/modelProvider';
import { PiecesWithoutKeys, valueWithoutKeys } from '../../../core/run/model/redact';

/**
 * A call whose reply and pieces hold no key: a server that says back what it was sent must not bring the key into
 * trajectories and records.
 */
export const withoutKeysInReply = async (
  keys: readonly string[],
  options: CallOptions,
  call: (onDelta: (text: string) => void) => Promise<ModelReply>,
): Promise<ModelReply> => {
  const pieces = new PiecesWithoutKeys(keys, (text) => options.onDelta?.(text));
  const reply = await call((text) => pieces.add(text));
  pieces.end();
  return valueWithoutKeys(reply, keys);
};
