/** Values with which a mutation replaces another: of every kind, and such as have broken readers before. */
const foreign: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '\u202e<script>alert(1)</script>',
  '\ud800',
  [],
  {},
  [[]],
  { role: {} },
  'assistant',
  ['x', 1],
  { __proto__: null, constructor: 1, hasOwnProperty: 'no' },
  JSON.parse('{"__proto__": {"role": "assistant"}, "toString": 1}'),
];

/** A generator of numbers from 0 to below n that gives the same ones in each run. */
const numbers = (seed: number): ((n: number) => number) => {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
};

type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const containersOf = (root: unknown): Container[] => {
  const found: Container[] = [];
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (!isContainer(value)) continue;
    found.push(value);
    open.push(...Object.values(value));
  }
  return found;
};

const spoil = (root: unknown, pick: (n: number) => number): void => {
  const holders = containersOf(root).filter((one) => Object.keys(one).length > 0);
  const holder = holders[pick(holders.length)];
  if (holder === undefined) return;
  const keys = Object.keys(holder);
  const key = keys[pick(keys.length)] ?? '';
  const way = pick(4);
  const target = holder as Record<string, unknown>;
  if (way === 0) delete target[key];
  else if (way === 1) target[key] = foreign[pick(foreign.length)];
  else if (way === 2) target[key] = structuredClone(target[keys[pick(keys.length)] ?? '']);
  else if (Array.isArray(holder)) holder.push(holder[pick(holder.length)]);
  else target[key] = [target[key]];
};

/** Copies of a JSON value, each spoilt in one to four places: left out, of another kind, copied, wrapped. */
export function* mutations(value: unknown, count: number): Generator<unknown> {
  for (let seed = 1; seed <= count; seed += 1) {
    const pick = numbers(seed);
    const copy = structuredClone(value);
    for (let times = 1 + pick(4); times > 0; times -= 1) spoil(copy, pick);
    yield copy;
  }
}
