import { type Fields, fieldsAt, isFields, listAt, textAt, valueAt } from '../../trajectory/fields';
import type { ChatMessage } from '../chat';

/** A block of a message as Anthropic's Messages have it. */
export type Block = Fields & { readonly type: string };

export const textBlock = (text: string): Block => ({ type: 'text', text });

const imageShape = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=]+)$/;

const partBlock = (part: unknown): readonly Block[] => {
  const url = textAt(part, 'image_url', 'url') ?? '';
  const image = imageShape.exec(url);
  if (image !== null) return [{ type: 'image', source: { type: 'base64', media_type: image[1], data: image[2] } }];
  if (url.startsWith('https://')) return [{ type: 'image', source: { type: 'url', url } }];
  const text = textAt(part, 'text') ?? (typeof part === 'string' ? part : null);
  return text === null ? [textBlock(JSON.stringify(part))] : text === '' ? [] : [textBlock(text)];
};

/** A content, a text or parts, as blocks; an empty text is none, for the API refuses it. */
export const contentBlocks = (content: unknown): readonly Block[] => {
  if (typeof content === 'string') return content === '' ? [] : [textBlock(content)];
  return Array.isArray(content) ? content.flatMap(partBlock) : [];
};

/** All text of a content, for where only text may stand. */
export const contentText = (content: unknown): string =>
  contentBlocks(content)
    .map((block) => textAt(block, 'text') ?? '')
    .filter((text) => text !== '')
    .join('\n\n');

/** Arguments that a call may have: an object. What the model wrote and is none goes back under a name of ours. */
const inputOf = (written: string): Fields => {
  try {
    const value: unknown = JSON.parse(written === '' ? '{}' : written);
    if (isFields(value)) return value;
  } catch {
    // Told below.
  }
  return { unreadable_arguments: written };
};

const isThought = (block: unknown): block is Block => {
  const type = textAt(block, 'type');
  if (type === 'redacted_thinking') return textAt(block, 'data') !== null;
  return type === 'thinking' && textAt(block, 'thinking') !== null && (textAt(block, 'signature') ?? '') !== '';
};

/** A reply as blocks: thinking first and with its signatures, then what it said, then its calls. */
export const replyBlocks = (message: ChatMessage): readonly Block[] => {
  const calls = listAt(message, 'tool_calls').flatMap((call): readonly Block[] => {
    const fn = fieldsAt(call, 'function');
    const [id, name] = [textAt(call, 'id'), textAt(fn, 'name')];
    if (id === null || name === null) return [];
    return [{ type: 'tool_use', id, name, input: inputOf(textAt(fn, 'arguments') ?? '') }];
  });
  const thoughts = listAt(message, 'thinking_blocks').filter(isThought);
  return [...thoughts, ...contentBlocks(valueAt(message, 'content')), ...calls];
};
