/** What an engine says of itself, as far as it does. */
export interface EngineFacts {
  /** By which notes on its images are kept apart from another's. */
  readonly id: string;
  readonly apiVersion: string | null;
  /** `Docker Engine`, `Podman Engine`, `Docker Desktop`. */
  readonly product: string;
  readonly operatingSystem: string | null;
  readonly architecture: string | null;
  readonly cgroup: string | null;
  readonly storageDriver: string | null;
  readonly rootless: boolean;
  /** Where it keeps images; null where it doesn't say. */
  readonly dataRoot: string | null;
  /** Free bytes there; null where the engine is another machine, or a virtual one, or the folder can't be asked. */
  readonly freeBytes: number | null;
}
