import { chmod, lstat, mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';

export const socketName = 'model.sock';

/** What the kernel keeps for a socket's path, less its end. */
const mostPathBytes = 107;

/** A new folder for one gateway's socket, whose path is short enough. */
export const makeSocketFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'touchstone-gw-'));

/**
 * Makes the folder ours alone and gives the path of its socket. Throws InputFault where the path is too long or another gateway's
 * socket is in it, EnvironmentFault where it can't be made.
 */
export const prepareSocketFolder = async (folder: string): Promise<string> => {
  const socket = path.join(folder, socketName);
  if (!path.isAbsolute(folder))
    throw new InputFault(`The folder of the gateway's socket has to be absolute: ${folder}.`);
  if (Buffer.byteLength(socket) > mostPathBytes)
    throw new InputFault(
      `${socket} is too long for a socket (${mostPathBytes} bytes): choose a folder nearer to the root.`,
    );
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  } catch (error) {
    throw new EnvironmentFault('disk', `The folder of the gateway's socket could not be made: ${String(error)}.`);
  }
  if (await lstat(socket).catch(() => null))
    throw new InputFault(`${socket} is there already: each attempt needs a folder of its own.`);
  return socket;
};

/**
 * Removes a gateway's socket. The folder stays as long as the sandbox: of a container one of whose mounts is gone, the
 * engine hands out no file any more and can't start it again.
 */
export const removeSocket = (folder: string): Promise<void> => rm(path.join(folder, socketName), { force: true });

/** Removes what is left of a gateway, once its sandbox is gone. */
export const removeSocketFolder = async (folder: string): Promise<void> => {
  await removeSocket(folder);
  await rmdir(folder).catch(() => {});
};
