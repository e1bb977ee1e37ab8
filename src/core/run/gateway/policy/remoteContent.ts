import { isFields } from '../../trajectory/fields';

const mostDepth = 64;
const fetched = new Set(['url', 'image_url', 'file_url']);
const carriers = new Set(['image_url', 'input_image', 'image', 'document', 'input_file', 'file', 'url']);

const isAddress = (value: unknown): boolean => typeof value === 'string' && /^\s*(?:https?|ftp):/i.test(value);

const named = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(value).some(
    ([key, inner]) => fetched.has(key) && (isAddress(inner) || (isFields(inner) && isAddress(inner['url']))),
  );

/**
 * Whether a message holds an image or a document that the provider would fetch from an address: a way out of the
 * sandbox. Arguments and results of tools are texts by then and don't count; deeper than 64 nothing is a message.
 */
export const fetchesAddress = (value: unknown, depth = 0): boolean => {
  if (depth > mostDepth) return false;
  if (Array.isArray(value)) return value.some((inner) => fetchesAddress(inner, depth + 1));
  if (!isFields(value)) return false;
  const type = value['type'];
  if (type === 'tool_use') return false;
  if (typeof type === 'string' && carriers.has(type) && named(value)) return true;
  return Object.values(value).some((inner) => fetchesAddress(inner, depth + 1));
};
