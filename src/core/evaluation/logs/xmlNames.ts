import type { XmlTag } from './xmlTag';

interface Scope {
  readonly plain: boolean;
  readonly prefixes: readonly string[];
}

const prefixOf = (name: string): string | null => {
  const colon = name.indexOf(':');
  return colon === -1 ? null : name.slice(0, colon);
};

/** The open elements' namespaces, as far as they matter: which names have none, and which prefixes mean something. */
export class XmlNames {
  private readonly scopes: Scope[] = [{ plain: true, prefixes: [] }];
  private readonly bound = new Map([['xml', 1]]);

  /** Opens an element. Whether its name stands in no namespace; null where a prefix means nothing. */
  open({ name, attributes }: XmlTag): boolean | null {
    const declared = [...attributes.keys()].filter((key) => key.startsWith('xmlns:')).map((key) => key.slice(6));
    const own = attributes.get('xmlns');
    const plain = own === undefined ? (this.scopes.at(-1)?.plain ?? true) : own === '';
    for (const prefix of declared) this.bound.set(prefix, (this.bound.get(prefix) ?? 0) + 1);
    this.scopes.push({ plain, prefixes: declared });
    const used = [name, ...attributes.keys()].map(prefixOf).filter((prefix) => prefix !== null && prefix !== 'xmlns');
    const fits = used.every((prefix) => (this.bound.get(prefix ?? '') ?? 0) > 0);
    const emptied = declared.some((prefix) => prefix === '' || attributes.get(`xmlns:${prefix}`) === '');
    if (!fits || emptied) return null;
    return plain && prefixOf(name) === null;
  }

  close(): void {
    for (const prefix of this.scopes.pop()?.prefixes ?? []) this.bound.set(prefix, (this.bound.get(prefix) ?? 1) - 1);
  }
}
