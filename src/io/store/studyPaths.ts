import { join } from 'node:path';
import { InputFault } from '../../core/shared/problem';

const idPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Whether a word may name a study, rater or device: lower case, and no way out of a folder. */
const isPlainId = (id: string): boolean => idPattern.test(id) && !id.includes('..');

const checked = (what: string, id: string): string => {
  if (isPlainId(id)) return id;
  throw new InputFault(`${what} "${id}" can't name a folder: use a-z, 0-9, ".", "_", "-", at most 64 characters.`);
};

/** Where one study keeps what its raters said: `.touchstone/<study>/` below the study's folder. */
export const studyPaths = (root: string, study: string) => {
  const base = join(root, '.touchstone', checked('study', study));
  return {
    touchstone: join(root, '.touchstone'),
    base,
    events: join(base, 'events'),
    text: join(base, 'text'),
    /** Locks and the like; kept out of git by a .gitignore of its own. */
    private: join(base, 'private'),
    raterFolder: (rater: string) => join(base, 'events', checked('rater', rater)),
    eventFile: (rater: string, device: string) =>
      join(base, 'events', checked('rater', rater), `${checked('device', device)}.jsonl`),
  };
};

export type StudyPaths = ReturnType<typeof studyPaths>;
