import type { EvaluatePorts } from '../../src/app/evaluation/request';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { LocalEngine } from '../../src/io/local/localEngine';

/** Whether a Docker engine answers here; else the tests that need one are left out, and why is said. */
export const dockerAnswers = await new DockerEngine(null).ping().then(
  () => true,
  (error: unknown) => {
    console.warn(`Left out: ${String(error)}`);
    return false;
  },
);

/** Both engines behind the port, for what must come out the same. */
export const engines: readonly (readonly [string, () => EvaluatePorts['engine'], boolean])[] = [
  ['docker', () => new DockerEngine(null), dockerAnswers],
  ['local', () => new LocalEngine(), process.platform !== 'win32'],
];
