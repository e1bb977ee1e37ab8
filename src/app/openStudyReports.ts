import type { FoundReport, ReportPlace } from '../core/evaluation/foundReports/foundReport';
import { readRewardText } from '../core/evaluation/foundReports/harbor';
import { readFoundReport } from '../core/evaluation/foundReports/registry';
import { isSampleResults, readSampleResults } from '../core/evaluation/foundReports/sampleResults';
import { readV1Log, v1LogName } from '../core/evaluation/foundReports/swebenchV1';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { joinPath, nameOf } from '../core/study/studyPath';

/** A document is held whole while it is read; JSON lines are read row by row and may be larger. */
const maxDocument = 64 * 1024 * 1024;
const maxReward = 4096;
/** A v1 log says at its beginning whether the patch applied and at its end whether the tests ended. */
const logEnd = 64 * 1024;

/** Names that harnesses give their results: they are read as such first, and as rows only where they are none. */
const reportName =
  /^(?:results?|.*[_.-]?report|eval_results|.*_eval_results|.*_eval_all|.*_output|reward|grade|\.aider\.results)\.json$/i;

export const looksLikeReport = (name: string): boolean =>
  reportName.test(name) || v1LogName(name) !== null || name === 'reward.txt' || /_results\.jsonl$/.test(name);

export const placeOf = (path: string): ReportPlace => {
  const above = path
    .split(/[/\\]/)
    .slice(0, -1)
    .filter((part) => part !== '')
    .reverse();
  return { name: nameOf(path), above };
};

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const readLog = async (files: FilePort, path: string): Promise<FoundReport | null> => {
  const [head, tail] = await Promise.all([files.readBytes(path, logEnd), files.readTail(path, logEnd)]);
  return readV1Log(`${decode(head)}\n${decode(tail)}`, placeOf(path));
};

const readRows = async (files: FilePort, path: string, signal?: AbortSignal): Promise<FoundReport | null> => {
  const { rows } = await files.openRows(path, {}, signal);
  const kept: { readonly place: string; readonly value: unknown }[] = [];
  const broken: { readonly where: string; readonly field: null; readonly reason: string }[] = [];
  for await (const row of rows) {
    if (row.kind === 'broken') broken.push({ where: `${nameOf(path)} ${row.place}`, field: null, reason: row.reason });
    else if (kept.length === 0 && !isSampleResults([row.value])) return null;
    // The sample's own text is not needed, and may be long.
    else kept.push({ place: row.place, value: withoutTexts(row.value) });
  }
  if (kept.length === 0) return null;
  const report = readSampleResults(kept, placeOf(path));
  return { ...report, problems: [...broken, ...report.problems] };
};

const withoutTexts = (value: unknown): unknown => {
  const { task_id, passed } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return { task_id, passed };
};

/**
 * What a file says of attempts at instances, in any of the known shapes; null where it holds none of them. Throws
 * InputFault where the file can't be read, is no JSON, or is over 64 MiB.
 */
export const readReportFile = async (
  files: FilePort,
  path: string,
  signal?: AbortSignal,
): Promise<FoundReport | null> => {
  const name = nameOf(path);
  if (v1LogName(name) !== null) return readLog(files, path);
  if (name === 'reward.txt') return readRewardText(decode(await files.readBytes(path, maxReward)), placeOf(path));
  if (/\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(name)) return readRows(files, path, signal);
  const bytes = await files.readBytes(path, maxDocument + 1);
  if (bytes.length > maxDocument) throw new InputFault(`${path}: Over 64 MiB; too large to be read as a report.`);
  return readFoundReport(parsed(path, decode(bytes)), placeOf(path));
};

const parsed = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputFault(`${path}: Can't be read as JSON: ${reason.slice(0, 200)}. Write the report again.`);
  }
};

const headBytes = 4096;

/** A run's summary may be called anything; its beginning has one of these. */
const summaryKeys =
  /"(?:(?:total|submitted|completed|resolved)_instances|(?:resolved|submitted|success)_ids|no_generation)"/;

/** Files of some folders, not below them, that look like results by their names or beginnings; `known` are left out. */
export const reportPaths = async (
  files: FilePort,
  folders: readonly string[],
  known: ReadonlySet<string>,
): Promise<readonly string[]> => {
  const paths: string[] = [];
  for (const folder of new Set(folders)) {
    if ((await files.stat(folder))?.kind !== 'folder') continue;
    for (const { kind, name } of await files.list(folder)) {
      const path = joinPath(folder, name);
      if (kind !== 'file' || known.has(path)) continue;
      const isSummary = name.endsWith('.json') && summaryKeys.test(decode(await files.readBytes(path, headBytes)));
      if (looksLikeReport(name) || isSummary) paths.push(path);
    }
  }
  return paths;
};

export const maxRecord = 4 * 1024 * 1024;

/** The model, else the agent, that Terminal-Bench's `run_metadata.json` names; null where it can't be told. */
export const modelOfRecord = (bytes: Uint8Array): string | null => {
  try {
    const record: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const { model_name: model, agent_name: agent } = record as Record<string, unknown>;
    return [model, agent].find((name): name is string => typeof name === 'string' && name !== '') ?? null;
  } catch {
    return null;
  }
};
