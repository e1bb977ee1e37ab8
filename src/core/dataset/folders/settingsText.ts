import { parse as parseToml } from 'smol-toml';
import { isMap, isScalar, parseDocument } from 'yaml';

export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value of a YAML text. A number under one of `texts` at the top stays as it is written (`1.20` isn't 1.2). Tags
 * make nothing but plain values, and aliases are bounded. Throws for what is no YAML.
 */
export const yamlValue = (text: string, texts: readonly string[] = []): unknown => {
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent', uniqueKeys: false });
  if (document.errors.length > 0) throw document.errors[0];
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (!isFields(value) || !isMap(document.contents)) return value;
  const written = texts.flatMap((key) => {
    const node = document.get(key, true);
    return isScalar(node) && typeof node.value === 'number' && node.source ? [[key, node.source] as const] : [];
  });
  return { ...value, ...Object.fromEntries(written) };
};

/** The value of a TOML text (1.0); dates are texts. Throws for what is no TOML. */
export const tomlValue = (text: string): unknown => JSON.parse(JSON.stringify(parseToml(text.replace(/^\ufeff/, ''))));
