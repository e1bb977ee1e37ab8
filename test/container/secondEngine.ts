import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Docker from 'dockerode';
import { hasProgram } from './hasProgram';

/** Whether a Docker engine of our own can be started here: as root on Linux, with dockerd installed. */
export const canStartEngine =
  process.platform === 'linux' && process.getuid?.() === 0 && hasProgram('dockerd') && hasProgram('unshare');

const ownPids = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    })
    .map(Number);

/**
 * A Docker engine for tests that kill or restart it: its own socket, data and network namespace (an engine in the
 * machine's own would take the first one's bridge away).
 */
export class SecondEngine {
  /** Without blanks: it stands in a command line, and a socket's path may have 107 bytes. */
  readonly folder = mkdtempSync(join(tmpdir(), 'touchstone-engine-'));
  readonly socket = join(this.folder, 'docker.sock');
  readonly endpoint = `unix://${this.socket}`;
  readonly docker = new Docker({ socketPath: this.socket });
  #child: ChildProcess | null = null;

  /** `more`: further options of dockerd, for example `--live-restore`. */
  constructor(private readonly more: readonly string[] = []) {}

  /** `more`: further options of this start. */
  async start(more: readonly string[] = []): Promise<void> {
    const at = (name: string) => join(this.folder, name);
    // What a killed engine left: it would wait for a containerd that is no more.
    for (const name of ['pid', 'exec/containerd/containerd.pid']) rmSync(at(name), { force: true });
    writeFileSync(at('daemon.json'), '{}');
    const folders = ['--data-root', at('data'), '--exec-root', at('exec'), '--pidfile', at('pid')];
    const network = ['--bridge', 'none', '--iptables=false', '--ip-forward=false', '--ip-masq=false'];
    const words = ['dockerd', '--config-file', at('daemon.json'), '-H', this.endpoint, ...folders, ...network];
    const command = [...words, ...this.more, ...more].join(' ');
    this.#child = spawn('unshare', ['-n', 'sh', '-c', `ip link set lo up; exec ${command} >>${at('log')} 2>&1`], {
      stdio: 'ignore',
      detached: true,
    });
    for (let tries = 0; tries < 300; tries++) {
      if (await this.answers()) return;
      await pause(100);
    }
    throw new Error(`The second engine did not start: ${readFileSync(at('log'), 'utf8').slice(-2000)}`);
  }

  /** The engine's own process; its network namespace is reached by it. */
  get pid(): number {
    return Number(readFileSync(join(this.folder, 'pid'), 'utf8'));
  }

  answers(): Promise<boolean> {
    return this.docker.ping().then(
      () => true,
      () => false,
    );
  }

  /** The engine's process alone, at once; its containers are not told. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async remove(): Promise<void> {
    if (await this.answers())
      for (const { Id } of await this.docker.listContainers({ all: true }))
        await this.docker.getContainer(Id).remove({ force: true });
    for (let round = 0; round < 50 && ownPids(this.folder).length > 0; round++) {
      for (const pid of ownPids(this.folder)) kill(pid, round < 20 ? 'SIGTERM' : 'SIGKILL');
      await pause(100);
    }
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    for (const line of mounts.reverse()) {
      const place = line.split(' ')[1] ?? '';
      if (place.startsWith(this.folder)) execFileSync('umount', ['-l', place]);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself.
  }
};
