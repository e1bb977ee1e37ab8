import { nodeForwarder } from './nodeForwarder';
import { perlForwarder } from './perlForwarder';
import { pythonForwarder } from './pythonForwarder';

/** What a sandbox can run a forwarder with. */
export type ForwarderRuntime = 'node' | 'python' | 'perl';

export interface Forwarder {
  /** Name of the file, whose text is `text`. */
  readonly name: string;
  readonly text: string;
  /**
   * Program and arguments that listen on 127.0.0.1:`port` and hand every connection to the socket. With a command they
   * start it once they listen, give it their input and output, its end is theirs (128 and the signal's number where a signal
   * ended it), and it finds the port in TOUCHSTONE_GATEWAY_PORT; without one they go on until the sandbox ends.
   * `port` 0: any that is free. 126: the port is taken; 127: the command can't be started.
   */
  command(options: {
    /** Absolute, in the sandbox. */
    readonly script: string;
    /** The runtime's program: `node`, `/opt/agent/bin/node`. */
    readonly program: string;
    readonly port: number;
    /** The gateway's socket as the sandbox sees it. */
    readonly socket: string;
    readonly run: readonly string[];
  }): readonly string[];
}

const forwarder = (name: string, text: string): Forwarder => ({
  name,
  text,
  command: ({ script, program, port, socket, run }) => [
    program,
    script,
    String(port),
    socket,
    ...(run.length === 0 ? [] : ['--', ...run]),
  ],
});

const forwarders: Readonly<Record<ForwarderRuntime, Forwarder>> = {
  node: forwarder('forwarder.js', nodeForwarder),
  python: forwarder('forwarder.py', pythonForwarder),
  perl: forwarder('forwarder.pl', perlForwarder),
};

/**
 * The program that makes the gateway's socket a port of the sandbox's own loopback, since agents ask addresses and not
 * sockets. It passes bytes on as they come, knows no protocol, and ends with the sandbox's processes.
 */
export const forwarderFor = (runtime: ForwarderRuntime): Forwarder => forwarders[runtime];
