import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Agent } from 'node:http';
import { Duplex } from 'node:stream';

/**
 * One connection to an engine on another machine: the docker command there passes our bytes on
 * (`reference: docker/cli, cli/connhelper/ssh`). The person's own ssh does it, with its keys, agent, jump hosts and
 * known hosts; it asks nothing, since nobody may be there to answer.
 */
class SshConnection extends Duplex {
  #said = '';

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    super();
    child.stdout.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) child.stdout.pause();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#said = (this.#said + chunk.toString()).slice(-2000);
    });
    child.stdin.on('error', () => undefined);
    child.once('error', (error) => this.destroy(lost(`the program ssh can't be run: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) this.push(null);
      else this.destroy(lost(`ssh ended with ${code}: ${this.#said.trim() || 'it said nothing'}`));
    });
  }

  override _read(): void {
    this.child.stdout.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.child.stdin.write(chunk, (error) => done(error));
  }

  override _final(done: () => void): void {
    this.child.stdin.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.child.kill();
    done(error);
  }

  /** What the agent asks of a socket. An idle connection must not keep the program alive. */
  setKeepAlive = (): this => this;
  setNoDelay = (): this => this;
  setTimeout = (): this => this;
  ref = (): this => this.#hold('ref');
  unref = (): this => this.#hold('unref');

  #hold(how: 'ref' | 'unref'): this {
    this.child[how]();
    for (const pipe of [this.child.stdin, this.child.stdout, this.child.stderr])
      (pipe as unknown as Record<typeof how, () => void>)[how]();
    return this;
  }
}

const lost = (words: string): Error => Object.assign(new Error(words), { code: 'ECONNRESET' });

export interface SshTarget {
  readonly host: string;
  readonly user: string | null;
  readonly port: number | null;
  /** The engine's socket there; null: where the docker command there looks. */
  readonly socket: string | null;
}

/** The arguments of `ssh`. */
export const sshArguments = ({ host, user, port, socket }: SshTarget): string[] => [
  '-T',
  ...['-o', 'BatchMode=yes', '-o', 'ConnectTimeout=30'],
  ...(user === null ? [] : ['-l', user]),
  ...(port === null ? [] : ['-p', String(port)]),
  '--',
  host,
  ...(socket === null ? ['docker'] : ['docker', '--host', `unix://${socket}`]),
  ...['system', 'dial-stdio'],
];

/** An agent of Node's HTTP client whose connections go through the ssh program; idle ones are used again. */
export class SshAgent extends Agent {
  readonly #arguments: readonly string[];

  constructor(target: SshTarget) {
    super({ keepAlive: true, maxFreeSockets: 4 });
    this.#arguments = sshArguments(target);
  }

  override createConnection(): Duplex {
    return new SshConnection(spawn('ssh', this.#arguments, { stdio: 'pipe' }));
  }
}
