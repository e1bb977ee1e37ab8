import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from '../store/cacheFolder';
import { writeTextFile } from '../store/writeTextFile';

/** What we remember of an image that we pulled or built: pulled ones carry no label of ours. */
export interface ImageNote {
  /** The engine's own id: one cache folder may serve several engines. */
  readonly engine: string;
  /** The name under which we made it. */
  readonly reference: string;
  readonly id: string;
  readonly origin: 'built' | 'pulled';
  /** RFC 3339. */
  readonly lastUsedAt: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const readNote = async (file: string): Promise<ImageNote | null> => {
  try {
    const { engine, reference, id, origin, lastUsedAt } = JSON.parse(
      await readFile(file, 'utf8'),
    ) as Partial<ImageNote>;
    if (!isText(engine) || !isText(reference) || !isText(id) || !isText(lastUsedAt)) return null;
    return { engine, reference, id, origin: origin === 'built' ? 'built' : 'pulled', lastUsedAt };
  } catch {
    return null;
  }
};

/** The notes, one file per engine and image: several processes write them at the same time. */
export class ImageNotes {
  readonly #folder: string;

  constructor(cache: string = cacheFolder()) {
    this.#folder = path.join(cache, 'images');
  }

  #file(engine: string, reference: string): string {
    const name = createHash('sha256').update(`${engine}\n${reference}`).digest('hex').slice(0, 32);
    return path.join(this.#folder, `${name}.json`);
  }

  /** Notes an image as ours. A note that can't be written only means that the image is not known as ours later. */
  async write(note: ImageNote): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeTextFile(this.#file(note.engine, note.reference), `${JSON.stringify(note)}\n`);
    } catch {}
  }

  /** Notes the use of an image, if it is one of ours. */
  async used(engine: string, reference: string, at: string): Promise<void> {
    const note = await readNote(this.#file(engine, reference));
    if (note !== null) await this.write({ ...note, lastUsedAt: at });
  }

  async all(engine: string): Promise<readonly ImageNote[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = names.filter((name) => name.endsWith('.json')).map((name) => path.join(this.#folder, name));
    const notes = await Promise.all(files.map(readNote));
    return notes.filter((note) => note !== null && note.engine === engine) as readonly ImageNote[];
  }

  async forget(engine: string, reference: string): Promise<void> {
    await rm(this.#file(engine, reference), { force: true });
  }
}
