import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeptOutput } from '../../../../src/app/run/keptOutput';
import { putFile, readTaken, takeFiles } from '../../../../src/app/run/sandboxFiles';
import { sessionSpec } from '../../../container/sessions';
import { fakeSessions } from '../../../fakes/fakeSession';
import { throwAway } from '../../../fakes/throwAway';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('the output of a command', () => {
  it('is kept whole up to its limit, however it comes in pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 8 }), (pieces) => {
        const kept = new KeptOutput(10_000);
        for (const piece of pieces) kept.push(bytesOf(piece));
        expect(kept.result()).toEqual({ text: pieces.join(''), droppedBytes: 0 });
      }),
    );
  });

  it('keeps its head and its tail beyond, and says how much was between', () => {
    const kept = new KeptOutput(8);
    for (const piece of ['ab', 'cdef', 'ghijkl', 'mnop']) kept.push(bytesOf(piece));
    expect(kept.result()).toEqual({ text: 'abcd\n[8 bytes are left out here]\nmnop', droppedBytes: 8 });
  });

  it('shows bytes that are no UTF-8 by a sign in their place', () => {
    const kept = new KeptOutput();
    kept.push(Uint8Array.of(0x61, 0xff, 0x62));
    expect(kept.result().text).toBe('a\ufffdb');
  });
});

describe('files of a sandbox', () => {
  it('come out as they are, of a folder all below it, and no link is followed', async () => {
    const folder = await throwAway('touchstone-take-');
    const session = await (await fakeSessions()).openSession(sessionSpec());
    await mkdir(join(folder, 'logs/deep er'), { recursive: true });
    await writeFile(join(folder, 'secret'), 'no');
    await symlink(join(folder, 'secret'), join(folder, 'logs/link'));
    await putFile(session, join(folder, 'logs/deep er/x.bin'), Uint8Array.of(0, 1, 2, 255));
    await putFile(session, join(folder, 'logs/.hidden'), bytesOf('h'));
    const taken = await takeFiles(session, join(folder, 'logs'), 1000);
    expect([...(taken ?? [])].map(([name, bytes]) => [name, [...bytes]])).toEqual(
      expect.arrayContaining([
        ['deep er/x.bin', [0, 1, 2, 255]],
        ['.hidden', [104]],
      ]),
    );
    expect(taken?.size).toBe(2);
    expect(await takeFiles(session, join(folder, 'logs/link'), 1000)).toBeNull();
    expect(await takeFiles(session, join(folder, 'none'), 1000)).toBeNull();
    expect(textOf((await takeFiles(session, join(folder, 'secret'), 1000))?.get('secret'))).toBe('no');
  });

  it('are read without a fault, whatever comes in their place', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        for (const [, content] of readTaken(bytes)) expect(content.length).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });
});
