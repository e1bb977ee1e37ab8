import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Session, Terminal } from '../../src/core/run/container/session';
import { runStep } from '../container/sessions';
import { listTree } from './listTree';
import { ownSeconds } from './sessionCommandCases';
import { throwAway } from './throwAway';

export const treeLimits = { entries: 10_000, bytes: 100_000_000 };

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

/** How trees go into a session and out of it, whoever keeps it. `uid`: whose its files are. */
export const sessionTreeCases = (current: () => Session, uid: number): void => {
  it("comes as it was, as its user's own", async () => {
    const folder = await makeTree();
    await current().upload(folder, '/work space/in');
    const { stdout } = await runStep(current(), 'stat -c "%u %A %N" run.sh link outward src; ./run.sh', {
      cwd: '/work space/in',
    });
    expect(stdout).toBe(
      `${uid} -rwxr-xr-x 'run.sh'\n${uid} lrwxrwxrwx 'link' -> 'src/deep'\n` +
        `${uid} lrwxrwxrwx 'outward' -> '/etc/passwd'\n${uid} drwxr-xr-x 'src'\nran\n`,
    );
    const back = await throwAway('back-');
    const report = await current().download('/work space/in', back, { limits: treeLimits, leaveOut: [] });
    const { outward, ...kept } = listTree(folder);
    expect(outward).toBe('-> /etc/passwd');
    expect(listTree(back)).toEqual(kept);
    expect(report).toEqual({ files: 3, bytes: 31, skipped: ['"outward": a link to the absolute path "/etc/passwd"'] });
    expect(statSync(join(back, 'run.sh')).mode & 0o777).toBe(0o755);
  });

  it('goes over what is there, and not through a link that stands in its way', async () => {
    const folder = await makeTree();
    await runStep(
      current(),
      'mkdir -p over elsewhere && ln -s ../elsewhere over/src && echo old > over/run.sh; echo o > over/o',
    );
    await current().upload(folder, '/work space/over');
    const { stdout } = await runStep(current(), './run.sh; cat o; ls src; ls ../elsewhere', {
      cwd: '/work space/over',
    });
    expect(stdout).toBe('ran\no\ndeep\n');
  });

  it('a hostile one writes nothing outside, brings no repository and no device', async () => {
    const { exitCode } = await runStep(
      current(),
      `mkdir -p hostile/.git hostile/sub/.git && cd hostile && echo x > .git/config && echo x > sub/.git/config
echo target > file && ln file hard && ln -s ../../../etc etc && ln -s / root && ln -s .. up && mkfifo pipe
ln -s ../.. sub/d && ln -s sub/d/../../../../../tmp chain && chmod 4777 file && echo '\\' > 'back\\slash' && printf x > $'bad\\xff'`,
    );
    expect(exitCode).toBe(0);
    const outer = await throwAway('outer-');
    const to = join(outer, 'to');
    mkdirSync(to);
    const { skipped } = await current().download('/work space/hostile', to, { limits: treeLimits, leaveOut: ['.git'] });
    expect(listTree(to)).toEqual({ file: 'target\n', hard: 'target\n', sub: null });
    expect(statSync(join(to, 'file')).mode & 0o7000).toBe(0);
    expect(readdirSync(outer)).toEqual(['to']);
    expect(skipped).toHaveLength(10);
    expect(skipped.join('\n')).toMatch(/"(\.\/)?pipe": /);
  });

  it('is found behind a link; one that is not there, or is a file, is told', async () => {
    await runStep(current(), 'mkdir -p real && echo x > real/f && ln -s real by-link');
    const to = await throwAway('to-');
    await current().download('/work space/by-link', to, { limits: treeLimits, leaveOut: [] });
    expect(listTree(to)).toEqual({ f: 'x\n' });
    const empty = await throwAway('empty-');
    const options = { limits: treeLimits, leaveOut: [] };
    for (const from of ['/no/such', '/work space/real/f'])
      await expect(current().download(from, empty, options)).rejects.toThrow(`has no folder ${from}`);
    expect(readdirSync(empty)).toEqual([]);
    await expect(current().download('relative', empty, options)).rejects.toThrow('absolute');
  });

  it('that is too much is cut, and that is said', async () => {
    await runStep(current(), 'mkdir large && head -c 3000000 /dev/zero > large/f');
    const small = await throwAway('small-');
    const limits = { entries: 10, bytes: 1_000_000 };
    const { skipped } = await current().download('/work space/large', small, { limits, leaveOut: [] });
    expect(skipped).toEqual([expect.stringMatching(/^"(\.\/)?f and all after it": more than 1000000 bytes in all$/)]);
  });
};

/** A shell on a pseudo terminal, whoever keeps the session. */
export const sessionTerminalCases = (current: () => Session, uid: number): void => {
  const open = (command: readonly string[]) =>
    current().terminal({ command, cwd: null, env: { PS1: '> ' }, columns: 91, rows: 31 });

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
    expect(first).toMatch(new RegExp(`31 91\\r\\n/dev/pts/\\d+\\r\\n${uid}\\r\\n`));
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
    const seconds = ownSeconds();
    const terminal = await open(['bash', '-c', `trap '' HUP; yes & sleep ${seconds}`]);
    await readUntil(terminal, 'y');
    await terminal.close();
    await terminal.close();
    expect(await terminal.wait()).toBeNull();
    const { stdout } = await runStep(current(), 'cat /proc/[0-9]*/cmdline | tr "\\0" " "');
    expect(stdout).not.toContain(seconds);
  });
};
