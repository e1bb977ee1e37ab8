import { isAlias, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { nearest } from '../../shared/nearest';
import { readAddress } from './address';
import type { ModelEntry, ModelPrices, ModelProtocol } from './modelEntry';

const protocols = ['openai', 'anthropic', 'vscode', 'replay', 'scripted'] as const;
const spoken = ['responses', 'anthropic', 'openai'] as const;
const priceFields = ['input', 'cachedInput', 'cacheWrite', 'output'] as const;

/** Names of an entry's fields as people write them. */
export const entryFields = [
  'id',
  'protocol',
  'model',
  'baseUrl',
  'file',
  'key',
  'contextTokens',
  'maxOutputTokens',
  'prices',
  'params',
  'alsoSpeaks',
] as const;

/** Fields of a request that the program itself writes. */
const ownParams = ['model', 'messages', 'tools'];

const idShape = /^[\p{L}\p{N}][\p{L}\p{N}._:/@+-]{0,127}$/u;
const keyShape = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Tells a fault at its node. */
export type TellFault = (node: unknown, field: string, reason: string) => void;

const isNothing = (node: unknown): boolean =>
  node === undefined || node === null || (isScalar(node) && node.value === null);

const addressFault = (text: string): string | null => {
  if (readAddress(text) !== null) return null;
  if (/^https?:\/\/[^/]*@/i.test(text))
    return 'A name or password in an address would reach logs. Name an environment variable in key instead.';
  if (/[?#]/.test(text)) return 'Leave out what begins with "?" or "#".';
  return 'Expected an address with http:// or https://, such as http://127.0.0.1:8000/v1.';
};

/** Reads one entry; every fault is told, and an entry that can't be used is null. */
export class EntryReader {
  #isUsable = true;

  constructor(
    private readonly map: YAMLMap,
    private readonly tell: TellFault,
  ) {}

  read(): ModelEntry | null {
    const id = this.#required('id', 'a name by which you choose it, such as gpt-5-mini');
    if (id !== null && !idShape.test(id)) this.#bad('id', 'A name of letters, digits and . _ : / @ + - (at most 128).');
    const protocol = this.#protocol();
    const isFile = protocol === 'replay' || protocol === 'scripted';
    const model = isFile ? (this.#text('model') ?? id) : this.#required('model', "the provider's own name of it");
    const entry = {
      baseUrl: this.#baseUrl(),
      file: this.#file(isFile),
      keyName: this.#keyName(),
      contextTokens: this.#whole('contextTokens'),
      maxOutputTokens: this.#whole('maxOutputTokens'),
      prices: this.#prices(),
      params: this.#params(),
      alsoSpeaks: this.#alsoSpeaks(),
    };
    if (!this.#isUsable || id === null || protocol === null || model === null) return null;
    return { id, protocol, model, ...entry };
  }

  #node(field: string): unknown {
    return this.map.get(field, true);
  }

  /** Where a fault is marked: the field's value, or the entry where there is none. */
  #bad(field: string, reason: string, node: unknown = this.#node(field)): null {
    this.tell(isNothing(node) ? this.map : node, field, reason);
    this.#isUsable = false;
    return null;
  }

  #text(field: string): string | null {
    const node = this.#node(field);
    if (isNothing(node)) return null;
    if (isScalar(node) && typeof node.value === 'string' && node.value.trim() !== '') return node.value;
    if (isScalar(node) && typeof node.value === 'number') return node.source ?? String(node.value);
    return this.#bad(field, 'Expected a text.');
  }

  #required(field: string, what: string): string | null {
    if (isNothing(this.#node(field))) return this.#bad(field, `It is missing: ${what}.`);
    return this.#text(field);
  }

  #protocol(): ModelProtocol | null {
    const text = this.#required('protocol', `one of ${protocols.join(', ')}`);
    if (text === null) return null;
    const found = protocols.find((one) => one === text);
    const near = nearest(text, protocols);
    const fix = near === null ? '' : ` Did you mean ${near}?`;
    return found ?? this.#bad('protocol', `"${text}" is none of ${protocols.join(', ')}.${fix}`);
  }

  #baseUrl(): string | null {
    const text = this.#text('baseUrl');
    const fault = text === null ? null : addressFault(text);
    return fault === null ? text : this.#bad('baseUrl', fault);
  }

  #file(isNeeded: boolean): string | null {
    const text = this.#text('file');
    if (isNeeded && text === null) return this.#bad('file', 'It is missing: the file with the replies.');
    return text;
  }

  #keyName(): string | null {
    const text = this.#text('key');
    if (text === null || keyShape.test(text)) return text;
    const reason =
      'Expected the name of an environment variable, such as OPENAI_API_KEY; a key itself must not be here.';
    return this.#bad('key', reason);
  }

  #whole(field: string): number | null {
    const node = this.#node(field);
    if (isNothing(node)) return null;
    const value = isScalar(node) ? node.value : null;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
    return this.#bad(field, 'Expected a whole number above 0.');
  }

  #prices(): ModelPrices | null {
    const node = this.#node('prices');
    if (isNothing(node)) return null;
    if (!isMap(node))
      return this.#bad('prices', `Expected a block of ${priceFields.join(', ')}: dollars per million tokens.`);
    for (const { key } of node.items) {
      const name = String(isScalar(key) ? key.value : key);
      if (!(priceFields as readonly string[]).includes(name))
        this.#bad(`prices.${name}`, `There is no such price. There are: ${priceFields.join(', ')}.`, key);
    }
    const [input = null, cachedInput = null, cacheWrite = null, output = null] = priceFields.map((name) =>
      this.#price(node.get(name, true), name),
    );
    return { input, cachedInput, cacheWrite, output };
  }

  #price(node: unknown, name: string): number | null {
    if (isNothing(node)) return null;
    const value = isScalar(node) ? node.value : null;
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
    return this.#bad(
      `prices.${name}`,
      'Expected dollars per million tokens, such as 0.25; leave it out if unknown.',
      node,
    );
  }

  #params(): Readonly<Record<string, unknown>> {
    const node = this.#node('params');
    if (isNothing(node)) return {};
    const value: unknown = isMap(node) && !isAlias(node) ? node.toJSON() : null;
    if (typeof value !== 'object' || value === null) {
      this.#bad('params', 'Expected a block of further fields of the request, such as temperature: 0.');
      return {};
    }
    const taken = ownParams.find((name) => Object.hasOwn(value, name));
    if (taken !== undefined) this.#bad('params', `${taken} is written by the program. Take it out.`);
    return value as Readonly<Record<string, unknown>>;
  }

  #alsoSpeaks(): ModelEntry['alsoSpeaks'] {
    const node = this.#node('alsoSpeaks');
    if (isNothing(node)) return [];
    const values: readonly unknown[] = isSeq(node)
      ? node.items.map((item) => (isScalar(item) ? item.value : item))
      : [null];
    const known = spoken.filter((one) => values.includes(one));
    if (known.length === values.length) return known;
    this.#bad('alsoSpeaks', `Expected a list of ${spoken.join(', ')}.`);
    return [];
  }
}
