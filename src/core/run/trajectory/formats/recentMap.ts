/**
 * A map that forgets what came first once it holds `most`: files may name more ids than memory should hold. Two halves
 * of which the older one is dropped whole, since dropping keys one by one from the front of a Map is slow.
 */
export class RecentMap<V> {
  private young = new Map<string, V>();
  private old = new Map<string, V>();

  constructor(private readonly most: number) {}

  get(key: string | null): V | undefined {
    if (key === null) return undefined;
    return this.young.has(key) ? this.young.get(key) : this.old.get(key);
  }

  set(key: string, value: V): void {
    this.young.set(key, value);
    if (this.young.size * 2 <= this.most) return;
    this.old = this.young;
    this.young = new Map();
  }

  delete(key: string): void {
    this.young.delete(key);
    this.old.delete(key);
  }
}
