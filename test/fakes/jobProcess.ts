import { writeSync } from 'node:fs';
import type { JobSpec } from '../../src/core/run/container/engine';
import type { FoundJob } from '../../src/core/run/container/foundJob';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { LocalEngine } from '../../src/io/local/localEngine';
import { shellJob } from './shellJob';

interface Order {
  readonly engine: 'docker' | 'local';
  readonly endpoint?: string;
  readonly script: string;
  readonly changes: Partial<JobSpec>;
  readonly found?: FoundJob;
}

/** Submits or adopts one job as the order on the command line says, tells its id or what it met, and waits to be killed. */
const run = async (order: Order): Promise<void> => {
  const engine = order.engine === 'docker' ? new DockerEngine(order.endpoint ?? null) : new LocalEngine();
  const spec = shellJob(order.script, order.changes);
  try {
    const ref = order.found === undefined ? await engine.submit(spec) : await engine.adopt(order.found, spec);
    writeSync(1, `${ref.id}\n`);
  } catch (error) {
    writeSync(1, `${String(error)}\n`);
  }
  setInterval(() => {}, 1_000_000);
};

void run(JSON.parse(process.argv[2] ?? '') as Order);
