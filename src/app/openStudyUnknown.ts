import { groupBy } from '../core/shared/groupBy';
import type { Problem } from '../core/shared/problem';
import { nameOf } from '../core/study/studyPath';
import { byPath } from './openStudyPlaces';

/** Files of one name beyond this many are said together. */
const each = 5;

const reason = 'Not recognised: no instances, no predictions and no results in a known shape.';

/** Files that look like data and are none that is known. Many of one name (one in every trial) are said in one line. */
export class UnknownFiles {
  private readonly paths: string[] = [];

  add(path: string): void {
    this.paths.push(path);
  }

  /** In the order of a list of the folders: they were read many at once. */
  problems(): readonly Problem[] {
    return [...groupBy(this.paths.toSorted(byPath), nameOf).values()].flatMap((paths) => {
      const [first] = paths;
      if (first === undefined || paths.length <= each) return paths.map((where) => ({ where, field: null, reason }));
      return [{ where: first, field: null, reason: `${reason} So are ${paths.length - 1} more of this name.` }];
    });
  }
}
