/** Where a session keeps what it needs in the sandbox: notes of how commands ended, and their inputs. */
export const notesFolder = '/.touchstone';

/**
 * Makes the notes' folder, where every user of the sandbox may write, and the working directory. Arguments: the working
 * directory, and whose it becomes where it is new ('' for root).
 */
export const prepareScript = `umask 022
mkdir -p ${notesFolder} && chmod 1777 ${notesFolder} || exit 1
[ -d "$1" ] && exit 0
mkdir -p -- "$1" || exit 1
[ -z "$2" ] || chown -- "$2" "$1"`;

/**
 * Runs one command and notes how it ended: its exit code, how many processes the kernel killed meanwhile for want of
 * memory, and whether folder or program were there at all. Arguments: note, folder, input, program and its arguments.
 * A command that succeeded although something was killed exits with 1 here, so that the note is looked at. Its own
 * messages go nowhere: what comes out are the command's bytes alone. TERM it leaves to the command.
 */
export const wrapperScript = `_ts_count() {
  _ts_n=0
  for _ts_f in /sys/fs/cgroup/memory/memory.oom_control /sys/fs/cgroup/memory.events; do
    [ -r "$_ts_f" ] || continue
    while read -r _ts_k _ts_v; do
      [ "$_ts_k" = oom_kill ] && _ts_n=$_ts_v
    done < "$_ts_f"
  done
}
trap : TERM
exec 3>&2 2>/dev/null
_ts_count
_ts_b=$_ts_n
( exec 2>&3 3>&-; cd -- "$2" || exit 126; shift 3; exec "$@" ) < "$3"
_ts_rc=$?
_ts_count
_ts_n=$((_ts_n - _ts_b))
_ts_why=-
if [ $_ts_rc -eq 126 ] || [ $_ts_rc -eq 127 ]; then
  if ! cd -- "$2"; then _ts_why=folder
  elif ! command -v "$4" >/dev/null; then _ts_why=program
  fi
fi
echo "$_ts_rc $_ts_n $_ts_why" > "$1"
[ $_ts_n -gt 0 ] && [ $_ts_rc -eq 0 ] && exit 1
exit $_ts_rc`;

export interface EndNote {
  readonly exitCode: number;
  /** Processes that the kernel killed for want of memory while the command ran. */
  readonly memoryKills: number;
  readonly missing: 'folder' | 'program' | null;
}

/** Reads a command's note; null for what is none. The sandbox could have written it. */
export const readEndNote = (text: string): EndNote | null => {
  const match = /^(\d{1,3}) (\d{1,9}) (-|folder|program)\n$/.exec(text);
  if (match === null) return null;
  const [, code, kills, missing] = match;
  return {
    exitCode: Number(code),
    memoryKills: Number(kills),
    missing: missing === 'folder' || missing === 'program' ? missing : null,
  };
};
