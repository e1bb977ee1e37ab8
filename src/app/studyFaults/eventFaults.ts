import { counted } from '../../core/shared/counted';
import type { FilePort } from '../../core/shared/files';
import { readStudyFile } from '../../core/study/readStudyFile';
import { joinPath } from '../../core/study/studyPath';
import type { StudyProblem } from '../../core/study/studyProblem';
import type { FaultContext } from './faultPorts';

const foldersIn = async (files: FilePort, folder: string): Promise<readonly string[]> => {
  if ((await files.stat(folder))?.kind !== 'folder') return [];
  return (await files.list(folder)).filter(({ kind }) => kind === 'folder').map(({ name }) => name);
};

const linesOf = async (files: FilePort, path: string): Promise<number> => {
  let lines = 0;
  for await (const bytes of files.openBytes(path)) for (const byte of bytes) if (byte === 10) lines += 1;
  return lines;
};

/** Events of one study's folder: the lines of every rater's every file. */
const eventsIn = async (files: FilePort, folder: string): Promise<number> => {
  let events = 0;
  for (const rater of await foldersIn(files, `${folder}/events`))
    for (const { name, kind } of await files.list(`${folder}/events/${rater}`))
      if (kind === 'file' && name.endsWith('.jsonl'))
        events += await linesOf(files, `${folder}/events/${rater}/${name}`);
  return events;
};

/** Ids of the other studies of the folder: what lies under them is theirs. */
const otherIds = async ({ ports, read }: FaultContext): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>();
  for (const path of read.others) {
    const text = new TextDecoder().decode(await ports.files.readBytes(path, 1024 * 1024));
    ids.add(readStudyFile(text, path, '').study?.id ?? '');
  }
  return ids;
};

/** S101: a study without events of its own beside a folder of events that no study file names was renamed. */
export const eventFaults = async (context: FaultContext): Promise<readonly StudyProblem[]> => {
  const { ports, read } = context;
  const root = joinPath(read.folder, '.touchstone');
  const ids = await foldersIn(ports.files, root);
  const own = read.study?.id ?? '';
  if (read.study === null || ids.every((id) => id === own)) return [];
  if (ids.includes(own) && (await eventsIn(ports.files, `${root}/${own}`)) > 0) return [];
  const others = await otherIds(context);
  for (const id of ids) {
    context.signal?.throwIfAborted();
    if (id === own || others.has(id)) continue;
    const events = await eventsIn(ports.files, `${root}/${id}`);
    const words = `.touchstone/${id}/ has ${counted(events, 'event')}. Renaming the study would leave them behind.`;
    const { faults } = read;
    const range = faults.places.ofPath(['study', 'id']);
    if (events > 0) return [faults.at('S101', 'study.id', range, words, [id])];
  }
  return [];
};
