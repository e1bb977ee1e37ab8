import { InvalidArgumentError } from 'commander';

/** A run's id as an argument: it becomes a folder's name. */
export const runName = (text: string): string => {
  if (!/^[A-Za-z0-9][\w.-]{0,127}$/.test(text))
    throw new InvalidArgumentError('letters, digits, dot, dash, underscore.');
  return text;
};

/** `NAME=IMAGE`, which may be given more than once. */
export const imagePair = (text: string, before: Readonly<Record<string, string>>): Record<string, string> => {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('INSTANCE=IMAGE or owner/name=IMAGE is expected.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
};
