import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyStudy } from '../../../../src/app/verifyStudy';
import { fold } from '../../../../src/core/review/events/fold';
import { takeDeviceSlot } from '../../../../src/io/store/deviceSlot';
import { EventWriter } from '../../../../src/io/store/eventWriter';
import { readEvents } from '../../../../src/io/store/readEvents';
import { verifyPorts } from '../../../../src/io/store/verifyPorts';
import { judged } from '../../core/review/events/chain';
import { tempFolder } from './tempFolder';

let script = '';
beforeAll(async () => {
  const built = await build({
    entryPoints: [join(import.meta.dirname, '../../../fakes/limitedWriterProcess.ts')],
    ...{ bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent', write: false },
  });
  script = built.outputFiles[0]?.text ?? '';
});

/** Runs the writer in a shell after some words; what it said of each event. */
const writes = (root: string, count: number, before: string, unshared = false): readonly string[] => {
  const file = join(tempFolder(), 'writer.cjs');
  writeFileSync(file, script);
  const shell = `${before}; exec '${process.execPath}' '${file}' '${root}' ${count}`;
  const [program = '', ...args] = [...(unshared ? ['unshare', '--mount'] : []), 'sh', '-c', shell];
  const { stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return stdout.split('\n').slice(0, -1);
};

const stored = async (root: string): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { id } of readEvents(root)) ids.push(id);
  return ids;
};
const savedIn = (said: readonly string[]) => said.flatMap((line) => (line.startsWith('saved ') ? [line.slice(6)] : []));

const isRoot = process.getuid?.() === 0;
const mayMount = isRoot && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
const posix = process.platform !== 'win32';

describe('a disk that takes no more', () => {
  it.runIf(posix)(
    'is said, what was saved stands whole, and nothing half-written stays (limit on file size)',
    async () => {
      const root = tempFolder();
      const said = writes(root, 12, `trap '' XFSZ; ulimit -f 8`);
      expect(said).toHaveLength(12);
      expect(savedIn(said).length).toBeGreaterThan(1);
      expect(said.at(-1)).toMatch(/^failed Not saved: .*Draft kept/);
      expect(await stored(root)).toEqual(savedIn(said));
      expect((await verifyStudy(verifyPorts, root)).findings).toEqual([]);
      expect(writes(root, 1, ':')[0]).toMatch(/^saved/);
      expect(await verifyStudy(verifyPorts, root)).toMatchObject({ chains: 1, findings: [] });
    },
  );

  // A file system of 64 KiB can be had as root alone.
  it.runIf(mayMount)('is said where the file system is full', () => {
    const root = tempFolder();
    const said = writes(root, 200, `mount -t tmpfs -o size=64k none '${root}'`, true);
    expect(savedIn(said).length).toBeGreaterThan(10);
    expect(said.at(-1)).toContain('failed Not saved: disk full. Draft kept; free space, then press again.');
    const events = said.map((line) => line.split(' ')[0]);
    expect(events.lastIndexOf('saved')).toBeLessThan(events.length - 1);
  });
});

describe('a folder that can only be read', () => {
  // Root may write whatever the rights say, so a read-only mount takes their place.
  it.runIf(posix && (!isRoot || mayMount))('is said with what to do, and what stands there is read', async () => {
    const root = tempFolder();
    writes(root, 2, ':');
    const folder = join(root, '.touchstone');
    if (isRoot) {
      const said = writes(root, 1, `mount --bind '${root}' '${root}' && mount -o remount,ro,bind '${root}'`, true);
      expect(said).toEqual([expect.stringMatching(/^failed Not saved: the folder is read-only. Draft kept/)]);
    } else {
      for (const name of ['', 'pilot/private', 'pilot/private/locks/r1']) chmodSync(join(folder, name), 0o555);
      chmodSync(join(folder, 'pilot/private/.gitignore'), 0o444);
      expect(writes(root, 1, ':')).toEqual([expect.stringMatching(/^failed Not saved: no permission .* Draft kept/)]);
      for (const name of ['', 'pilot/private', 'pilot/private/locks/r1']) chmodSync(join(folder, name), 0o755);
    }
    expect(await stored(root)).toHaveLength(2);
    expect((await verifyStudy(verifyPorts, root)).findings).toEqual([]);
  });
});

const clockOf = (...times: readonly string[]) => {
  let at = 0;
  return { now: () => times[Math.min(at++, times.length - 1)] ?? '' };
};

describe('a clock that jumps', () => {
  it('changes nothing of what stands: the amendment after it counts, and the jump is told', async () => {
    const root = tempFolder();
    const clock = clockOf('2026-11-30T12:00:00+01:00', '2025-01-01T00:00:00+01:00', '2030-01-01T00:00:00+01:00');
    const writer = new EventWriter({ root, study: 'pilot', rater: 'r1', host: 'h1', tool: 't', clock });
    const first = await writer.append({ type: 'verdict', body: judged('p1', 'wrong') });
    const second = await writer.append({ type: 'amend', body: judged('p1', 'right', { supersedes: [first.id] }) });
    await writer.append({ type: 'activity', body: {} });
    await writer.close();
    const events = [];
    for await (const event of readEvents(root)) events.push(event);
    const [item] = fold(events).items;
    expect(item).toMatchObject({ conflict: false, live: { event: { id: second.id } } });
    const { findings, notes } = await verifyStudy(verifyPorts, root);
    expect(findings).toEqual([]);
    expect(notes).toEqual([
      '.touchstone/pilot/events/r1/h1-01.jsonl event 2: the clock went back by 698 days. The order of the chain counts.',
    ]);
  });
});

describe('locks', () => {
  const yes = async () => true;
  const words = (pid: number) => JSON.stringify({ pid, token: 'x' });

  it('of a living process are left alone, of a dead one taken over, half-written ones waited for', async () => {
    const folder = tempFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'h-01.1.lock'), words(process.pid));
    writeFileSync(join(folder, 'h-02.7.lock'), '{"pid":');
    writeFileSync(join(folder, 'h-03.4.lock'), words(2 ** 22 + 1));
    const slot = await takeDeviceSlot(folder, 'h', yes);
    expect(slot.device).toBe('h-03');
    expect(JSON.parse(readFileSync(join(folder, 'h-03.5.lock'), 'utf8'))).toMatchObject({ pid: process.pid });
    await slot.release();
    const again = await takeDeviceSlot(folder, 'h', yes);
    expect(again.device).toBe('h-03');
    await again.release();
  });

  it('that a slow rival makes below the one that holds are given up', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'h-01.5.lock'), words(process.pid));
    writeFileSync(join(folder, 'h-01.4.lock'), words(0));
    expect((await takeDeviceSlot(folder, 'h', yes)).device).toBe('h-02');
  });

  it('are taken by one of many who come at once', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'h-01.1.lock'), words(2 ** 22 + 1));
    const slots = await Promise.all(Array.from({ length: 12 }, () => takeDeviceSlot(folder, 'h', yes)));
    expect(new Set(slots.map(({ device }) => device)).size).toBe(12);
    for (const slot of slots) expect(await slot.stillHeld()).toBe(true);
    await Promise.all(slots.map((slot) => slot.release()));
  });
});
