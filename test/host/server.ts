import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { TestHost } from './install';

/** Settings of a quiet workbench: no advertisements, no chat, no look-ups, so that tests and pictures show ours. */
const quietSettings: Readonly<Record<string, unknown>> = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.editor.useModal': 'off',
  'workbench.colorTheme': 'Light 2026',
  'window.commandCenter': false,
  'window.dialogStyle': 'custom',
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'telemetry.feedback.enabled': false,
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'git.autofetch': false,
};

export interface ServerOptions {
  /** An empty or used folder for user data, extensions, sockets and the log; the caller removes it. */
  readonly dataFolder: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Opens the route for tests in the host. It hides notification toasts, so tests of the interface go without. */
  readonly smokeTestDriver?: boolean;
  /** Asks for trust as a desktop does; off by default, every folder is trusted. */
  readonly workspaceTrust?: boolean;
  /** A fixed port; any free one by default. */
  readonly port?: number;
}

export interface Server {
  readonly url: string;
  /** Authority of `vscode-remote:` addresses. */
  readonly authority: string;
  readonly logFile: string;
  stop(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const flags = (port: number, options: ServerOptions): string[] => [
  ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--accept-server-license-terms'],
  ...['--user-data-dir', options.dataFolder, '--server-data-dir', path.join(options.dataFolder, 'server')],
  ...['--extensions-dir', path.join(options.dataFolder, 'extensions'), '--telemetry-level', 'off'],
  ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
  ...(options.smokeTestDriver ? ['--enable-smoke-test-driver'] : []),
];

const writeSettings = (options: ServerOptions): void => {
  const folder = path.join(options.dataFolder, 'User');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ ...quietSettings, ...options.settings }));
};

const launch = (host: TestHost, port: number, options: ServerOptions, logFile: string): ChildProcess => {
  const privateTmp = path.join(options.dataFolder, 't');
  fs.mkdirSync(privateTmp, { recursive: true });
  const log = fs.openSync(logFile, 'w');
  // EXTENSIONS_GALLERY keeps it from looking up a market place; TMPDIR collects the sockets that it leaves behind.
  const env = { ...process.env, ...options.env, EXTENSIONS_GALLERY: '{}', TMPDIR: privateTmp };
  // Detached: a process group of its own, so that its children end with it.
  return spawn(host.node, [host.server, ...flags(port, options)], { env, stdio: ['ignore', log, log], detached: true });
};

const answers = async (url: string): Promise<boolean> =>
  fetch(`${url}/version`).then(
    (reply) => reply.ok,
    () => false,
  );

const untilReady = async (child: ChildProcess, url: string, logFile: string): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) break;
    if (await answers(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`VS Code's server did not start:\n${fs.readFileSync(logFile, 'utf8')}`);
};

const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // The group has ended already.
  }
};

const stopGroup = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return signalGroup(child, 'SIGKILL');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  signalGroup(child, 'SIGTERM');
  const kill = setTimeout(() => signalGroup(child, 'SIGKILL'), 3000);
  await ended;
  clearTimeout(kill);
};

/** Starts VS Code's server and waits until it answers. Always `stop()` it: it ends the whole process group. */
export const startServer = async (host: TestHost, options: ServerOptions): Promise<Server> => {
  writeSettings(options);
  const port = options.port ?? (await freePort());
  const logFile = path.join(options.dataFolder, 'server.log');
  const child = launch(host, port, options, logFile);
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(child, url, logFile);
  } catch (error) {
    await stopGroup(child);
    throw error;
  }
  return { url, authority: `127.0.0.1:${port}`, logFile, stop: () => stopGroup(child) };
};
