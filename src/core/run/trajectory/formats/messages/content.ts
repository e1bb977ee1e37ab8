import { isFields, textAt } from '../../fields';
import type { Notice } from '../../step';

export interface Content {
  readonly text: string;
  readonly notices: readonly Notice[];
}

const partText = (part: unknown): string | null => {
  if (typeof part === 'string') return part;
  return textAt(part, 'text') ?? textAt(part, 'content') ?? textAt(part, 'refusal');
};

const kindOfPart = (part: unknown): string => (isFields(part) ? (textAt(part, 'type') ?? 'unknown') : typeof part);

/** The text of a message's content: a text, or a list of parts, of which those without text are said. */
export const contentOf = (content: unknown): Content => {
  if (content === null || content === undefined) return { text: '', notices: [] };
  if (typeof content === 'string') return { text: content, notices: [] };
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const lost = parts.filter((part) => partText(part) === null);
  return {
    text: parts.map((part) => partText(part) ?? '').join(''),
    notices: lost.map((part) => ({ kind: 'not-read', text: `A part of kind ${kindOfPart(part)} has no text.` })),
  };
};
