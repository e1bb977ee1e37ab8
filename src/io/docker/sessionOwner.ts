import type Docker from 'dockerode';
import { runAsRoot } from './sessionExec';

export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

const root: FileOwner = { uid: 0, gid: 0 };

/** Whose files become that are copied in for this user; the sandbox is asked for the numbers of a name, root is the rest. */
export const ownerOfUser = async (container: Docker.Container, user: string | null): Promise<FileOwner> => {
  if (user === null) return root;
  const plain = /^(\d+):(\d+)$/.exec(user);
  if (plain !== null) return { uid: Number(plain[1]), gid: Number(plain[2]) };
  const [name = ''] = user.split(':');
  const { output } = await runAsRoot(container, ['sh', '-c', 'id -u -- "$1"; id -g -- "$1"', 'sh', name]);
  const found = /^(\d+)\n(\d+)\n$/.exec(output);
  return found === null ? root : { uid: Number(found[1]), gid: Number(found[2]) };
};
