/** A value of a template's language, as far as it can be shown: plain data. A number that Python has as a float. */
export class PythonFloat {
  constructor(readonly value: number) {}
}

const floatText = (value: number): string => {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
};

/** What `repr` writes otherwise: what can't be printed, blanks but the space, backslashes, and quotes as they fall. */
const unshown = /[\\'"]|(?! )[\p{C}\p{Z}]/gu;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
};

/** `repr` of a text. */
const quoted = (text: string): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(unshown, (character) => {
    if (character === '"' || character === "'") return character === quote ? `\\${character}` : character;
    return escapes[character] ?? escapeOf(character);
  });
  return `${quote}${body}${quote}`;
};

const repr = (value: unknown): string => (typeof value === 'string' ? quoted(value) : pythonShown(value));

/** `str(value)` of Python: `None`, `True`, `1.0`, `['a', 'b']`. */
export const pythonShown = (value: unknown): string => {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value instanceof PythonFloat) return floatText(value.value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : floatText(value);
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, each]) => `${repr(key)}: ${repr(each)}`)
    .join(', ')}}`;
};

const ascii = (text: string): string =>
  text.replace(/[\x7f-\uffff<>&']/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The filter `tojson` of jinja2: ASCII alone, keys in order, and no character that HTML could take for its own. `indent`
 * in spaces; null: one line.
 */
export const pythonToJson = (value: unknown, indent: number | null): string => ascii(dumped(value, indent, 0));

const dumped = (value: unknown, indent: number | null, depth: number): string => {
  if (value === null || value === undefined) return 'null';
  if (value instanceof PythonFloat) return floatText(value.value);
  if (typeof value === 'number') return pythonShown(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map((each) => dumped(each, indent, depth + 1))
    : Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, each]) => `${JSON.stringify(key)}: ${dumped(each, indent, depth + 1)}`);
  if (indent === null || parts.length === 0) return `${open}${parts.join(', ')}${close}`;
  const line = (deep: number) => `\n${' '.repeat(indent * deep)}`;
  return `${open}${line(depth + 1)}${parts.join(`,${line(depth + 1)}`)}${line(depth)}${close}`;
};
