/** An image that we built or pulled, as the engine keeps it. */
export interface KeptImage {
  /** Content id. */
  readonly id: string;
  readonly names: readonly string[];
  /** Bytes on the engine's disk; shared layers count in each. */
  readonly bytes: number;
  readonly origin: 'built' | 'pulled';
  /** RFC 3339; null where nobody noted it. */
  readonly lastUsedAt: string | null;
  /** Why it can't go now, for example a container that uses it; null where it can. */
  readonly inUse: string | null;
}

/** What the engine's images take, and removing our own. */
export interface ImageStore {
  /** Only images that carry our label or that we noted as pulled by us, least recently used first. */
  list(signal?: AbortSignal): Promise<readonly KeptImage[]>;
  /** Removes one of them; an image that a container uses, or that isn't ours, is kept, and the answer says why. */
  remove(image: KeptImage): Promise<{ readonly removed: boolean; readonly reason: string | null }>;
}
