import { realpathSync } from 'node:fs';
import path from 'node:path';
import type Docker from 'dockerode';
import type { ReadOnlyMount, SessionSpec } from '../../core/run/container/session';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { sessionLabel } from '../jobs/sessionLabel';
import { environmentLines, jobLabel, sandboxHostConfig } from './createOptions';
import type { Endpoint } from './endpoint';

/**
 * The main process of a session: it sleeps, reaps what is left to it, ends on TERM and after its time. A shell and not
 * the engine's init, as `kill -9 -1` would end the child of that one and so the container. It starts one process at a
 * time, so its place among the allowed ones is free whenever it needs it; where another one took it, the shell gives up
 * and starts itself anew. Arguments: this script, and seconds (`+60`: from now).
 */
const keeperScript = `trap 'trap - EXIT; exit 0' TERM
trap 'exec sh -c "$1" keeper "$1" "$2"' EXIT
case $2 in +*) set -- "$1" "$(( $(date +%s) + \${2#+} ))" ;; esac
while :; do
  set -- "$1" "$2" "$(( $2 - $(date +%s) ))"
  [ "$3" -gt 0 ] || { trap - EXIT; exit 0; }
  sleep "$3" & wait $!
done`;

const contains = (folder: string, file: string): boolean => {
  const relative = path.relative(folder, file);
  return relative === '' || !(relative.startsWith('..') || path.isAbsolute(relative));
};

const realOr = (file: string): string => {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
};

const checkMount = ({ hostPath, path: inside }: ReadOnlyMount, socket: string): void => {
  if (!path.isAbsolute(hostPath) || !inside.startsWith('/'))
    throw new InputFault(`The mount of ${hostPath} at ${inside}: both paths have to be absolute.`);
  if (contains(realOr(hostPath), realOr(socket)))
    throw new InputFault(`${hostPath} holds the engine's own socket (${socket}) and can't be seen by a sandbox.`);
};

/** What of the host the sandbox may read. Throws InputFault, and EnvironmentFault where the engine is far away. */
export const sessionMounts = (spec: SessionSpec, endpoint: Endpoint): Docker.MountSettings[] => {
  const { socketPath } = endpoint.options;
  if (spec.mounts.length > 0 && typeof socketPath !== 'string')
    throw new EnvironmentFault(
      'engine',
      `The engine at ${endpoint.address} is on another machine and can't see ${spec.mounts[0]?.hostPath}; copy it in.`,
    );
  return spec.mounts.map((mount) => {
    checkMount(mount, String(socketPath));
    return {
      Type: 'bind',
      Source: mount.hostPath,
      Target: mount.path,
      ReadOnly: true,
      // Disks mounted below the folder would stay writable: they are not shown.
      BindOptions: { Propagation: 'rprivate', NonRecursive: true } as Docker.MountSettings['BindOptions'] & object,
    };
  });
};

/** A container that waits for commands, with the security of a job's. */
export const sessionOptions = (
  spec: SessionSpec,
  id: string,
  owner: Readonly<Record<string, string>>,
  mounts: Docker.MountSettings[],
  imageEnvironment: readonly string[],
): Docker.ContainerCreateOptions => ({
  Image: spec.image,
  Entrypoint: ['sh', '-c', keeperScript, 'keeper'],
  Cmd: [keeperScript, `+${Math.max(1, Math.ceil(spec.ttlMs / 1000))}`],
  User: '0:0',
  WorkingDir: '/',
  Tty: false,
  AttachStdin: false,
  Env: environmentLines(spec.env, imageEnvironment),
  Labels: { ...spec.labels, ...owner, [jobLabel]: id, [sessionLabel]: id },
  HostConfig: { ...sandboxHostConfig(spec.limits), Mounts: mounts },
});
