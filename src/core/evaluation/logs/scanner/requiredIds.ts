/** The ids that an instance requires, to find that of a result by. */
export class RequiredIds {
  private places: ReadonlyMap<string, number> | null = null;
  private expected = 0;

  constructor(private readonly ids: readonly string[]) {}

  /**
   * The required id that equals this one, as a string that is no part of the log; undefined where there is none. Logs
   * name tests mostly in the order of the lists, so the id after the last one found is tried first: to compare two
   * texts takes a third of the time of hashing one.
   */
  find(id: string): string | undefined {
    const next = this.ids[this.expected];
    if (next === id) {
      this.expected += 1;
      return next;
    }
    this.places ??= new Map(this.ids.map((one, place) => [one, place]));
    const place = this.places.get(id);
    if (place === undefined) return undefined;
    this.expected = place + 1;
    return this.ids[place];
  }
}
