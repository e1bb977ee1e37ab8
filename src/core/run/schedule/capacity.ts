/** What one job may take. */
export interface JobCost {
  readonly cpus: number;
  readonly memoryBytes: number;
}

/** What jobs may take together; null: unknown, or no bound. */
export interface Capacity {
  /** As many jobs as somebody asked for; then cores don't count: a core can be shared, memory can't. */
  readonly workers: number | null;
  readonly cpus: number | null;
  readonly memoryBytes: number | null;
}

/** Of the machine's memory, what is left to the machine itself where nobody said how many jobs may run. */
const jobsShare = 0.75;

/** The capacity of an engine's machine under the number of workers that was asked for. */
export const capacityOf = (
  machine: { readonly cpus: number | null; readonly memoryBytes: number | null },
  workers: number | null,
): Capacity => ({
  workers,
  cpus: workers === null ? machine.cpus : null,
  memoryBytes: machine.memoryBytes === null || workers !== null ? machine.memoryBytes : machine.memoryBytes * jobsShare,
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Whether a job may start beside those that run. One alone always may: its limits are its own affair. */
export const fitsBeside = (capacity: Capacity, running: readonly JobCost[], next: JobCost): boolean => {
  if (running.length === 0) return true;
  if (capacity.workers !== null && running.length >= capacity.workers) return false;
  if (capacity.workers === null && capacity.cpus === null && running.length >= 2) return false;
  const cpus = sum(running.map((job) => job.cpus)) + next.cpus;
  if (capacity.cpus !== null && cpus > capacity.cpus) return false;
  const memory = sum(running.map((job) => job.memoryBytes)) + next.memoryBytes;
  return capacity.memoryBytes === null || memory <= capacity.memoryBytes;
};

/** How many jobs of one cost run at the same time; at least 1. */
export const widthFor = (capacity: Capacity, cost: JobCost, most: number): number => {
  const running: JobCost[] = [];
  while (running.length < most && fitsBeside(capacity, running, cost)) running.push(cost);
  return Math.max(1, running.length);
};
