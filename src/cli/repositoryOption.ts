import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputFault } from '../core/shared/problem';
import {
  isRepositoryName,
  parseRepositorySource,
  publicSource,
  type RepositorySource,
} from '../core/workspace/repositorySource';

const headOf = (path: string): string => {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(16);
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
};

/** A file can be a bundle, or the `.git` of a linked working tree; git's own words for any other are of no help. */
const isHistory = (path: string): boolean => {
  const found = statSync(path);
  return found.isDirectory() || (found.isFile() && /^(?:# v\d+ git bundle|gitdir: )/.test(headOf(path)));
};

/**
 * What was typed as `--repo`: a path that exists is that path; else `owner/name` is the public host's, asked for by
 * being typed. Throws InputFault for what is no source.
 */
export const typedSource = (text: string): RepositorySource => {
  const parsed = isRepositoryName(text) && !existsSync(text) ? publicSource(text) : parseRepositorySource(text);
  if (!parsed.ok) throw new InputFault(`--repo: ${parsed.error}`);
  const source = parsed.value;
  if (source.kind === 'url') return source;
  if (!existsSync(source.path)) throw new InputFault(`--repo: there is no folder or bundle ${source.path}.`);
  if (!isHistory(source.path))
    throw new InputFault(`--repo: ${source.path} is no git bundle. Name a clone's folder or a bundle.`);
  return { kind: source.kind, path: resolve(source.path) };
};
