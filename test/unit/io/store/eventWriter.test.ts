import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifyStudy } from '../../../../src/app/verifyStudy';
import { cacheFolder, hostId } from '../../../../src/io/store/cacheFolder';
import { appendLine, readChainEnd } from '../../../../src/io/store/chainFile';
import { takeDeviceSlot } from '../../../../src/io/store/deviceSlot';
import { EventWriter } from '../../../../src/io/store/eventWriter';
import { readEvents } from '../../../../src/io/store/readEvents';
import { notSaved } from '../../../../src/io/store/storeFault';
import { verifyPorts } from '../../../../src/io/store/verifyPorts';
import { tempFolder } from './tempFolder';

const writerIn = (root: string, rater = 'r1') =>
  new EventWriter({
    ...{ root, study: 'pilot', rater, host: 'h1', tool: 'touchstone/test' },
    clock: { now: () => '2026-11-30T12:00:00.000+01:00' },
  });

const note = (n: number) => ({ type: 'activity', body: { n } });
const fileOf = (root: string, slot = '01') => join(root, `.touchstone/pilot/events/r1/h1-${slot}.jsonl`);
const verified = (root: string) => verifyStudy(verifyPorts, root);

const bodies = async (root: string) => {
  const found: unknown[] = [];
  for await (const { body } of readEvents(root)) found.push(body['n']);
  return found;
};

describe('the event file', () => {
  it('holds one chained event a line, numbered from 1, and goes on after a restart', async () => {
    const root = tempFolder();
    const writer = writerIn(root);
    await Promise.all([1, 2, 3].map((n) => writer.append(note(n))));
    await writer.close();
    const again = writerIn(root);
    const fourth = await again.append(note(4));
    await again.close();
    expect(fourth).toMatchObject({ seq: 4, device: 'h1-01', study: 'pilot', rater: 'r1' });
    expect(await bodies(root)).toEqual([1, 2, 3, 4]);
    expect(await verified(root)).toMatchObject({ events: 4, chains: 1, findings: [] });
  });

  it('tells git to leave its bytes alone, and keeps locks out of git', async () => {
    const root = tempFolder();
    mkdirSync(join(root, '.touchstone'));
    writeFileSync(join(root, '.touchstone/.gitattributes'), '*.png binary');
    const writer = writerIn(root);
    await writer.append(note(1));
    await writer.close();
    const attributes = readFileSync(join(root, '.touchstone/.gitattributes'), 'utf8').split('\n');
    expect(attributes.slice(0, 2)).toEqual(['*.png binary', '*.jsonl -text']);
    expect(readFileSync(join(root, '.touchstone/pilot/private/.gitignore'), 'utf8')).toBe('*\n');
    expect(readdirSync(join(root, '.touchstone/pilot/private/locks/r1'))).toEqual(['h1-01.1.lock']);
  });

  it('goes on behind a torn last line, which is said and lost to nobody', async () => {
    const root = tempFolder();
    const writer = writerIn(root);
    await writer.append(note(1));
    await writer.close();
    appendFileSync(fileOf(root), '{"v":1,"id":"half');
    const again = writerIn(root);
    await again.append(note(2));
    await again.close();
    expect(await bodies(root)).toEqual([1, 2]);
    const { findings } = await verified(root);
    expect(findings.map(({ kind, event }) => `${kind} ${event}`)).toEqual(['torn 2']);
    expect(readFileSync(fileOf(root), 'utf8')).toContain('{"v":1,"id":"half\n');
  });

  it('counts an event whose line end alone was cut', async () => {
    const root = tempFolder();
    const writer = writerIn(root);
    await writer.append(note(1));
    await writer.close();
    writeFileSync(fileOf(root), readFileSync(fileOf(root), 'utf8').trimEnd());
    expect((await verified(root)).findings.map(({ kind }) => kind)).toEqual(['torn']);
    const again = writerIn(root);
    await again.append(note(2));
    await again.close();
    expect(await bodies(root)).toEqual([1, 2]);
    expect((await verified(root)).findings).toEqual([]);
  });

  it('reads the chain again where git changed the file below the writer', async () => {
    const root = tempFolder();
    const writer = writerIn(root);
    await writer.append(note(1));
    const first = readFileSync(fileOf(root), 'utf8');
    await writer.append(note(2));
    writeFileSync(fileOf(root), first);
    await writer.append(note(3));
    await writer.close();
    expect(await bodies(root)).toEqual([1, 3]);
    expect((await verified(root)).findings).toEqual([]);
  });

  it('refuses names that lead out of the folder', async () => {
    await expect(writerIn(tempFolder(), '../../x').append(note(1))).rejects.toThrow('Not saved');
    for (const study of ['..', 'a/b', 'A', ''])
      expect(
        () => new EventWriter({ root: '/', study, rater: 'r', host: 'h', tool: 't', clock: { now: () => '' } }),
      ).toThrow("can't name a folder");
  });
});

describe('a save that fails', () => {
  it('leaves nothing half-written where the disk is full in mid-line', async () => {
    const path = join(tempFolder(), 'chain.jsonl');
    writeFileSync(path, 'whole\n');
    const handle = await open(path, 'a');
    const full = {
      write: async (bytes: Buffer) => handle.write(bytes, 0, 3),
      sync: () => handle.sync(),
      truncate: (size: number) => handle.truncate(size),
    };
    const before = await readChainEnd(path);
    await expect(appendLine(full as never, '{"v":1}', before)).rejects.toMatchObject({ code: 'ENOSPC' });
    await handle.close();
    expect(readFileSync(path, 'utf8')).toBe('whole\n');
  });

  it('says what happened, that the draft is kept, and what to do', () => {
    const said = (code: string) => notSaved(Object.assign(new Error('x'), { code }), '/study').message;
    expect(said('ENOSPC')).toBe('Not saved: disk full. Draft kept; free space, then press again. (/study)');
    expect(said('EROFS')).toContain('Not saved: the folder is read-only. Draft kept');
    expect(said('EACCES')).toContain('Not saved: no permission to write there. Draft kept');
    expect(said('EIO')).toContain('Draft kept');
  });

  it('is an EnvironmentFault, and the next save works once the cause is gone', async () => {
    const root = tempFolder();
    writeFileSync(join(root, '.touchstone'), 'in the way');
    const writer = writerIn(root);
    await expect(writer.append(note(1))).rejects.toMatchObject({ name: 'EnvironmentFault', what: 'disk' });
    rmSync(join(root, '.touchstone'));
    await writer.append(note(2));
    await writer.close();
    expect(await bodies(root)).toEqual([2]);
  });
});

/** Lets the machine sleep for two minutes: clocks go on, heartbeats do not. */
const sleep = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
};

afterEach(() => {
  vi.useRealTimers();
});

describe('device slots', () => {
  const yes = async () => true;

  it('give every window its own file', async () => {
    const root = tempFolder();
    const writers = [writerIn(root), writerIn(root), writerIn(root)];
    await Promise.all(writers.map((writer, n) => writer.append(note(n))));
    const found = await verified(root);
    await Promise.all(writers.map((writer) => writer.close()));
    expect(found).toMatchObject({ events: 3, chains: 3, findings: [] });
  });

  it('take over a dead slot after its chain was read, and pass over one that cannot be', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'h-01.1.lock'), JSON.stringify({ pid: 2 ** 22 + 1, token: 'gone' }));
    const asked: string[] = [];
    const slot = await takeDeviceSlot(folder, 'h', async (device) => asked.push(device) > 0);
    expect(slot.device).toBe('h-01');
    expect(asked).toEqual(['h-01']);
    await slot.release();
    writeFileSync(join(folder, 'h-01.3.lock'), JSON.stringify({ pid: 2 ** 22 + 1, token: 'gone' }));
    const second = await takeDeviceSlot(folder, 'h', async () => false);
    expect(second.device).toBe('h-02');
    await second.release();
  });

  it('take over a slot whose heartbeat stopped, and its old holder notices', async () => {
    const folder = tempFolder();
    const asleep = await takeDeviceSlot(folder, 'h', yes);
    sleep();
    const taken = await takeDeviceSlot(folder, 'h', yes);
    expect(taken.device).toBe('h-01');
    expect(await asleep.stillHeld()).toBe(false);
    await asleep.release();
    expect(await taken.stillHeld()).toBe(true);
    await taken.release();
  });

  it('give a writer that slept another chain', async () => {
    const root = tempFolder();
    const asleep = writerIn(root);
    await asleep.append(note(1));
    sleep();
    const other = writerIn(root);
    await other.append(note(2));
    const beat = new Date();
    utimesSync(join(root, '.touchstone/pilot/private/locks/r1/h1-01.2.lock'), beat, beat);
    await asleep.append(note(3));
    await Promise.all([asleep.close(), other.close()]);
    expect(statSync(fileOf(root, '02')).size).toBeGreaterThan(0);
    expect(await verified(root)).toMatchObject({ events: 3, chains: 2, findings: [] });
  });
});

describe('the cache folder', () => {
  it('follows the environment', () => {
    expect(cacheFolder({ TOUCHSTONE_CACHE: '/x', XDG_CACHE_HOME: '/y' })).toBe('/x');
    expect(cacheFolder({ XDG_CACHE_HOME: '/y' })).toBe(join('/y', 'touchstone'));
  });

  it('draws the name of this machine once', async () => {
    const cache = tempFolder();
    const names = await Promise.all([hostId(cache), hostId(cache)]);
    expect(names[0]).toMatch(/^h[0-9a-f]{8}$/);
    expect(await hostId(cache)).toBe(names[0]);
  });
});
