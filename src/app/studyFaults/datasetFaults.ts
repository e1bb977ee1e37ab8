import { formatByName, rowFormats } from '../../core/dataset/formats/registry';
import type { Fields } from '../../core/dataset/formats/rowFormat';
import { InputFault } from '../../core/shared/problem';
import { pathOfField } from '../../core/shared/yamlPlaces';
import type { StudyDataset } from '../../core/study/studyFile';
import type { StudyProblem } from '../../core/study/studyProblem';
import type { FaultContext, FoundDataset } from './faultPorts';

/** The first row of a file as it stands; null where there is none that can be read. */
const firstRow = async ({ ports, signal }: FaultContext, path: string): Promise<Fields | null> => {
  try {
    const { rows } = await ports.files.openRows(path, { from: 0, count: 1 }, signal);
    for await (const row of rows) if (row.kind === 'row') return row.value as Fields;
    return null;
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return null;
  }
};

/** `swebench-v5` is the format `swebench` in its version `v5`. */
const wanted = (said: string): { readonly name: string; readonly rest: string | null } => {
  const names = rowFormats.map(({ name }) => name).toSorted((a, b) => b.length - a.length);
  const name = names.find((one) => said === one || said.startsWith(`${one}-`)) ?? said;
  return { name, rest: said === name ? null : said.slice(name.length + 1) };
};

const shapes = ['jsonl', 'json', 'csv', 'parquet'];

/** Why a dataset isn't of the format that is said; null where it is. */
const unlike = async (context: FaultContext, said: string, entry: FoundDataset) => {
  if (said === entry.format) return null;
  const { name, rest } = wanted(said);
  const format = formatByName(entry.format);
  const found = format?.name ?? entry.format;
  if (name !== found) return { found: entry.format, why: 'by its fields' };
  if (rest === null) return null;
  if (shapes.includes(rest))
    return entry.format.endsWith(`-${rest}`) ? null : { found: entry.format, why: 'by its shape' };
  const row = format?.versionOf ? await firstRow(context, entry.path) : null;
  const version = row && (format?.versionOf?.(row) ?? null);
  if (version === rest) return null;
  return { found: version === null ? found : `${found}-${version}`, why: 'by the fields of its first row' };
};

/** S112: another format than the file allows. */
const sayFormat = async (
  context: FaultContext,
  said: StudyDataset,
  index: number,
): Promise<readonly StudyProblem[]> => {
  const entry = context.datasets.found.find((one) => one.index === index);
  if (said.format === null || entry === undefined) return [];
  const other = await unlike(context, said.format, entry);
  if (other === null) return [];
  const field = `datasets[${index}].format`;
  const words = `${said.path} looks like ${other.found}, not ${said.format} (${other.why}).`;
  const { faults } = context.read;
  return [faults.at('S112', field, faults.places.ofPath(pathOfField(field)), words, [other.found])];
};

/** S113: another content than the one that is pinned. */
const sayPin = async (context: FaultContext, said: StudyDataset, index: number): Promise<readonly StudyProblem[]> => {
  const entry = context.datasets.found.find((one) => one.index === index);
  const { ports, read } = context;
  if (said.sha256 === null || entry === undefined || (await ports.files.stat(entry.path))?.kind !== 'file') return [];
  const found = await (ports.hash ?? ports.files.hash)(entry.path);
  if (found === said.sha256.toLowerCase()) return [];
  const field = `datasets[${index}].sha256`;
  const words = `${said.path} changed: ${found} instead of ${said.sha256}.`;
  return [read.faults.at('S113', field, read.faults.places.ofPath(pathOfField(field)), words, [found])];
};

/** S111: a file without instances. */
const sayUnreadable = (
  { read, datasets }: FaultContext,
  said: StudyDataset,
  index: number,
): readonly StudyProblem[] => {
  const words = datasets.unreadable.get(index);
  const field = `datasets[${index}].path`;
  return words === undefined ? [] : [read.faults.ofField('S111', field, `${said.path}: ${words}`)];
};

/** S111 to S113: datasets of the study that are not what the file says. */
export const datasetFaults = async (context: FaultContext): Promise<readonly StudyProblem[]> => {
  const problems: StudyProblem[] = [];
  for (const [index, said] of (context.read.study?.datasets ?? []).entries()) {
    context.signal?.throwIfAborted();
    problems.push(...sayUnreadable(context, said, index));
    problems.push(...(await sayFormat(context, said, index)), ...(await sayPin(context, said, index)));
  }
  return problems;
};
