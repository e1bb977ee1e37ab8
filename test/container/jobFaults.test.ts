import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEntryScript } from '../../src/core/evaluation/script/entryScript';
import type { Engine, JobSpec } from '../../src/core/run/container/engine';
import { outputFileBytes } from '../../src/core/run/container/limits';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { LocalEngine } from '../../src/io/local/localEngine';
import { git } from '../fakes/git';
import { noImageHooks, shellImageRequest, shellJob } from '../fakes/shellJob';
import { type TempFolder, tempFolder } from '../fakes/tempFolder';
import { dockerAnswers, engines } from './engines';

let temp: TempFolder;
let bundlePath: string;
let base: string;
beforeAll(async () => {
  temp = tempFolder();
  const repo = `${temp.path}/repo`;
  git(temp.path, 'init', '--quiet', '-b', 'main', repo);
  git(repo, 'commit', '--quiet', '--allow-empty', '-m', 'base');
  base = git(repo, 'rev-parse', 'HEAD').trim();
  bundlePath = `${temp.path}/repo.bundle`;
  git(repo, 'bundle', 'create', '--quiet', bundlePath, 'HEAD');
});
afterAll(() => temp.remove());

const utf8 = (text: string) => new TextEncoder().encode(text);

/** An evaluation's real script around hostile tests. */
const evaluation = (tests: string, testSeconds: number, changes: Partial<JobSpec> = {}): JobSpec =>
  shellJob('', {
    labels: { 'dev.touchstone.run': `faults-${process.pid}` },
    files: [
      {
        path: '/in/entry.sh',
        bytes: utf8(buildEntryScript({ rules: 'swebench-v5', baseCommit: base, hasPatch: false, testSeconds })),
      },
      { path: '/in/eval.sh', bytes: utf8(tests) },
    ],
    bundlePath,
    ...changes,
  });

const processesWith = (text: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(text) ? [line] : [];
      } catch {
        return [];
      }
    });

/** Runs a job to its end and reads what it left. */
const runOn = async (engine: Engine, job: JobSpec) => {
  const ref = await engine.submit(job);
  try {
    const end = await engine.wait(ref);
    const { files, skipped } = await engine.files(ref);
    const result = JSON.parse(Buffer.from(files.get('result.json') ?? utf8('null')).toString());
    return { end, log: files.get('test_output.txt') ?? new Uint8Array(), skipped, result };
  } finally {
    await engine.remove(ref);
  }
};

describe.each(engines)('hostile tests in %s', (name, open, here) => {
  const engine = open();
  const run = (job: JobSpec) => runOn(engine, job);
  beforeAll(async () => {
    if (here) await engine.prepareImage(shellImageRequest, noImageHooks);
  });

  it.skipIf(!here)(
    'a tree of eleven processes that ignore signals ends with the tests, and nothing is left',
    async () => {
      const mark = `8638${name.length}`;
      // The emptied environment can't be found by the local backend, which says so: there it stays in its group.
      const emptied = name === 'local' ? 'bash -c' : 'setsid env -i bash -c';
      const tests = `deaf="trap '' TERM HUP INT QUIT USR1;"
for n in 1 2 3; do bash -c "$deaf while :; do sleep ${mark}$n; done" & done
for n in 4 5 6; do setsid bash -c "$deaf while :; do sleep ${mark}$n; done" & done
setsid bash -c "(setsid bash -c \\"$deaf sleep ${mark}7\\" &) &"
(bash -c "$deaf (sleep ${mark}8 &) ; sleep ${mark}9" &)
${emptied} "$deaf while :; do sleep ${mark}0; done" &
nohup setsid bash -c "exec -a [kworker] sleep ${mark}11" &
echo planted; trap '' TERM INT; while :; do sleep 1; done`;
      const { end, log, result } = await run(evaluation(tests, 1));
      expect(result).toMatchObject({ stage: 'tested', timedOut: true });
      expect(result.leftovers).toBeGreaterThan(0);
      expect(end).toMatchObject({ kind: 'finished', exitCode: 0 });
      expect(end.wallMs).toBeLessThan(40_000);
      expect(Buffer.from(log).toString()).toContain('planted');
      expect(processesWith(mark)).toEqual([]);
    },
  );

  it.skipIf(!here)('tests begin with the signals as a shell gives them, and their own exit code is told', async () => {
    const tests = "grep -E 'SigIgn|SigBlk' /proc/self/status; exit 7";
    const { end, log, result } = await run(evaluation(tests, 20));
    expect(result).toMatchObject({ stage: 'tested', timedOut: false, testExit: 7, leftovers: 0 });
    expect(Buffer.from(log).toString()).toMatch(/SigBlk:\t0+\nSigIgn:\t0+\n/);
    expect(end.wallMs).toBeLessThan(15_000);
  });

  it.skipIf(!here)(
    'tests that stop their own clock and watch over its stop are ended long before the watchdog',
    async () => {
      // Its own alone: in the local backend every process of the machine stands in /proc.
      const tests = `own() { grep -qzFx "TOUCHSTONE_JOB=$TOUCHSTONE_JOB" $1/environ; }
stop() { for p in /proc/[0-9]*; do read -r -d '' c <$p/cmdline; case $c in timeout) own $p && kill -STOP \${p#/proc/};; esac; done; }
while :; do stop; sleep 0.1; done 2>/dev/null`;
      const { end, result } = await run(evaluation(tests, 2, { deadlineMs: 50_000 }));
      expect(end).toMatchObject({ kind: 'finished' });
      expect(result).toMatchObject({ timedOut: true });
      expect(end.wallMs).toBeLessThan(30_000);
    },
  );
});

/** What tests did to their clock and to what comes after them; the last word says whether it is their time that ended them. */
const attacks: readonly (readonly [string, string, boolean])[] = [
  ['stop every process but the first', 'while :; do kill -STOP -1; done', true],
  ['end every process but the first', 'trap "" TERM HUP; kill -KILL -1; while :; do :; done', false],
  ['end their parent and stay', "trap '' TERM HUP; kill -KILL $PPID; while :; do :; done", false],
  ['stop their parent and stay', 'kill -STOP $PPID; while :; do :; done', true],
  ['knock at the clock all the time', 'yes >/proc/1/fd/4 & tr "\\0" x </dev/zero >/proc/1/fd/4 & wait', true],
  ['take every knock away and end', '(trap "" TERM HUP; setsid cat /proc/1/fd/4) & sleep 0.5', false],
  ['leave pipes where the result goes', 'mkfifo /out/result.json.part; mkfifo /out/result.json', false],
  [
    'put a program that never ends in the place of all others',
    `printf '#!/bin/bash\\nwhile :; do :; done\\n' >/x; chmod +x /x
for name in mv sleep cat rm head grep mkdir tail tr env; do p=$(command -v $name); cp /x "$p.new"; /bin/ln -f "$p.new" "$p"; done; true`,
    false,
  ],
];

describe.skipIf(process.platform !== 'linux')('tests without a container that', () => {
  it.each(attacks.filter(([what]) => what.includes('their parent')))('%s end in time', async (_what, tests, late) => {
    const { end, result } = await runOn(new LocalEngine(), evaluation(tests, late ? 2 : 30, { deadlineMs: 25_000 }));
    expect(end).toMatchObject({ kind: 'finished', exitCode: 0 });
    expect(result).toMatchObject({ stage: 'tested', timedOut: late });
  });
});

describe.skipIf(!dockerAnswers)('tests in a container that', () => {
  it.each(attacks)('%s end in time', async (_what, tests, late) => {
    // Whoever is ended by the watchdog did not finish.
    const job = evaluation(tests, late ? 2 : 30, { deadlineMs: 25_000 });
    const { end, result } = await runOn(new DockerEngine(null), job);
    expect(end).toMatchObject({ kind: 'finished', exitCode: 0 });
    if (!tests.includes('/out/result.json')) expect(result).toMatchObject({ stage: 'tested', timedOut: late });
    else expect(result).toBeNull();
  });

  it('end early with the code of a time-out have not run out of time', async () => {
    const { result } = await runOn(new DockerEngine(null), evaluation('exit 124', 30));
    expect(result).toMatchObject({ testExit: 124, timedOut: false });
  });
});

describe('a folder of results with hostile names', () => {
  it.skipIf(!dockerAnswers)('is read without its links, pipes and odd names, each of which is told', async () => {
    const script = `cd /out && echo good > good.txt && mkdir -p deep/er && echo deep > deep/er/x
echo odd > 'back\\slash'; echo odd > '..%2f..'; ln -s /etc/passwd link; ln -s /etc over; mkfifo pipe; ln good.txt hard; mknod dev c 1 3`;
    const engine = new DockerEngine(null);
    const ref = await engine.submit(shellJob(script, { labels: { 'dev.touchstone.run': `faults-${process.pid}` } }));
    await engine.wait(ref);
    const { files, skipped } = await engine.files(ref);
    await engine.remove(ref);
    expect([...files.keys()].filter((name) => !/^(good.txt|hard|..%2f..|deep\/er\/x)$/.test(name))).toEqual([]);
    expect(Buffer.from(files.get('deep/er/x') ?? []).toString()).toBe('deep\n');
    for (const name of ['link', 'over', 'pipe', 'slash']) expect(skipped.join('\n')).toContain(name);
  });
});

describe.skipIf(process.platform === 'win32')('the local backend', () => {
  const engine = new LocalEngine();

  it('ends a job that fills its folders, and says so', async () => {
    const limits = { ...shellJob('').limits, diskBytes: 20_000_000 };
    const ref = await engine.submit(shellJob('head -c 30000000 /dev/zero > big; sleep 86387', { bundlePath, limits }));
    const end = await engine.wait(ref);
    await engine.remove(ref);
    expect(end.kind).toBe('killed');
    expect(end.evidence.join()).toContain('written more than 20000000 bytes');
  });

  it('lets no file grow beyond its limit', async () => {
    const limits = { ...shellJob('').limits, fileBytes: 1_024_000 };
    const script = 'head -c 5000000 /dev/zero > big; wc -c < big > "$TOUCHSTONE_OUT/size"';
    const ref = await engine.submit(shellJob(script, { bundlePath, limits }));
    expect(await engine.wait(ref)).toMatchObject({ kind: 'finished' });
    const { files } = await engine.files(ref);
    await engine.remove(ref);
    expect(
      Buffer.from(files.get('size') ?? [])
        .toString()
        .trim(),
    ).toBe('1024000');
  });
});

describe('a flood of output', () => {
  it.skipIf(!dockerAnswers)(
    '500 MB without a newline: head and tail are kept, the cut is said, memory stays',
    async () => {
      const before = process.memoryUsage().rss;
      let most = 0;
      const timer = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss - before);
      }, 50);
      const tests = "printf begun; head -c 500000000 /dev/zero | tr '\\0' y; printf ended";
      const { end, log, skipped, result } = await runOn(new DockerEngine(null), evaluation(tests, 60)).finally(() =>
        clearInterval(timer),
      );
      expect(result).toMatchObject({ stage: 'tested', timedOut: false, testExit: 0 });
      const text = Buffer.from(log);
      expect([text.subarray(0, 6).toString(), text.subarray(-6).toString()]).toEqual(['beguny', 'yended']);
      expect(log.byteLength).toBeLessThanOrEqual(outputFileBytes);
      expect(skipped.join()).toContain('bytes between its head and tail were left out');
      expect(end.output?.bytes).toBe(500_000_010);
      // What is kept, put together once, and some air; never the whole output.
      expect(most).toBeLessThan(3 * outputFileBytes + 60 * 1024 ** 2);
    },
  );
});
