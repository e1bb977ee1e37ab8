import fc from 'fast-check';

/** CI tries the same cases each time; the night draws new ones, and prints the seed of what it finds. */
if (process.env['TOUCHSTONE_NIGHT'] !== '1') fc.configureGlobal({ seed: 20261130 });
