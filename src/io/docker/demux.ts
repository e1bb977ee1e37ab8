/**
 * Splits the engine's attach stream into frames: 8 bytes of head (stream number, three zeros, length in big-endian)
 * and the payload (`reference: Docker Engine API, ContainerAttach`). An async generator, so a slow reader holds the
 * socket back; the library's own splitter does not.
 */
export async function* demux(stream: AsyncIterable<Uint8Array>): AsyncGenerator<{ stream: number; bytes: Uint8Array }> {
  let head = Buffer.alloc(0);
  let kind = 0;
  let missing = 0;
  for await (const chunk of stream) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    while (rest.length > 0) {
      if (missing > 0) {
        const payload = rest.subarray(0, missing);
        missing -= payload.length;
        rest = rest.subarray(payload.length);
        yield { stream: kind, bytes: payload };
        continue;
      }
      const take = rest.subarray(0, 8 - head.length);
      head = Buffer.concat([head, take]);
      rest = rest.subarray(take.length);
      if (head.length < 8) continue;
      kind = head[0] ?? 0;
      missing = head.readUInt32BE(4);
      head = Buffer.alloc(0);
    }
  }
}
