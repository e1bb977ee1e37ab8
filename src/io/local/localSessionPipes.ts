import { execFile } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

/** The two pipes into which a command prints: ends to read from, and files to give to it. */
export interface StepPipes {
  readonly stdout: Socket;
  readonly stderr: Socket;
  readonly writers: readonly [number, number];
  /** To be called once the command has its ends. */
  closeWriters(): Promise<void>;
}

const run = promisify(execFile);

const reading = constants.O_RDONLY | constants.O_NONBLOCK;

/** The stream closes the file when it ends. */
const reader = (file: string): Socket => new Socket({ fd: openSync(file, reading), readable: true, writable: false });

/**
 * Makes pipes as a shell would. Those of node are sockets, which no program can open by name: `echo >/dev/stderr` would
 * fail. Made by name in `folder`, opened, and their names removed.
 */
export const makePipes = async (folder: string, name: string): Promise<StepPipes> => {
  const files = [path.join(folder, `${name}.out`), path.join(folder, `${name}.err`)] as const;
  await run('mkfifo', ['-m', '600', ...files]);
  const readers: Socket[] = [];
  const writers: FileHandle[] = [];
  try {
    for (const file of files) readers.push(reader(file));
    for (const file of files) writers.push(await open(file, constants.O_WRONLY));
  } catch (error) {
    for (const socket of readers) socket.destroy();
    throw error;
  } finally {
    for (const file of files) await rm(file, { force: true });
  }
  const [stdout, stderr] = readers as [Socket, Socket];
  const [out, err] = writers as [FileHandle, FileHandle];
  return {
    stdout,
    stderr,
    writers: [out.fd, err.fd],
    closeWriters: async () => {
      await out.close();
      await err.close();
    },
  };
};
