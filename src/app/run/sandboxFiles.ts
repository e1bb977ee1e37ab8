import type { Session } from '../../core/run/container/session';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { runStep } from '../sessionStep';

const putScript = 'mkdir -p -- "$(dirname -- "$1")" && rm -rf -- "$1" && cat >"$1"';

/** Puts a file's bytes at an absolute path, over whatever stood there. Throws EnvironmentFault where it can't. */
export const putFile = async (session: Session, path: string, bytes: Uint8Array, signal?: AbortSignal) => {
  if (!path.startsWith('/')) throw new InputFault(`${path}: files of a sandbox are named by absolute paths.`);
  const { end, stderr } = await runStep(
    session,
    { command: ['sh', '-c', putScript, 'sh', path], input: bytes },
    signal,
  );
  if (end.exitCode !== 0)
    throw new EnvironmentFault('image', `${path} could not be written in the sandbox: ${stderr.trim().slice(0, 300)}`);
};

/** Each file as `name NUL size NUL bytes`; of a growing file the bytes that it had. Links and all that is no file are left out. */
const takeScript = `walk() {
  for f in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    [ -L "$f" ] && continue
    if [ -d "$f" ]; then walk "$f"; elif [ -f "$f" ]; then one "$f" "\${f#"$root"/}"; fi
  done
}
one() { n=$(wc -c <"$1") && printf '%s\\0%d\\0' "$2" "$n" && head -c "$n" <"$1"; }
root=$1
[ -L "$root" ] && exit 3
if [ -d "$root" ]; then walk "$root"; elif [ -f "$root" ]; then one "$root" "\${root##*/}"; else exit 3; fi
exit 0`;

const until = (bytes: Uint8Array, from: number): number | null => {
  const at = bytes.indexOf(0, from);
  return at < 0 ? null : at;
};

/** Reads what the script printed; one that is cut or shrank under way ends the reading. */
export const readTaken = (bytes: Uint8Array): ReadonlyMap<string, Uint8Array> => {
  const files = new Map<string, Uint8Array>();
  const text = new TextDecoder();
  for (let at = 0; at < bytes.length; ) {
    const nameEnd = until(bytes, at);
    const sizeEnd = nameEnd === null ? null : until(bytes, nameEnd + 1);
    if (nameEnd === null || sizeEnd === null) break;
    const name = text.decode(bytes.subarray(at, nameEnd));
    const size = text.decode(bytes.subarray(nameEnd + 1, sizeEnd));
    if (!/^\d{1,12}$/.test(size)) break;
    at = sizeEnd + 1 + Number(size);
    files.set(name, bytes.slice(sizeEnd + 1, at));
  }
  return files;
};

/** A file, or all files below a folder by relative path; null: there is none. What is beyond `mostBytes` is cut. */
export const takeFiles = async (
  session: Session,
  path: string,
  mostBytes: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Uint8Array> | null> => {
  if (!path.startsWith('/')) throw new InputFault(`${path}: files of a sandbox are named by absolute paths.`);
  const command = ['sh', '-c', takeScript, 'sh', path.replace(/(.)\/+$/, '$1')];
  const { end, stdout } = await runStep(session, { command, maxBytes: mostBytes }, signal);
  return end.exitCode === 0 ? readTaken(stdout) : null;
};
