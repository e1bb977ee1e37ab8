import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Docker from 'dockerode';
import { hasProgram } from './hasProgram';

/** Whether Podman can be served here: as root on Linux, with podman and runc (its other runtime refuses some hosts). */
export const canServePodman =
  process.platform === 'linux' && process.getuid?.() === 0 && hasProgram('podman') && hasProgram('runc');

/** No network, so that no bridge is left on the machine. */
const settings = (runtime: string): string => `[containers]
netns = "none"
[engine]
runtime = "here"
cgroup_manager = "cgroupfs"
events_logger = "file"
[engine.runtimes]
here = ["${runtime}"]
`;

/** Podman asks for limits that root may not set everywhere, a container of CI for one: they become the machine's own. */
const runtimeScript = `#!/bin/sh
most=$(ulimit -H -n)
case $most in *[!0-9]*) most=1048576 ;; esac
[ "$most" -lt 1048576 ] || most=1048576
before=
for word; do
  case $before in
    --bundle | -b) file=$word/config.json ;;
    --process | -p) file=$word ;;
    *) file= ;;
  esac
  [ ! -f "$file" ] || sed -i -E 's/"(hard|soft)":1048576/"\\1":'"$most"'/g' "$file"
  before=$word
done
exec runc "$@"
`;

/** Podman's service on a socket of its own, with its own storage. */
export class PodmanService {
  readonly folder = mkdtempSync(join(tmpdir(), 'touchstone-podman-'));
  readonly socket = join(this.folder, 'podman.sock');
  readonly endpoint = `unix://${this.socket}`;
  readonly docker = new Docker({ socketPath: this.socket });
  #child: ChildProcess | null = null;

  #options(): string[] {
    const folders = ['--root', join(this.folder, 'root'), '--runroot', join(this.folder, 'run')];
    return [...folders, '--tmpdir', join(this.folder, 'tmp')];
  }

  #environment(): NodeJS.ProcessEnv {
    return { ...process.env, CONTAINERS_CONF: join(this.folder, 'containers.conf') };
  }

  async start(): Promise<void> {
    const runtime = join(this.folder, 'runtime');
    writeFileSync(runtime, runtimeScript, { mode: 0o755 });
    writeFileSync(join(this.folder, 'containers.conf'), settings(runtime));
    const log = join(this.folder, 'log');
    const words = [...this.#options(), 'system', 'service', '--time=0', this.endpoint];
    this.#child = spawn('sh', ['-c', `exec podman "$@" >${log} 2>&1`, 'sh', ...words], {
      env: this.#environment(),
      // It leaves notes in its working directory.
      cwd: this.folder,
      stdio: 'ignore',
    });
    for (let tries = 0; tries < 300; tries++) {
      const answers = await this.docker.ping().then(
        () => true,
        () => false,
      );
      if (answers) return;
      await pause(100);
    }
    throw new Error(`Podman's service did not start: ${readFileSync(log, 'utf8').slice(-2000)}`);
  }

  /** Ends the service and removes what it has stored. */
  async remove(): Promise<void> {
    const podman = (...words: string[]) =>
      execFileSync('podman', [...this.#options(), ...words], { env: this.#environment(), stdio: 'ignore' });
    podman('rm', '--all', '--force', '--time', '0');
    const child = this.#child;
    if (child !== null && child.exitCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    }
    podman('rmi', '--all', '--force');
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    for (const line of mounts.reverse()) {
      const place = line.split(' ')[1] ?? '';
      if (place.startsWith(this.folder)) execFileSync('umount', ['-l', place]);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
