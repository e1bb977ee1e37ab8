import type * as z from 'zod/mini';
import { nearest } from '../../../shared/nearest';
import { type ManifestDocument, manifestSchema } from './manifestSchema';
import { placeholderWords, unknownPlaceholders } from './placeholders';

export type FaultPath = readonly (string | number)[];
export interface ManifestFault {
  readonly path: FaultPath;
  readonly reason: string;
}

/** `command[2]`, `env.HOME`; null: the file as a whole. */
export const fieldText = (path: FaultPath): string | null =>
  path.length === 0
    ? null
    : path.reduce<string>(
        (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${key}` : key),
        '',
      );

const topNames = Object.keys(manifestSchema.def.shape);

const unknownKey = (path: FaultPath, key: string): ManifestFault => {
  const meant = path.length === 0 ? nearest(key, topNames) : null;
  const fix = meant === null ? 'Take it out.' : `Did you mean "${meant}"?`;
  return { path: [...path, key], reason: `"${key}" isn't a field here. ${fix}` };
};

/** What the schema refused, in words that say how to mend it. */
export const schemaFaults = (issue: z.core.$ZodIssue): ManifestFault[] => {
  const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key));
  if (issue.code === 'invalid_key')
    return [{ path, reason: `the name ${issue.issues.map(({ message }) => message).join(' ')}` }];
  if (issue.input === undefined && issue.code === 'invalid_type')
    return [{ path, reason: `is missing; it must be ${issue.expected}.` }];
  const values = issue.code === 'invalid_value' ? `must be one of: ${issue.values.map(String).join(', ')}.` : null;
  return [{ path, reason: values ?? issue.message }];
};

/** Placeholders that are misspelt, in the places where nothing else is written in braces. */
const placeholderFaults = ({ command, env = {}, logs = [] }: ManifestDocument): ManifestFault[] => {
  const places: readonly (readonly [FaultPath, string])[] = [
    ...command.map((text, at): readonly [FaultPath, string] => [['command', at], text]),
    ...Object.entries(env).map(([name, text]): readonly [FaultPath, string] => [['env', name], text]),
    ...logs.map(({ from }, at): readonly [FaultPath, string] => [['logs', at, 'from'], from]),
  ];
  return places.flatMap(([path, text]) =>
    unknownPlaceholders(text).map((name) => {
      const meant = nearest(name, Object.keys(placeholderWords));
      const fix =
        meant === null ? `There are: ${Object.keys(placeholderWords).join(', ')}.` : `Did you mean {${meant}}?`;
      return { path, reason: `{${name}} isn't a placeholder. ${fix}` };
    }),
  );
};

/** What is of the right shape and can't be meant. */
export const meaningFaults = (document: ManifestDocument): ManifestFault[] => {
  const found = placeholderFaults(document);
  const { install, runtime, logs = [] } = document;
  if (install !== undefined && 'pip' in install && runtime !== 'python')
    found.push({ path: ['runtime'], reason: 'packages of pip need "runtime: python".' });
  if (!document.command.some((word) => /\{task(_file)?\}/.test(word)))
    found.push({
      path: ['command'],
      reason: 'names neither {task} nor {task_file}: the agent would not know what to do.',
    });
  for (const name of ['node', 'python', 'native'] as const)
    if (document.command.some((word) => word.includes(`{${name}}`)) && runtime !== name)
      found.push({ path: ['runtime'], reason: `the command uses {${name}}: write "runtime: ${name}".` });
  const names = logs.map(({ to }) => to);
  names.forEach((name, at) => {
    if (names.indexOf(name) !== at) found.push({ path: ['logs', at, 'to'], reason: `"${name}" stands twice.` });
  });
  return found;
};
