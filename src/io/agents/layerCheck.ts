import path from 'node:path';
import type { AttemptSandbox } from '../../core/run/agent/attempt';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import { shellWord } from '../../core/run/agent/command/launcher';
import { fillPlaceholders } from '../../core/run/agent/command/placeholders';
import { EnvironmentFault } from '../../core/shared/problem';
import type { AgentLayer } from './agentLayer';
import { elfOfFile } from './elfProgram';
import { hostMachine } from './layerKey';

const nodeArch: Readonly<Record<string, string>> = { x86_64: 'x64', aarch64: 'arm64' };

/** The program of the layer that is started as it is; null where the layer has none, or a runtime starts it. */
const ownProgram = ({ command, runtime }: AgentManifest, { folder, machine }: AgentLayer): string | null => {
  const [program = ''] = command;
  if (runtime !== 'none' || !program.startsWith('{layer}/')) return null;
  const values = { arch: nodeArch[machine] ?? machine, machine };
  return path.join(folder, fillPlaceholders(program.slice('{layer}/'.length), values));
};

/**
 * Says before the run what would otherwise be "not found" or "exec format error" in the middle of it. Throws
 * EnvironmentFault('image') where the container is of another machine, or hasn't the loader that the program asks for.
 */
export const checkMachine = async (manifest: AgentManifest, layer: AgentLayer, sandbox: AttemptSandbox) => {
  const here = sandbox.platform['machine'] ?? '';
  if (here !== '' && here !== layer.machine)
    throw new EnvironmentFault(
      'image',
      `The container is ${here} and ${manifest.title} was installed for ${layer.machine}. Use an image for ${hostMachine()}.`,
    );
  const program = ownProgram(manifest, layer);
  const elf = program === null ? null : await elfOfFile(program);
  if (elf === null) return;
  if (elf.machine !== layer.machine)
    throw new EnvironmentFault('image', `${manifest.title}'s program is for ${elf.machine}, the container is ${here}.`);
  if (elf.loader === null) return;
  const { returncode } = await sandbox.run(`[ -e ${shellWord(elf.loader)} ]`, 20);
  if (returncode !== 0)
    throw new EnvironmentFault(
      'image',
      `${manifest.title} asks for ${elf.loader}, and the image hasn't got it: its C library is another one (musl, as on Alpine?). Write "runtime: native" into the manifest and start the command with {native}.`,
    );
};
