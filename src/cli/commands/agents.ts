import type { Command } from 'commander';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import { nearest } from '../../core/shared/nearest';
import { InputFault } from '../../core/shared/problem';
import { sizeText } from '../../core/shared/sizeText';
import { type AgentLayer, bakeLayer, foundLayer } from '../../io/agents/agentLayer';
import { type FoundManifest, findManifests, readManifestFile } from '../../io/agents/foundManifests';
import { manifestFolders } from '../../io/agents/shippedManifests';
import { cacheFolder } from '../../io/store/cacheFolder';
import { printable } from '../printable';
import { say, sayProblems } from '../say';

interface AgentsOptions {
  readonly bake?: string;
  readonly check?: string;
  readonly study?: string;
  readonly json?: boolean;
}

interface ListedAgent {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly protocol: string;
  readonly manifest: string;
  /** Null: not installed. */
  readonly layer: AgentLayer | null;
}

/** `touchstone agents`: the programs that a run may use, and their files for containers. */
export const addAgentsCommand = (program: Command): void => {
  program
    .command('agents')
    .description('list the agents that are programs (mini-swe-agent, Claude Code, Codex, Qwen Code, your own)')
    .option('--list', 'list them: what happens without an option')
    .option('--bake <id>', 'install one for use in containers, before a run needs it')
    .option('--check <manifest>', 'read a manifest file and say what is wrong with it')
    .option('--study <folder>', "look into this folder's agents/ first")
    .option('--json', 'print one JSON document')
    .action((_options: unknown, command: Command) => run(command.optsWithGlobals<AgentsOptions>()));
};

const run = async (options: AgentsOptions): Promise<void> => {
  if (options.check !== undefined) return check(options.check, options.json ?? false);
  const { found, problems } = await findManifests(manifestFolders(options.study ?? null));
  sayProblems(problems);
  if (options.bake !== undefined) return bake(named(found, options.bake), options.json ?? false);
  const listed = await Promise.all(found.map(listedAgent));
  if (options.json) print(`${JSON.stringify(listed, null, 2)}\n`);
  else for (const agent of listed) print(`${printable(lineOf(agent))}\n`);
  if (problems.length > 0) process.exitCode = 1;
};

const print = (text: string): void => {
  process.stdout.write(text);
};

const named = (found: readonly FoundManifest[], id: string): AgentManifest => {
  const agent = found.find(({ manifest }) => manifest.id === id);
  if (agent !== undefined) return agent.manifest;
  const ids = found.map(({ manifest }) => manifest.id);
  const meant = nearest(id, ids);
  throw new InputFault(
    `--bake ${id}: no agent has this id. ${meant === null ? `There are: ${ids.join(', ')}.` : `Did you mean ${meant}?`}`,
  );
};

const listedAgent = async ({ path, manifest }: FoundManifest): Promise<ListedAgent> => {
  const { id, title, version, protocol } = manifest;
  // Without npm or python there is no layer, which is what the list says.
  const layer = await foundLayer(manifest, cacheFolder()).catch(() => null);
  return { id, title, version, protocol, manifest: path, layer };
};

const lineOf = ({ id, title, version, protocol, manifest, layer }: ListedAgent): string => {
  const state = layer === null ? 'not installed' : `installed, ${sizeText(layer.bytes)}`;
  return `${id.padEnd(16)} ${`${title} ${version}`.padEnd(24)} ${protocol.padEnd(10)} ${state.padEnd(20)} ${manifest}`;
};

const bake = async (manifest: AgentManifest, json: boolean): Promise<void> => {
  const layer = await bakeLayer(manifest, { cache: cacheFolder(), told: say });
  if (json) print(`${JSON.stringify({ id: manifest.id, version: manifest.version, layer }, null, 2)}\n`);
  else print(`${printable(`${manifest.id} ${manifest.version}: ${sizeText(layer.bytes)} in ${layer.folder}`)}\n`);
};

const check = async (file: string, json: boolean): Promise<void> => {
  const { manifest, problems } = await readManifestFile(file);
  if (json) print(`${JSON.stringify({ manifest, problems }, null, 2)}\n`);
  else {
    sayProblems(problems);
    if (manifest !== null)
      print(`${printable(`${manifest.id}: ${manifest.title} ${manifest.version}, nothing is wrong`)}\n`);
  }
  if (manifest === null) process.exitCode = 1;
};
