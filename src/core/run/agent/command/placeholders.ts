/** What stands for what in a manifest's command, environment, files and logs. */
export const placeholderWords = {
  task: 'what the agent is asked, as one argument (128 KiB at most)',
  task_file: 'a file in the sandbox that holds it',
  statement: "the instance's statement (in `task`)",
  testbed: "the repository's folder in the sandbox",
  model: "the model's name, as the provider has it",
  base_url: "the gateway's address in the sandbox, without /v1",
  key: 'a placeholder where an agent insists on a key; it opens nothing',
  turns: 'the most turns',
  seconds: 'the most seconds',
  cost: 'the most dollars',
  layer: "the agent's own files, read-only",
  node: 'the Node that came with them',
  python: 'the Python that came with them',
  native: 'starts the program that follows with the GNU C library that came with them',
  home: 'a folder for the agent alone, writable',
  arch: "the machine in Node's word: x64 or arm64",
  machine: "the machine in the kernel's word: x86_64 or aarch64",
  instance: "the instance's id, as a file's name",
} as const;

export type Placeholder = keyof typeof placeholderWords;

export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>;

const pattern = /\{([a-z_]+)\}/g;

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholderWords, name);

/**
 * Puts values in, in one pass: what stands in a value is not looked at again. A name that is no placeholder, and one
 * without a value, stays as it is.
 */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(pattern, (whole, name: string) => (isPlaceholder(name) ? (values[name] ?? whole) : whole));

/**
 * Words in braces that look like a placeholder and are none: `{taskfile}`. Looked for in commands and environments,
 * where nothing else is written so; not in files, whose own syntax may have braces.
 */
export const unknownPlaceholders = (text: string): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !isPlaceholder(name));
