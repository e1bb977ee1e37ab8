/** An address of a server, read by a rule so narrow that no other reader can take its host for another. */
export interface Address {
  /** `https://api.openai.com`, in lower case, the usual port left out. */
  readonly origin: string;
  /** Host, with the port where it isn't the usual one. */
  readonly host: string;
}

const shape = /^(https?):\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::(\d{1,5}))?(?:\/[^\s?#\\@]*)?$/i;

const usualPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Null: it is no address of a server, or says more than one (a name, a password, a query). */
export const readAddress = (text: string): Address | null => {
  const found = shape.exec(text);
  if (found === null) return null;
  const scheme = (found[1] ?? '').toLowerCase();
  const port = found[3] === undefined ? null : String(Number(found[3]));
  const host = `${(found[2] ?? '').toLowerCase()}${port === null || usualPorts[scheme] === port ? '' : `:${port}`}`;
  return { origin: `${scheme}://${host}`, host };
};
