import type { OutputChunk, Session, Step, StepEnd, StepSpec } from '../../core/run/container/session';
import type { ForkSandbox } from '../run/runRequest';

/** One word of a command may take 128 KiB in Linux; longer texts go through a file, in pieces. */
const mostInline = 60_000;
const pieceBytes = 45_000;

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

const base64 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};

/** The sandbox of an attempt as a session, for what does recorded steps again. Output comes whole, after the end. */
export class SandboxShell implements Pick<Session, 'start' | 'killAll'> {
  private files = 0;

  constructor(
    private readonly sandbox: ForkSandbox,
    /** A folder of ours in the sandbox. */
    private readonly notes: string,
  ) {}

  /** Puts bytes into a file of the sandbox, folders on the way made; false: it could not be written. */
  async put(path: string, bytes: Uint8Array): Promise<boolean> {
    const to = quoted(path);
    const first = await this.sandbox.run(`mkdir -p -- "$(dirname -- ${to})" && : >${to}`, 60);
    if (first.returncode !== 0) return false;
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = base64(bytes.subarray(at, at + pieceBytes));
      const { returncode } = await this.sandbox.run(`printf %s ${piece} | base64 -d >>${to}`, 60);
      if (returncode !== 0) return false;
    }
    return true;
  }

  async start(spec: StepSpec): Promise<Step> {
    const began = performance.now();
    const { output, returncode } = await this.sandbox.run(await this.commandOf(spec), spec.timeoutMs / 1000);
    const wallMs = performance.now() - began;
    const bytes = new TextEncoder().encode(output);
    // Minus one is what a sandbox says of a command that it ended.
    const end: StepEnd =
      returncode === -1
        ? { kind: 'time-out', exitCode: null, evidence: ['the sandbox ended it'], wallMs }
        : { kind: 'finished', exitCode: returncode, evidence: [], wallMs };
    return { output: chunksOf(bytes), wait: async () => end, kill: () => this.killAll() };
  }

  /** Each command of the sandbox has its own end; nothing is left that could be reached from here. */
  async killAll(): Promise<void> {}

  private async commandOf({ command, cwd, env, input }: StepSpec): Promise<string> {
    const names = Object.entries(env).map(([name, value]) => quoted(`${name}=${value}`));
    const words = [...(names.length > 0 ? ['env', ...names] : []), ...command.map(quoted)].join(' ');
    const from = input === null ? '' : ` <${quoted(await this.keep(input))}`;
    const text = `${cwd === null ? '' : `cd -- ${quoted(cwd)} && `}${words}${from}`;
    if (text.length <= mostInline) return text;
    return `bash ${quoted(await this.keep(new TextEncoder().encode(text)))}`;
  }

  private async keep(bytes: Uint8Array): Promise<string> {
    this.files += 1;
    const path = `${this.notes}/given-${this.files}`;
    await this.put(path, bytes);
    return path;
  }
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<OutputChunk> {
  if (bytes.length > 0) yield { stream: 'stdout', bytes };
}
