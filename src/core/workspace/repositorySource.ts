import { err, ok, type Result } from '../shared/result';

/** Where the history of an instance's repository comes from. Outside data: `checkSource` stands before every use. */
export type RepositorySource =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'bundle'; readonly path: string };

const publicHost = 'https://github.com';

// Hosts and users never start with a dash: ssh would read them as an option.
const host = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])`;
const user = '[A-Za-z0-9_][A-Za-z0-9_.-]*';
const httpsAddress = new RegExp(String.raw`^https://${host}(?::\d{1,5})?/[^\s?#\\]+$`);
const sshAddress = new RegExp(String.raw`^ssh://(?:${user}@)?${host}(?::\d{1,5})?/[^\s\\]+$`);
const scpAddress = new RegExp(String.raw`^${user}@${host}:(?![-:])[^\s\\]+$`);
const ownerAndName = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?\/[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const control = /[\u0000-\u001f\u007f]/;

/** Whether the text is a row's `repo`, `owner/name`, and nothing that git could read as something else. */
export const isRepositoryName = (text: string): boolean => ownerAndName.test(text) && !/\/\.{1,2}$/.test(text);

/** The address of `owner/name` on the public host. Only for use where a person asked for it. */
export const publicSource = (name: string): Result<RepositorySource, string> =>
  isRepositoryName(name)
    ? ok({ kind: 'url', url: `${publicHost}/${name}.git` })
    : err(`"${printable(name)}" isn't a repository name; expected owner/name.`);

/** One line of text that is safe to print: no control characters, no user or password of an address. */
export const printable = (text: string): string =>
  text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1')
    .replace(new RegExp(control, 'g'), '\ufffd')
    .slice(0, 300);

/** How a source is named in messages: an address without user, or a path. */
export const describeSource = (source: RepositorySource): string =>
  printable(source.kind === 'url' ? source.url : source.path);

const urlFault = (url: string): string | null => {
  if (/^https:\/\/[^/]*@/i.test(url) || /^ssh:\/\/[^/]*:[^/]*@/i.test(url))
    return `The address ${printable(url)} holds a user or password; take it out and use a credential helper or ssh.`;
  if (httpsAddress.test(url) || sshAddress.test(url) || scpAddress.test(url)) return null;
  return `"${printable(url)}" isn't an https or ssh address; those, local folders and bundles are the sources allowed.`;
};

const pathFault = (path: string): string | null => {
  if (path === '') return 'The path of the repository is empty.';
  if (path.startsWith('-')) return `The path "${printable(path)}" starts with a dash; write ./${printable(path)}.`;
  if (/^[A-Za-z0-9+.-]+:[:/]{2}/.test(path) || /^[A-Za-z0-9+.-]+::/.test(path))
    return `"${printable(path)}" is an address, not a path of a folder or bundle.`;
  return null;
};

/** Null where git may be given the source; else one sentence that says what is wrong and never a password. */
export const checkSource = (source: RepositorySource): string | null => {
  const text = source.kind === 'url' ? source.url : source.path;
  if (control.test(text)) return `The repository "${printable(text)}" holds a control character.`;
  return source.kind === 'url' ? urlFault(text) : pathFault(text);
};

const fromFileUrl = (text: string): Result<RepositorySource, string> => {
  if (!text.startsWith('file:///')) return err(`"${printable(text)}" names another host; a file address has none.`);
  try {
    return localSource(decodeURIComponent(text.slice('file://'.length)));
  } catch {
    return err(`"${printable(text)}" isn't a well-formed file address.`);
  }
};

const localSource = (path: string): Result<RepositorySource, string> =>
  checked(path.endsWith('.bundle') ? { kind: 'bundle', path } : { kind: 'path', path });

const checked = (source: RepositorySource): Result<RepositorySource, string> => {
  const fault = checkSource(source);
  return fault === null ? ok(source) : err(fault);
};

/**
 * Reads what a person typed: an https or ssh address, `user@host:path`, a `file:///` address, or a path of a clone or
 * bundle. `owner/name` is a relative path here; `publicSource` is the way to the public host.
 */
export const parseRepositorySource = (text: string): Result<RepositorySource, string> => {
  if (/^file:\/\//.test(text)) return fromFileUrl(text);
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text) || scpAddress.test(text)) return checked({ kind: 'url', url: text });
  return localSource(text);
};

/** The same text for addresses of the same repository (`.git`, trailing slashes, host in capitals), for cache keys. */
export const canonicalSource = (source: RepositorySource): string => {
  if (source.kind !== 'url') return source.path;
  const trimmed = source.url.replace(/\/+$/, '').replace(/\.git$/, '');
  return trimmed.replace(/^(https:\/\/|ssh:\/\/)([^/]+)/, (_all, scheme: string, authority: string) => {
    return `${scheme}${authority.toLowerCase()}`;
  });
};
