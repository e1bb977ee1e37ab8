/** One tag of an XML document. */
export interface XmlTag {
  readonly kind: 'open' | 'close' | 'empty';
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const NAME = '[\\p{L}_:][\\p{L}\\p{M}\\p{N}_:.\u00b7-]*';
const SPACE = '[ \\t\\n]';
const HEAD = new RegExp(`<(/?)(${NAME})`, 'uy');
const ATTRIBUTE = new RegExp(`${SPACE}+(${NAME})${SPACE}*=${SPACE}*("[^"<]*"|'[^'<]*')`, 'uy');
const TAIL = new RegExp(`${SPACE}*(/?)>`, 'uy');
const REFERENCE = /&(?:#(\d{1,9})|#x([0-9a-fA-F]{1,8})|(lt|gt|amp|quot|apos));|&/g;
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const isXmlCharacter = (code: number): boolean =>
  code === 0x09 ||
  code === 0x0a ||
  code === 0x0d ||
  (code >= 0x20 && code < 0xd800) ||
  (code >= 0xe000 && code < 0xfffe) ||
  (code >= 0x10000 && code <= 0x10ffff);

const characterOf = (decimal: string | undefined, hex: string | undefined): string | null => {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return isXmlCharacter(code) ? String.fromCodePoint(code) : null;
};

/**
 * Replaces the five named references and the numeric ones, and no others: there are no entities here to expand. Null
 * where a reference is another one or names no character.
 */
export const decodeReferences = (text: string): string | null => {
  if (!text.includes('&')) return text;
  let fits = true;
  const decoded = text.replace(REFERENCE, (_all, decimal?: string, hex?: string, name?: string) => {
    const character = name === undefined ? characterOf(decimal, hex) : named[name];
    fits &&= character !== null && character !== undefined;
    return character ?? '&';
  });
  return fits ? decoded : null;
};

const unquote = (quoted: string): string => quoted.slice(1, -1).replace(/[\t\n]/g, ' ');

/** Reads `<name key="value">`, whole; null where it is no tag of a well-formed document. */
export const readTag = (source: string, manner: 'strict' | 'lenient' = 'strict'): XmlTag | null => {
  HEAD.lastIndex = 0;
  const head = HEAD.exec(source);
  if (head?.[2] === undefined) return null;
  const attributes = new Map<string, string>();
  let at = HEAD.lastIndex;
  for (ATTRIBUTE.lastIndex = at; ; ) {
    const [, key, quoted] = ATTRIBUTE.exec(source) ?? [];
    if (key === undefined || quoted === undefined) break;
    const value = decodeReferences(unquote(quoted));
    if (manner === 'strict' && (value === null || attributes.has(key))) return null;
    if (!attributes.has(key)) attributes.set(key, value ?? unquote(quoted));
    at = ATTRIBUTE.lastIndex;
  }
  TAIL.lastIndex = at;
  const tail = TAIL.exec(source);
  if (!tail || TAIL.lastIndex !== source.length) return null;
  const closes = head[1] === '/';
  if (closes && (attributes.size > 0 || tail[1] === '/')) return null;
  return { kind: closes ? 'close' : tail[1] === '/' ? 'empty' : 'open', name: head[2], attributes };
};
