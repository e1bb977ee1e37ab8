import type { AttemptPorts } from '../../core/run/agent/attempt';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import { launchScript, mostArgumentBytes } from '../../core/run/agent/command/launcher';
import { fillPlaceholders, type PlaceholderValues } from '../../core/run/agent/command/placeholders';
import { forwarderFor } from '../../core/run/gateway/forwarders/forwarderFor';
import { InputFault } from '../../core/shared/problem';
import type { AgentLayer } from './agentLayer';
import { homePath, layerPath } from './layerPaths';

/** Where the forwarder listens in the sandbox, which has a loopback of its own. */
const port = 8411;

/** What an agent that insists on a key is given; the gateway takes no notice of it. */
const keyPlaceholder = 'sk-no-key-in-the-sandbox';

const taskPath = `${homePath}/task.md`;
export const errorsPath = `${homePath}/stderr.log`;
export const launcherPath = `${homePath}/launch.sh`;

const nodeArch: Readonly<Record<string, string>> = { x86_64: 'x64', aarch64: 'arm64' };

/** What one attempt puts into its sandbox, in this order, and the values of its placeholders. */
export interface CommandPlan {
  readonly files: readonly { readonly path: string; readonly content: string }[];
  readonly values: PlaceholderValues;
  /** After which the program is ended. */
  readonly seconds: number;
}

const checkArguments = (words: readonly string[], { id, command }: AgentManifest): void => {
  const long = words.findIndex((word) => Buffer.byteLength(word) >= mostArgumentBytes);
  if (long >= 0)
    throw new InputFault(
      `${id}: command[${long}] (${command[long]}) would be longer than the 128 KiB that an argument may have. Pass {task_file} instead of {task}, if the program can read its task from a file.`,
    );
};

const valuesOf = (layer: AgentLayer, ports: AttemptPorts): PlaceholderValues => ({
  task_file: taskPath,
  testbed: ports.sandbox.testbed,
  model: ports.model.name,
  base_url: `http://127.0.0.1:${port}`,
  key: keyPlaceholder,
  turns: String(ports.limits.steps > 0 ? ports.limits.steps : 100_000),
  seconds: String(ports.limits.wallSeconds > 0 ? ports.limits.wallSeconds : 86_400),
  cost: String(ports.limits.costUsd),
  layer: layerPath,
  node: `${layerPath}/bin/node`,
  python: `${layerPath}/bin/python`,
  native: `${layerPath}/bin/native`,
  home: homePath,
  arch: nodeArch[layer.machine] ?? layer.machine,
  machine: layer.machine,
  instance: ports.instance.id,
});

/** Throws InputFault where the statement is missing or too long for an argument. */
export const planCommand = (
  manifest: AgentManifest,
  layer: AgentLayer,
  socket: string,
  ports: AttemptPorts,
): CommandPlan => {
  const { statement, id } = ports.instance;
  if (statement === null || statement === '') throw new InputFault(`${id} has no statement: there is nothing to ask.`);
  const known = valuesOf(layer, ports);
  const task = fillPlaceholders(manifest.task, { statement, testbed: ports.sandbox.testbed });
  const values = { ...known, task };
  const fill = (text: string) => fillPlaceholders(text, values);
  const words = manifest.command.map(fill);
  checkArguments(words, manifest);
  const runtime = manifest.runtime === 'python' ? 'python' : 'node';
  const forwarder = forwarderFor(runtime);
  const script = `${homePath}/${forwarder.name}`;
  const program = `${layerPath}/bin/${runtime}`;
  const started = forwarder.command({ script, program, port, socket, run: ['program'] }).slice(0, -1);
  const env = Object.fromEntries(Object.entries(manifest.env).map(([name, text]) => [name, fill(text)]));
  const seconds = Number(known.seconds);
  return {
    values,
    seconds,
    files: [
      { path: taskPath, content: task },
      { path: script, content: forwarder.text },
      ...manifest.files.map(({ path, content }) => ({ path: fill(path), content: fill(content) })),
      { path: launcherPath, content: launchScript({ words, env, forwarder: started, errors: errorsPath, seconds }) },
    ],
  };
};
