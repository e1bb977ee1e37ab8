/** A map that forgets what came first once it holds `most`: files may name more ids than memory should hold. */
export class RecentMap<V> {
  private readonly map = new Map<string, V>();

  constructor(private readonly most: number) {}

  get(key: string | null): V | undefined {
    return key === null ? undefined : this.map.get(key);
  }

  set(key: string, value: V): void {
    this.map.delete(key);
    this.map.set(key, value);
    if (this.map.size <= this.most) return;
    for (const first of this.map.keys()) {
      this.map.delete(first);
      return;
    }
  }

  delete(key: string): void {
    this.map.delete(key);
  }
}
