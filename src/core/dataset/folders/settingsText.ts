import { parse as parseToml } from 'smol-toml';
import { isMap, isScalar, parseDocument } from 'yaml';
import { isNestedDeeper, maxLevels } from '../../shared/nesting';

export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value of a YAML text. A number under one of `texts` at the top stays as it is written (`1.20` isn't 1.2). Tags
 * make nothing but plain values, and aliases are bounded. Throws for what is no YAML, and for what holds itself.
 */
export const yamlValue = (text: string, texts: readonly string[] = []): unknown => {
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent', uniqueKeys: false });
  if (document.errors.length > 0) throw document.errors[0];
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (isNestedDeeper(value))
    throw new Error(`Lists and fields stand over ${maxLevels} deep in each other, or an alias holds itself.`);
  if (!isFields(value) || !isMap(document.contents)) return value;
  const written = texts.flatMap((key) => {
    const node = document.get(key, true);
    return isScalar(node) && typeof node.value === 'number' && node.source ? [[key, node.source] as const] : [];
  });
  return { ...value, ...Object.fromEntries(written) };
};

/** The value of a TOML text (1.0); dates are texts. Throws for what is no TOML. */
export const tomlValue = (text: string): unknown => JSON.parse(JSON.stringify(parseToml(text.replace(/^\ufeff/, ''))));

/** The value of a JSON text; a byte-order mark is passed over. Throws for what is no JSON, and for a stack of brackets. */
export const jsonValue = (text: string): unknown => {
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  if (isNestedDeeper(value)) throw new Error(`Lists and objects stand over ${maxLevels} deep in each other.`);
  return value;
};
