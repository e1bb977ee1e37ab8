import { rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../src/app/evaluate';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { findEndpoint } from '../../src/io/docker/endpoint';
import {
  type EvaluationProject,
  evalScriptAround,
  goldPatch,
  makeProject,
  patchItem,
  quietHooks,
} from '../fakes/evaluationProject';
import { dockerAnswers } from './engines';

/** Stands between us and the engine, and can be cut like a cable. */
class Cable {
  readonly path = join(tmpdir(), `touchstone-cable-${process.pid}-${Math.trunc(performance.now())}.sock`);
  readonly #open = new Set<net.Socket>();
  #cut = false;
  readonly #server = net.createServer((near) => {
    if (this.#cut) {
      near.destroy();
      return;
    }
    const far = net.connect(findEndpoint(null).options.socketPath ?? '');
    for (const socket of [near, far]) {
      this.#open.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#open.delete(socket));
    }
    near.pipe(far).pipe(near);
  });

  async lay(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.path, resolve));
  }

  cut(forMs: number): void {
    this.#cut = true;
    for (const socket of this.#open) socket.destroy();
    if (Number.isFinite(forMs)) setTimeout(() => this.#mend(), forMs);
  }

  #mend(): void {
    this.#cut = false;
  }

  remove(): void {
    this.#server.close();
    rmSync(this.path, { force: true });
  }
}

let project: EvaluationProject;
let cable: Cable;
beforeAll(async () => {
  project = await makeProject();
  cable = new Cable();
  await cable.lay();
});
afterAll(async () => {
  cable.remove();
  if (dockerAnswers) await expectNoneStranded();
  project.remove();
});

/** The job behind the cut cable ran to its end; the next process took it over by its labels and removed it. */
const expectNoneStranded = async (): Promise<void> => {
  const docker = new Docker();
  const stranded = await docker.listContainers({ all: true, filters: { label: ['dev.touchstone.run=cut'] } });
  expect(stranded).toEqual([]);
};

const signal = new AbortController().signal;
const out = () => join(project.temp.path, 'out');

describe.skipIf(!dockerAnswers)('an engine that goes away', () => {
  it('for a moment: the job is found again and its result stands', async () => {
    const item = patchItem(project.instance({ evalScript: evalScriptAround('sleep 2') }), goldPatch);
    const hooks = {
      ...quietHooks,
      progress: (_key: unknown, text: string) => {
        if (text === 'running the tests') setTimeout(() => cable.cut(600), 500);
      },
    };
    const ports = project.ports(new DockerEngine(`unix://${cable.path}`, { patienceMs: 3000 }), out());
    const { items, fault } = await evaluate(ports, project.request([item], { again: true }), hooks, signal);
    expect(items[0]?.outcome).toEqual({ kind: 'resolved' });
    expect(fault).toBeNull();
  });

  it('for good: what was done is kept, the rest has no verdict, and the next run goes on from there', async () => {
    const quick = patchItem(project.instance({ id: 'acme__greet-1' }), goldPatch);
    const slow = patchItem(
      project.instance({ id: 'acme__greet-2', evalScript: evalScriptAround('sleep 4') }),
      goldPatch,
    );
    const never = patchItem(project.instance({ id: 'acme__greet-3' }), goldPatch);
    const request = project.request([quick, slow, never], { runId: 'cut', workers: 1, patienceMs: 1000 });
    const hooks = {
      ...quietHooks,
      progress: (key: { readonly instanceId: string } | null, text: string) => {
        if (key?.instanceId === 'acme__greet-2' && text === 'running the tests')
          setTimeout(() => cable.cut(Infinity), 300);
      },
    };
    const { items, fault } = await evaluate(
      project.ports(new DockerEngine(`unix://${cable.path}`, { patienceMs: 3000 }), out()),
      request,
      hooks,
      signal,
    );
    expect(items.map((item) => item.outcome)).toMatchObject([
      { kind: 'resolved' },
      { kind: 'none', reason: 'infrastructure' },
      { kind: 'none', reason: 'infrastructure' },
    ]);
    expect(fault?.message).toContain('No engine at');
    const again = await evaluate(project.ports(new DockerEngine(null), out()), request, quietHooks, signal);
    expect(again.items.map((item) => [item.outcome.kind, item.kept])).toEqual([
      ['resolved', true],
      ['resolved', false],
      ['resolved', false],
    ]);
  });
});
