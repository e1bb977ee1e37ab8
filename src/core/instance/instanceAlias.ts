/**
 * One spelling for ids that harnesses spell differently: Multi-SWE-bench's reports say `org/repo:pr-12`, its predictions
 * and hub rows `org__repo-12`. Two ids with the same spelling here are one instance; all other ids stay as they are.
 */
export const aliasOf = (id: string): string => {
  const found = /^([^/:]+)\/([^/:]+):pr-(\d+)$/.exec(id);
  return found ? `${found[1]}__${found[2]}-${found[3]}` : id;
};

/** The id by which an instance is known here, whatever spelling a file uses; the file's own where it isn't known. */
export class KnownIds {
  private readonly byAlias = new Map<string, string>();
  private readonly byName = new Map<string, string | null>();

  constructor(ids: Iterable<string>) {
    for (const id of ids) {
      this.byAlias.set(aliasOf(id), id);
      const name = id.split('/').at(-1) ?? id;
      // A number alone is a task of several benchmarks.
      if (/^\d+$/.test(name)) continue;
      this.byName.set(name, this.byName.has(name) && this.byName.get(name) !== id ? null : id);
    }
  }

  /** Harbor's and Aider's results leave out what stands before the last `/`; that joins where one instance alone fits. */
  of(id: string): string {
    return this.byAlias.get(aliasOf(id)) ?? this.byName.get(id) ?? aliasOf(id);
  }
}
