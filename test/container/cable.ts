import { rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Stands between us and an engine's socket, and can be cut: at once, or with an end that looks like any other. */
export class Cable {
  readonly path = join(tmpdir(), `touchstone-cable-${process.pid}-${Math.trunc(performance.now())}.sock`);
  readonly #open = new Set<net.Socket>();
  readonly #server: net.Server;

  constructor(far: string) {
    this.#server = net.createServer((near) => {
      const engine = net.connect(far);
      for (const socket of [near, engine]) {
        this.#open.add(socket);
        socket.on('error', () => undefined).on('close', () => this.#open.delete(socket));
      }
      near.pipe(engine).pipe(near);
    });
  }

  async lay(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.path, resolve));
  }

  /** Every connection that is open now; later ones go through again. */
  cut(how: 'drop' | 'end'): void {
    for (const socket of this.#open) {
      if (how === 'drop') socket.destroy();
      else socket.end();
    }
  }

  remove(): void {
    this.cut('drop');
    this.#server.close();
    rmSync(this.path, { force: true });
  }
}
