import { listAt, textAt, valueAt } from '../../trajectory/fields';

const textTypes = new Set(['input_text', 'output_text', 'text', 'summary_text', 'reasoning_text']);

/** The texts of a message's content, joined; what is no text is told by its type. */
export const plainText = (content: unknown): string => {
  if (typeof content === 'string') return content;
  return listAt(content)
    .map((part) => {
      const type = textAt(part, 'type') ?? 'part';
      if (textTypes.has(type)) return textAt(part, 'text') ?? '';
      return type === 'refusal' ? (textAt(part, 'refusal') ?? '') : `[${type} left out]`;
    })
    .join('\n');
};

const imagePart = (address: string) => ({ type: 'image_url', image_url: { url: address } });

const imageAddress = (part: unknown): string | null => {
  const direct = textAt(part, 'image_url') ?? textAt(part, 'image_url', 'url');
  if (direct !== null) return direct;
  const [kind, data] = [textAt(part, 'source', 'media_type'), textAt(part, 'source', 'data')];
  return kind === null || data === null ? null : `data:${kind};base64,${data}`;
};

const chatPart = (part: unknown): unknown => {
  const image = imageAddress(part);
  if (image !== null) return imagePart(image);
  return { type: 'text', text: plainText([part]) };
};

/** A user's content as chat takes it: one text where there are only texts, else parts with the images in them. */
export const userContent = (content: unknown): unknown => {
  const parts = listAt(content);
  const hasImage = parts.some((part) => valueAt(part, 'type') !== undefined && imageAddress(part) !== null);
  return hasImage ? parts.map(chatPart) : plainText(content);
};
