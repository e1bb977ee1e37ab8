import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const layerOf = async (files: Readonly<Record<string, string>>): Promise<Buffer> => {
  const archive = pack();
  for (const [name, text] of Object.entries(files)) archive.entry({ name, mtime: new Date(0) }, text);
  archive.finalize();
  const parts: Uint8Array[] = [];
  for await (const part of archive) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
};

interface Served {
  readonly type: string;
  readonly bytes: Buffer;
}

/** What a registry answers instead of the usual; null: as usual. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => 'usual' | 'answered';

/** One request as it came. */
export interface AskedOf {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | null;
}

/**
 * A registry of our own (`reference: OCI distribution specification`, pulls alone) on 127.0.0.1, which engines take
 * without TLS. It serves one small image, `bench/small:1`, and does what a test wants in between.
 */
export class FakeRegistry {
  readonly asked: AskedOf[] = [];
  answering: Answering = () => 'usual';
  readonly #blobs = new Map<string, Served>();
  readonly #manifests = new Map<string, Served>();
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #port = 0;

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  get image(): string {
    return `${this.host}/bench/small:1`;
  }

  async start(
    architecture = 'amd64',
    files: Readonly<Record<string, string>> = { 'hello.txt': 'hello\n' },
  ): Promise<void> {
    await this.#addImage(architecture, files);
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Says no in the way registries do. */
  refuse(response: ServerResponse, status: number, code: string, message: string): 'answered' {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ errors: [{ code, message }] }));
    return 'answered';
  }

  #add(map: Map<string, Served>, type: string, bytes: Buffer): { mediaType: string; size: number; digest: string } {
    const digest = sha256(bytes);
    map.set(digest, { type, bytes });
    return { mediaType: type, size: bytes.length, digest };
  }

  async #addImage(architecture: string, files: Readonly<Record<string, string>>): Promise<void> {
    const layer = await layerOf(files);
    const config = Buffer.from(
      JSON.stringify({
        architecture,
        os: 'linux',
        config: { Env: ['PATH=/bin', `SALT=${process.pid}-${performance.now()}`], Cmd: ['/bin/sh'] },
        rootfs: { type: 'layers', diff_ids: [sha256(layer)] },
        history: [{ created_by: 'test' }],
      }),
    );
    const manifest = {
      schemaVersion: 2,
      mediaType: 'application/vnd.docker.distribution.manifest.v2+json',
      config: this.#add(this.#blobs, 'application/vnd.docker.container.image.v1+json', config),
      layers: [this.#add(this.#blobs, 'application/vnd.docker.image.rootfs.diff.tar.gzip', gzipSync(layer))],
    };
    const bytes = Buffer.from(JSON.stringify(manifest));
    const { digest } = this.#add(this.#manifests, manifest.mediaType, bytes);
    const list = {
      schemaVersion: 2,
      mediaType: 'application/vnd.docker.distribution.manifest.list.v2+json',
      manifests: [
        { mediaType: manifest.mediaType, size: bytes.length, digest, platform: { os: 'linux', architecture } },
      ],
    };
    const whole = Buffer.from(JSON.stringify(list));
    this.#add(this.#manifests, list.mediaType, whole);
    this.#manifests.set('1', { type: list.mediaType, bytes: whole });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '' } = request;
    this.asked.push({ method, url, authorization: request.headers.authorization ?? null });
    if (this.answering(request, response) === 'answered') return;
    if (url === '/v2/') {
      response.end('{}');
      return;
    }
    const [, kind = '', name = ''] = /^\/v2\/bench\/small\/(manifests|blobs)\/(.+)$/.exec(url) ?? [];
    const served = (kind === 'blobs' ? this.#blobs : this.#manifests).get(name);
    if (served === undefined) {
      this.refuse(response, 404, kind === 'blobs' ? 'BLOB_UNKNOWN' : 'MANIFEST_UNKNOWN', 'manifest unknown');
      return;
    }
    const digest = sha256(served.bytes);
    response.writeHead(200, {
      'content-type': served.type,
      'content-length': served.bytes.length,
      'docker-content-digest': digest,
    });
    response.end(method === 'HEAD' ? undefined : served.bytes);
  }
}
