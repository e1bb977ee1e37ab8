import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session, Terminal } from '../../src/core/run/container/session';
import { DockerEngine } from '../../src/io/docker/dockerEngine';
import { DockerSessions } from '../../src/io/docker/dockerSessions';
import { listTree } from '../fakes/listTree';
import { noImageHooks, shellImageRequest } from '../fakes/shellJob';
import { throwAway } from '../fakes/throwAway';
import { dockerAnswers } from './engines';
import { runStep, sessionSpec } from './sessions';

let session: Session;
beforeAll(async () => {
  if (!dockerAnswers) return;
  await new DockerEngine(null).prepareImage(shellImageRequest, noImageHooks);
  session = await new DockerSessions(null).openSession(sessionSpec({ user: '1000:1000' }));
});
afterAll(() => session?.close());

const limits = { entries: 10_000, bytes: 100_000_000 };

const makeTree = async (): Promise<string> => {
  const folder = await throwAway('tree ünï-');
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  writeFileSync(join(folder, 'src/deep/maß \u{1f600}.txt'), 'bytes\0\r\n');
  writeFileSync(join(folder, `${'n'.repeat(200)}.txt`), 'long');
  writeFileSync(join(folder, 'run.sh'), '#!/bin/sh\necho ran\n');
  chmodSync(join(folder, 'run.sh'), 0o755);
  symlinkSync('src/deep', join(folder, 'link'));
  symlinkSync('/etc/passwd', join(folder, 'outward'));
  return folder;
};

describe.skipIf(!dockerAnswers)('a tree into a session and out again', () => {
  it("comes as it was, as its user's own", async () => {
    const folder = await makeTree();
    await session.upload(folder, '/work space/in');
    const { stdout } = await runStep(session, 'stat -c "%u %A %N" run.sh link outward src; ./run.sh', {
      cwd: '/work space/in',
    });
    expect(stdout).toBe(
      "1000 -rwxr-xr-x 'run.sh'\n1000 lrwxrwxrwx 'link' -> 'src/deep'\n" +
        "1000 lrwxrwxrwx 'outward' -> '/etc/passwd'\n1000 drwxr-xr-x 'src'\nran\n",
    );
    const back = await throwAway('back-');
    const report = await session.download('/work space/in', back, { limits, leaveOut: [] });
    const { outward, ...kept } = listTree(folder);
    expect(outward).toBe('-> /etc/passwd');
    expect(listTree(back)).toEqual(kept);
    expect(report).toEqual({ files: 3, bytes: 31, skipped: ['"outward": a link to the absolute path "/etc/passwd"'] });
    expect(statSync(join(back, 'run.sh')).mode & 0o777).toBe(0o755);
  });

  it('a hostile one writes nothing outside, brings no repository and no device', async () => {
    const { exitCode } = await runStep(
      session,
      `mkdir -p hostile/.git hostile/sub/.git && cd hostile && echo x > .git/config && echo x > sub/.git/config
echo target > file && ln file hard && ln -s ../../../etc etc && ln -s / root && ln -s .. up && mkfifo pipe
ln -s ../.. sub/d && ln -s sub/d/../../../../../tmp chain && chmod 4777 file && echo '\\' > 'back\\slash' && printf x > $'bad\\xff'`,
    );
    expect(exitCode).toBe(0);
    const outer = await throwAway('outer-');
    const to = join(outer, 'to');
    mkdirSync(to);
    const { skipped } = await session.download('/work space/hostile', to, { limits, leaveOut: ['.git'] });
    expect(listTree(to)).toEqual({ file: 'target\n', hard: 'target\n', sub: null });
    expect(statSync(join(to, 'file')).mode & 0o7000).toBe(0);
    expect(readdirSync(outer)).toEqual(['to']);
    expect(skipped).toHaveLength(10);
  });

  it('is found behind a link; one that is not there, or is a file, is told', async () => {
    await runStep(session, 'mkdir -p real && echo x > real/f && ln -s real by-link');
    const to = await throwAway('to-');
    await session.download('/work space/by-link', to, { limits, leaveOut: [] });
    expect(listTree(to)).toEqual({ f: 'x\n' });
    const empty = await throwAway('empty-');
    for (const from of ['/no/such', '/work space/real/f'])
      await expect(session.download(from, empty, { limits, leaveOut: [] })).rejects.toThrow(`has no folder ${from}`);
    expect(readdirSync(empty)).toEqual([]);
    await expect(session.download('relative', empty, { limits, leaveOut: [] })).rejects.toThrow('absolute');
  });

  it('ends when it is cancelled, and tells how much came', async () => {
    await runStep(session, 'mkdir big && head -c 300000000 /dev/zero > big/f');
    const to = await throwAway('to-');
    const controller = new AbortController();
    const seen: number[] = [];
    const onBytes = (bytes: number) => {
      seen.push(bytes);
      controller.abort();
    };
    const wide = { entries: 10, bytes: 1e9 };
    const options = { limits: wide, leaveOut: [], onBytes };
    await expect(session.download('/work space/big', to, options, controller.signal)).rejects.toThrow();
    const small = await throwAway('small-');
    const { skipped } = await session.download('/work space/big', small, { limits, leaveOut: [] });
    expect(skipped).toEqual(['"./f and all after it": more than 100000000 bytes in all']);
  });
});

describe.skipIf(!dockerAnswers)('a terminal in a session', () => {
  const open = (command: readonly string[]) =>
    session.terminal({ command, cwd: null, env: { PS1: '> ' }, columns: 91, rows: 31 });

  const readUntil = async (terminal: Terminal, words: string): Promise<string> => {
    let text = '';
    for await (const bytes of { [Symbol.asyncIterator]: () => shared(terminal) }) {
      text += Buffer.from(bytes).toString('latin1');
      if (text.includes(words)) return text;
    }
    return text;
  };
  const iterators = new WeakMap<Terminal, AsyncIterator<Uint8Array>>();
  /** One iterator for several reads of the same terminal. */
  const shared = (terminal: Terminal): AsyncIterator<Uint8Array> => {
    const iterator = iterators.get(terminal) ?? terminal.output[Symbol.asyncIterator]();
    iterators.set(terminal, iterator);
    return { next: () => iterator.next() };
  };

  it('takes words, knows its size and its new size, and tells how the shell ended', async () => {
    const terminal = await open(['bash', '--norc', '-i']);
    terminal.write(Buffer.from('stty size; tty; id -u; pwd\r'));
    const first = await readUntil(terminal, '/work space\r\n');
    expect(first).toMatch(/31 91\r\n\/dev\/pts\/\d+\r\n1000\r\n/);
    await terminal.resize(120, 40);
    terminal.write(Buffer.from('stty size; exit 7\r'));
    expect(await readUntil(terminal, 'exit\r\n')).toContain('40 120\r\n');
    expect(await terminal.wait()).toBe(7);
  });

  it('gives hostile output as bytes', async () => {
    const terminal = await open(['printf', '\\033]0;title\\007\\033[2J\\377\\000end']);
    expect(await readUntil(terminal, 'end')).toBe('\u001b]0;title\u0007\u001b[2J\u00ff\0end');
    expect(await terminal.wait()).toBe(0);
  });

  it('that is closed ends its shell, beside a command that goes on', async () => {
    const terminal = await open(['bash', '-c', "trap '' HUP; yes & sleep 86370"]);
    await readUntil(terminal, 'y');
    await terminal.close();
    await terminal.close();
    expect(await terminal.wait()).toBeNull();
    const { stdout } = await runStep(session, 'cat /proc/[0-9]*/cmdline | tr "\\0" " "');
    expect(stdout).not.toContain('86370');
    expect(stdout).not.toContain('yes ');
  });
});
