import type { AttemptPorts } from '../../core/run/agent/attempt';
import type { AgentManifest } from '../../core/run/agent/command/agentManifest';
import { chosenLog, logPlace } from '../../core/run/agent/command/logChoice';
import { fillPlaceholders, type PlaceholderValues } from '../../core/run/agent/command/placeholders';
import { shownText } from '../../core/shared/shownText';
import { errorsPath } from './commandPlan';

/** Of one log; what is longer is cut by whoever takes it. */
const mostBytes = 128 * 1024 ** 2;
const mostErrorBytes = 1024 ** 2;

const takeOne = async (ports: AttemptPorts, from: string): Promise<Uint8Array | null> => {
  const place = logPlace(from);
  const files = await ports.sandbox.take(place.take, mostBytes);
  return files === null ? null : chosenLog(files, place);
};

/** Keeps the manifest's logs. Gives a sentence for each that isn't there. */
export const collectLogs = async (
  { logs }: AgentManifest,
  ports: AttemptPorts,
  values: PlaceholderValues,
): Promise<readonly string[]> => {
  const missing: string[] = [];
  for (const { from, to } of logs) {
    if (from === 'stdout') continue;
    const path = fillPlaceholders(from, values);
    const content = await takeOne(ports, path);
    if (content === null) missing.push(`It left no ${path}.`);
    else await ports.keep({ name: to.replace('{instance}', ports.instance.id), content });
  }
  return missing;
};

/** What the agent itself handed in, where its manifest names a file for it; null: nothing. */
export const submissionOf = async (
  { patchFile }: AgentManifest,
  ports: AttemptPorts,
  values: PlaceholderValues,
): Promise<string | null> => {
  if (patchFile === null) return null;
  const bytes = await takeOne(ports, fillPlaceholders(patchFile, values));
  return bytes === null ? null : new TextDecoder().decode(bytes);
};

/** What the program wrote to standard error is kept beside its logs; gives the end of it as one line. */
export const errorsOf = async (ports: AttemptPorts): Promise<string> => {
  const bytes = await takeErrors(ports);
  if (bytes === null || bytes.length === 0) return '';
  await ports.keep({ name: `${ports.instance.id}.stderr.log`, content: bytes });
  const lines = new TextDecoder().decode(bytes).trim().split('\n');
  return shownText(lines.slice(-3).join(' ').slice(-400));
};

const takeErrors = async (ports: AttemptPorts): Promise<Uint8Array | null> => {
  const files = await ports.sandbox.take(errorsPath, mostErrorBytes);
  return files === null ? null : ([...files.values()][0] ?? null);
};
