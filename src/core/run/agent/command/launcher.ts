/** One word for sh, whatever it holds; a NUL can't be in one. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export interface Launch {
  /** Program and arguments, as they are to arrive. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Program and arguments of the gateway's forwarder, which starts what stands behind them and ends as that does. */
  readonly forwarder: readonly string[];
  /** File to which the program's standard error goes. */
  readonly errors: string;
  readonly seconds: number;
}

/**
 * The script that becomes the agent's program. Nothing in a word or a value is read by the shell. Standard input is
 * closed; standard error goes to a file, so that what comes out is the program's own records. The image's `timeout` ends
 * it from inside, where there is one; the host does later in any case.
 */
export const launchScript = ({ words, env, forwarder, errors, seconds }: Launch): string =>
  [
    `exec </dev/null 2>${shellWord(errors)}`,
    ...Object.entries(env).map(([name, value]) => `export ${name}=${shellWord(value)}`),
    `set -- ${words.map(shellWord).join(' ')}`,
    `timeout -k 1 1 true 2>/dev/null && set -- timeout -k 2 ${Math.ceil(seconds)} "$@"`,
    `exec ${forwarder.map(shellWord).join(' ')} "$@"`,
    '',
  ].join('\n');

/** What the kernel takes as one argument (Linux, pages of 4 KiB), its end included. */
export const mostArgumentBytes = 128 * 1024;
