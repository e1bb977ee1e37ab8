import type { FoundReport, FoundResult } from '../core/evaluation/foundReports/foundReport';
import { readPrintedReport } from '../core/evaluation/foundReports/printedReport';
import { readFoundReport } from '../core/evaluation/foundReports/registry';
import type { Outcome } from '../core/evaluation/outcome';
import { aliasOf, type KnownIds } from '../core/instance/instanceAlias';
import type { FilePort } from '../core/shared/files';
import type { Sha256 } from '../core/shared/hash';
import type { Problem } from '../core/shared/problem';
import type { EvaluationEntry, ResultSource } from '../core/study/catalogue';
import { evaluationOutcome, type ResultRecord, resultOf, runAndRepeat } from '../core/study/evaluationOutcome';
import type { SourcedEvaluation, SourceRank } from '../core/study/evaluationSources';
import type { RunNames } from '../core/study/runNames';
import { folderOf, joinPath } from '../core/study/studyPath';
import type { Place } from './openStudyPlaces';
import { placeOf } from './openStudyReports';

const maxDocument = 32 * 1024 * 1024;
const maxPatch = 64 * 1024 * 1024;
const tailBytes = 4096;
const printedBytes = 256 * 1024;

const anyOf = ['report.json', 'test_output.txt', 'result.json', 'patch.diff', 'run_instance.log'] as const;

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

interface Naming {
  readonly names: RunNames;
  readonly known: KnownIds;
  /** The only model of a run; null where it has several. */
  readonly models: ReadonlyMap<string, string | null>;
}

interface OwnReport {
  readonly path: string;
  readonly report: FoundReport;
  readonly result: FoundResult;
}

interface Patch {
  readonly hash: string | null;
  readonly bytes: number;
}

/** Reads the files of evaluation folders; counts them, and says what could not be read. */
export class EvaluationReader {
  readonly problems: Problem[] = [];
  looked = 0;

  constructor(
    private readonly files: FilePort,
    private readonly sha256: Sha256,
    private readonly naming: Naming,
  ) {}

  /** What the folder's own files say, each of them a source; empty where it holds no evaluation. */
  async read(place: Place): Promise<readonly SourcedEvaluation[]> {
    if (!anyOf.some((name) => place.names.has(name))) return [];
    this.looked += place.names.size;
    const at = (name: string): string | null => (place.names.has(name) ? joinPath(place.folder, name) : null);
    const found = (await this.report(at('report.json'), place)) ?? (await this.printed(at('run_instance.log'), place));
    const record = resultOf(await this.json(at('result.json')));
    const patch = await this.patch(at('patch.diff'));
    const entry = this.entry(place, found?.result ?? null, record, patch);
    const sources: SourcedEvaluation[] = [];
    const add = (rank: SourceRank, source: ResultSource) =>
      sources.push({ rank, source, entry: { ...entry, outcome: source.outcome } });
    if (record?.outcome)
      add('record', sourceOf('touchstone-record', at('result.json'), 'outcome', record.outcome, record.rules));
    if (found)
      add(
        'instance',
        sourceOf(found.report.format, found.path, found.result.field, found.result.outcome, found.report.rules),
      );
    if (sources.length === 0) add(...(await this.traces(place, at, patch)));
    return sources;
  }

  private entry(
    place: Place,
    found: FoundResult | null,
    record: ResultRecord | null,
    patch: Patch | null,
  ): EvaluationEntry {
    const around = place.runFolder === null ? this.naming.names.ofFolder(folderOf(place.folder), new Set()) : null;
    const { runId, repeat } = runAndRepeat(place.runFolder ?? around?.runId ?? '');
    const said = record?.model ?? found?.model ?? null;
    const named = place.model === null ? null : this.modelOf(place.model, said);
    return {
      runId,
      repeat,
      model: named ?? around?.model ?? said ?? this.naming.models.get(runId) ?? runId,
      instanceId: this.naming.known.of(found?.instanceId ?? place.instanceId),
      folder: place.folder,
      rules: record?.rules ?? null,
      outcome: null,
      report: found?.report ?? null,
      patchHash: patch?.hash ?? record?.patchHash ?? null,
      hasLog: place.names.has('test_output.txt'),
    };
  }

  /** The model's own name: a `/` in it is `__` in the folder's name. */
  private modelOf(folder: string, recorded: string | null): string {
    if (recorded !== null && recorded.replaceAll('/', '__') === folder) return recorded;
    return this.naming.names.modelOf(folder);
  }

  /** The report's word on this instance; a report on one other alone names it better than the folder does. */
  private async report(path: string | null, place: Place): Promise<OwnReport | null> {
    const document = await this.json(path);
    if (path === null || document === null) return path === null ? null : this.noReport(path, place);
    const report = readFoundReport(document, placeOf(path));
    return ownOf(path, report, place) ?? this.noReport(path, place);
  }

  /** Where there is no report.json, the one that the harness printed into its log. */
  private async printed(path: string | null, place: Place): Promise<OwnReport | null> {
    if (path === null || place.names.has('report.json')) return null;
    const text = decode(await this.files.readTail(path, printedBytes));
    return ownOf(path, readPrintedReport(text, placeOf(path)), place);
  }

  private noReport(where: string, place: Place): null {
    if (this.problems.some((problem) => problem.where === where)) return null;
    this.problems.push({ where, field: place.instanceId, reason: 'No report of this instance with "resolved" in it.' });
    return null;
  }

  /** Without a report the harness's traces tell (formats.md B1): a log's end, a failed apply, an empty patch. */
  private async traces(
    place: Place,
    at: (name: string) => string | null,
    patch: Patch | null,
  ): Promise<[SourceRank, ResultSource]> {
    const logTail = await this.tail(at('test_output.txt'));
    const harnessTail = await this.tail(at('run_instance.log'));
    const facts = { report: null, result: null, logTail, harnessTail, patchBytes: patch?.bytes ?? null };
    const outcome = evaluationOutcome(facts);
    const strong = outcome?.kind === 'none' && (outcome.reason === 'time-out' || outcome.reason === 'not-applied');
    const file = at('test_output.txt') ?? at('run_instance.log') ?? at('patch.diff') ?? place.folder;
    return [strong ? 'trace' : 'weak', sourceOf('swebench-traces', file, 'end of the log', outcome, 'SWE-bench')];
  }

  private async json(path: string | null): Promise<unknown> {
    if (path === null) return null;
    try {
      return JSON.parse(decode(await this.files.readBytes(path, maxDocument)));
    } catch (error) {
      const reason = `Can't be read as JSON: ${error instanceof Error ? error.message : String(error)}.`;
      this.problems.push({ where: path, field: null, reason });
      return null;
    }
  }

  /** An empty file has no hash: the harness writes one for a patch of null as well as for ''. */
  private async patch(path: string | null): Promise<Patch | null> {
    if (path === null) return null;
    const bytes = await this.files.readBytes(path, maxPatch);
    const hash = bytes.length === 0 || bytes.length === maxPatch ? null : this.sha256(bytes);
    return { hash, bytes: bytes.length };
  }

  private async tail(path: string | null): Promise<string | null> {
    return path === null ? null : decode(await this.files.readTail(path, tailBytes));
  }
}

const ownOf = (path: string, report: FoundReport | null, place: Place): OwnReport | null => {
  const own = report?.results.find(({ instanceId }) => aliasOf(instanceId) === aliasOf(place.instanceId));
  const result = own ?? (report?.results.length === 1 ? report.results[0] : undefined);
  return report && result ? { path, report, result } : null;
};

const sourceOf = (
  format: string,
  file: string | null,
  field: string,
  outcome: Outcome | null,
  rules: string | null,
): ResultSource => ({ format, file: file ?? '', field, rules, outcome });
