import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { blindFacets } from '../../core/study/hiddenFromRater';
import { sha256 } from './sha256';

const sessionShape = z.object({
  studyFolder: z.string(),
  rater: z.string(),
  queue: z.string(),
  since: z.string(),
  /** What lies on the desk, and what the rubric for it needs; null: nothing does. */
  desk: z.nullable(
    z.object({
      instanceId: z.string(),
      /** Null: the instance itself. */
      rowKey: z.nullable(z.string()),
      needed: z.readonly(z.array(z.enum(blindFacets))),
    }),
  ),
});

/** Who judges in a study's folder; kept in the cache, so that every window and a reload know of it. */
export type JudgingSession = Readonly<z.infer<typeof sessionShape>>;

const readSession = async (file: string): Promise<JudgingSession | null> => {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return sessionShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/** The sessions of this machine, one for each folder. */
export class JudgingSessions {
  constructor(private readonly cache: string) {}

  /** Null where nobody judges; what can't be read is no session. */
  read(studyFolder: string): Promise<JudgingSession | null> {
    return readSession(this.fileOf(studyFolder));
  }

  /** One of them, whatever its folder; null where nobody judges anywhere. */
  async any(): Promise<JudgingSession | null> {
    const folder = join(this.cache, 'judging');
    for (const name of await readdir(folder).catch(() => [])) {
      const session = name.endsWith('.json') ? await readSession(join(folder, name)) : null;
      if (session) return session;
    }
    return null;
  }

  async write(session: JudgingSession): Promise<void> {
    const file = this.fileOf(session.studyFolder);
    const beside = `${file}.${randomBytes(4).toString('hex')}.part`;
    await mkdir(join(this.cache, 'judging'), { recursive: true });
    await writeFile(beside, JSON.stringify(session));
    await rename(beside, file);
  }

  drop(studyFolder: string): Promise<void> {
    return rm(this.fileOf(studyFolder), { force: true });
  }

  private fileOf(studyFolder: string): string {
    return join(this.cache, 'judging', `${sha256(studyFolder)}.json`);
  }
}
