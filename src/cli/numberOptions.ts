import { InvalidArgumentError } from 'commander';

/** A typed number above 0. */
export const positive = (text: string): number => {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('a number above 0 is expected.');
  return value;
};

/** A typed whole number above 0. */
export const positiveWhole = (text: string): number => {
  const value = positive(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('a whole number is expected.');
  return value;
};

/** A typed number of GiB, 0 or more, in bytes. */
export const gibibytes = (text: string): number => {
  const value = Number(text);
  if (!(value >= 0) || !Number.isFinite(value))
    throw new InvalidArgumentError('a number of GiB, 0 or more, is expected.');
  return value * 1024 ** 3;
};
