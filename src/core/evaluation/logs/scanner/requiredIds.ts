/** The ids that an instance requires, to find that of a result by: as a string that is no part of the log. */
export class RequiredIds {
  private places: ReadonlyMap<string, number> | null = null;
  private next = 0;

  constructor(private readonly ids: readonly string[]) {}

  /**
   * The required id after the one found last, if it equals this one. Logs name tests mostly in the order of the lists,
   * and to compare two texts takes a third of the time of hashing one.
   */
  ifNext(id: string): string | undefined {
    const next = this.ids[this.next];
    if (next !== id) return undefined;
    this.next += 1;
    return next;
  }

  /** The required id that equals this one; undefined where there is none. */
  find(id: string): string | undefined {
    this.places ??= new Map(this.ids.map((one, place) => [one, place]));
    const place = this.places.get(id);
    if (place === undefined) return undefined;
    this.next = place + 1;
    return this.ids[place];
  }
}
