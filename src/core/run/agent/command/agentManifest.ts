import type { Document } from 'yaml';
import type { Problem } from '../../../shared/problem';
import { readYaml } from '../../../shared/yamlDocument';
import { yamlFaultRange, yamlFaultWords } from '../../../shared/yamlFault';
import { YamlPlaces } from '../../../shared/yamlPlaces';
import type { GatewayProtocol } from '../../gateway/gatewayCount';
import type { TrajectoryStatus } from '../../trajectory/trajectory';
import type { AttemptLimits } from '../attempt';
import { fieldText, meaningFaults, schemaFaults } from './manifestFaults';
import { type ManifestDocument, manifestSchema } from './manifestSchema';

/** How the program's files come into being on the host. Packages with their exact versions; a folder is absolute. */
export type AgentInstall =
  | { readonly kind: 'npm'; readonly packages: readonly string[] }
  | { readonly kind: 'pip'; readonly packages: readonly string[] }
  | { readonly kind: 'folder'; readonly path: string };

/**
 * What the layer brings to run it with: this machine's Node or Python with their libraries, the libraries alone for a
 * program of its own (`native`), or nothing.
 */
export type AgentRuntime = 'node' | 'python' | 'native' | 'none';

/** A file that is put into the sandbox before the command; path and content may hold placeholders. */
export interface AgentFile {
  readonly path: string;
  readonly content: string;
}

/** What is kept of the sandbox, below the run's `trajectories`. */
export interface AgentLog {
  /** `stdout`: what the command prints, as it comes; else a path in the sandbox, where `*` stands for part of a name. */
  readonly from: string;
  /** File's name, in which `{instance}` stands. Of several files the last by name is taken. */
  readonly to: string;
}

/** An agent that is a program in the container: what a manifest, `touchstone-agent/1`, says. */
export interface AgentManifest {
  /** Lower case, digits, `-`: names the agent in runs and its layer in the cache. */
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly runtime: AgentRuntime;
  /** Null: the image brings the program. */
  readonly install: AgentInstall | null;
  /** Program and arguments with placeholders; each stays one argument, no shell reads it. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly protocol: GatewayProtocol;
  /** What the agent is asked, with `{statement}` in it. */
  readonly task: string;
  readonly files: readonly AgentFile[];
  readonly logs: readonly AgentLog[];
  /** Null: what the repository differs by from base. Else a path in the sandbox, what stands there is the submission. */
  readonly patchFile: string | null;
  /** What an exit code means; others but 0 are `env_error`. */
  readonly statuses: Readonly<Record<number, TrajectoryStatus>>;
  readonly limits: AttemptLimits;
}

/** In runs without limits of their own: SWE-Compass's turns, an hour. */
const usualLimits: AttemptLimits = { steps: 150, costUsd: 3, wallSeconds: 3600, formatErrors: 0 };

const usualTask = `The repository in {testbed} has the following issue:

{statement}

Change the files in {testbed} so that the issue is resolved. Work by yourself to the end: nobody answers questions.
There is no network. Don't commit.
`;

/** A manifest of more characters is refused unread. */
const largest = 2 * 1024 ** 2;

export interface ManifestRead {
  /** Null where there are problems. */
  readonly manifest: AgentManifest | null;
  readonly problems: readonly Problem[];
}

const installOf = (install: ManifestDocument['install']): AgentInstall | null => {
  if (install === undefined) return null;
  if ('npm' in install) return { kind: 'npm', packages: install.npm };
  return 'pip' in install ? { kind: 'pip', packages: install.pip } : { kind: 'folder', path: install.folder };
};

const manifestOf = (document: ManifestDocument): AgentManifest => ({
  id: document.id,
  title: document.title,
  version: document.version,
  runtime: document.runtime,
  install: installOf(document.install),
  command: document.command,
  env: document.env ?? {},
  protocol: document.protocol,
  task: document.task ?? usualTask,
  files: document.files ?? [],
  logs: document.logs ?? [],
  patchFile: typeof document.patch === 'object' ? document.patch.file : null,
  statuses: Object.fromEntries(Object.entries(document.statuses ?? {}).map(([code, status]) => [Number(code), status])),
  limits: {
    ...usualLimits,
    steps: document.limits?.turns ?? usualLimits.steps,
    wallSeconds: document.limits?.seconds ?? usualLimits.wallSeconds,
    costUsd: document.limits?.costUsd ?? usualLimits.costUsd,
  },
});

/** A document whose aliases multiply beyond reason has no values. */
const valuesOf = (document: Document): unknown => {
  try {
    return document.toJS({ maxAliasCount: 20 });
  } catch {
    return null;
  }
};

/**
 * Reads a manifest out of YAML 1.2; `where` is how messages call the file. Never throws: faults are problems that name
 * file and line, field, and how to mend it. Paths of `install.folder` stay as they are written.
 */
export const readAgentManifest = (text: string, where: string): ManifestRead => {
  if (text.length > largest)
    return { manifest: null, problems: [{ where, field: null, reason: `is larger than ${largest} characters.` }] };
  const { document, lines } = readYaml(text);
  const places = new YamlPlaces(text, lines, document.contents);
  const syntax = document.errors.map((error) => ({
    where: `${where} line ${places.line(yamlFaultRange(text, error)[0])}`,
    field: null,
    reason: yamlFaultWords(error),
  }));
  if (syntax.length > 0) return { manifest: null, problems: syntax };
  const read = manifestSchema.safeParse(valuesOf(document));
  const faults = read.success ? meaningFaults(read.data) : read.error.issues.flatMap(schemaFaults);
  const problems = faults.map(({ path, reason }) => ({
    where: `${where} line ${places.line(places.ofPath(path)[0])}`,
    field: fieldText(path),
    reason,
  }));
  return { manifest: read.success && problems.length === 0 ? manifestOf(read.data) : null, problems };
};
