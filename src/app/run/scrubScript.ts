/**
 * Rids a testbed's repository of all that is not base's ancestry. What stays is packed into a repository made anew,
 * which takes the old one's place: whatever isn't carried over by name is gone, wherever git may have kept it. The files
 * of the testbed, HEAD and its commits stay as they are; what was staged stays as a change that isn't. Repositories
 * below it (submodules) are done first, each by its own HEAD.
 *
 * Arguments: a folder for notes, the testbed, base, and `contained` where folders elsewhere may be removed too. Prints
 * lines of a word and what it says: `kept`, `own`, `gone`, `object`, `fault`.
 */
export const scrubScript = `notes=$1/scrub tree=$2 base=$3 contained=$4
export LC_ALL=C GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_NO_REPLACE_OBJECTS=1 GIT_TERMINAL_PROMPT=0
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
g() { git -c safe.directory='*' -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 -C "$repo" "$@"; }
fault() { echo "fault $*"; exit 0; }
merged() { g for-each-ref --merged=HEAD --format="$1" refs/tags; }

# Objects of HEAD's ancestry and the tags in it go to $notes/reach, all others to $notes/extra.
look() {
  { echo HEAD; merged '%(objectname)'; } | g rev-list --objects --stdin >"$notes/listed" || fault "its history can't be read: $repo"
  cut -d' ' -f1 "$notes/listed" | sort -u >"$notes/reach"
  g cat-file --batch-all-objects --batch-check='%(objectname)' | sort -u >"$notes/all" || fault "its objects can't be listed: $repo"
  comm -13 "$notes/reach" "$notes/all" >"$notes/extra"
}

tell_refs() {
  branch=$(g symbolic-ref -q HEAD)
  g for-each-ref --format='%(refname)' | while read -r ref; do
    [ "$ref" = "$branch" ] && continue
    case $ref in refs/tags/*) continue ;; refs/heads/*) echo branch ;; refs/remotes/*) echo "remote branch" ;; refs/stash) echo stash ;; *) echo ref ;; esac
  done | sort | uniq -c | while read -r n what; do echo "gone $what: $n"; done
  all=$(g for-each-ref --format='%(refname)' refs/tags | wc -l) in=$(merged '%(refname)' | wc -l)
  [ "$all" -gt "$in" ] && echo "gone tag: $((all - in))"
}

tell_files() {
  for name in FETCH_HEAD ORIG_HEAD MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD rebase-merge rebase-apply; do
    [ -e "$dir/$name" ] && echo "gone $name"
  done
  [ -e "$common/worktrees" ] && echo "gone worktrees"
  [ -e "$common/modules" ] && echo "gone modules"
  [ -s "$common/objects/info/alternates" ] && echo "gone alternates"
  [ -d "$common/logs" ] && echo "gone reflogs"
  [ "$dir" = "$repo/.git" ] || echo "gone a git folder elsewhere"
}

carry_config() {
  for key in core.filemode core.autocrlf core.eol core.symlinks core.ignorecase core.quotepath core.sparsecheckout core.sparsecheckoutcone user.name user.email; do
    value=$(g config --local --get "$key") && git --git-dir="$new" config "$key" "$value"
  done
  g config --local --get-regexp '^filter\\.' 2>/dev/null | while read -r key value; do git --git-dir="$new" config "$key" "$value"; done
  git --git-dir="$new" config core.bare false
}

rebuild() {
  new=$notes/clean.git head=$(g rev-parse HEAD) format=
  rm -rf "$new"
  [ \${#head} -eq 64 ] && format=--object-format=sha256
  git init -q --bare --template= $format "$new" || fault "no repository can be made in the sandbox"
  { echo HEAD; merged '%(objectname)'; } | g pack-objects --revs -q --delta-base-offset "$new/objects/pack/pack" >/dev/null || fault "its history can't be packed: $repo"
  mkdir -p "$new/info"
  for name in exclude attributes sparse-checkout; do [ -f "$common/info/$name" ] && cp "$common/info/$name" "$new/info/$name"; done
  [ -f "$common/shallow" ] && cp "$common/shallow" "$new/shallow"
  merged 'create %(refname) %(objectname)' | git --git-dir="$new" update-ref --stdin || fault "its tags can't be carried over: $repo"
  carry_config
  branch=$(g symbolic-ref -q HEAD)
  if [ -n "$branch" ]; then
    git --git-dir="$new" update-ref "$branch" "$head" && git --git-dir="$new" symbolic-ref HEAD "$branch"
  else git --git-dir="$new" update-ref --no-deref HEAD "$head"; fi || fault "HEAD can't be carried over: $repo"
  sparse=$(g config --local --get core.sparsecheckout)
  [ "$sparse" = true ] && cp "$dir/index" "$new/index"
  put_in_place
  [ "$sparse" = true ] || g read-tree HEAD || fault "its index can't be made anew: $repo"
  g update-index -q --refresh >/dev/null 2>&1
}

# Emptied and filled, not moved: a folder of an image's layer would be copied first.
put_in_place() {
  owner=$(stat -c %u:%g "$repo")
  alternates=$(cat "$common/objects/info/alternates" 2>/dev/null)
  if [ -L "$repo/.git" ] || [ ! -d "$repo/.git" ]; then
    rm -f "$repo/.git" && mkdir "$repo/.git"
    [ "$contained" = contained ] && rm -rf "$dir" "$common"
  else
    rm -rf "$repo/.git"/* "$repo/.git"/.[!.]* "$repo/.git"/..?*
    [ "$contained" = contained ] && [ "$common" != "$repo/.git" ] && rm -rf "$common"
  fi
  mv "$new"/* "$repo/.git/" || fault "the new repository can't be put in place: $repo"
  chown -R "$owner" "$repo/.git" 2>/dev/null
  [ "$contained" = contained ] || return 0
  printf '%s\\n' "$alternates" | while read -r objects; do
    case $objects in /*/objects) rm -rf "$objects" && echo "gone objects at $objects" ;; esac
  done
}

scrub() {
  repo=$1
  dir=$(g rev-parse --absolute-git-dir) || fault "git can't read the repository at $repo"
  common=$(g rev-parse --git-common-dir)
  case $common in /*) ;; *) common=$repo/$common ;; esac
  common=$(cd -- "$common" && pwd -P)
  head=$(g rev-parse -q --verify 'HEAD^{commit}') || { empty; return; }
  [ "$repo" = "$tree" ] && beyond
  look
  tell_refs
  tell_files
  [ -s "$notes/extra" ] && g cat-file --batch-check='%(objecttype)' <"$notes/extra" | sort | uniq -c | while read -r n type; do echo "object $type $n"; done
  rebuild
  look
  [ -s "$notes/extra" ] && fault "$(wc -l <"$notes/extra") objects beyond base are still there: $repo"
  [ "$(g rev-parse HEAD)" = "$head" ] || fault "HEAD is no longer what it was: $repo"
  [ "$repo" = "$tree" ] && echo "kept $(wc -l <"$notes/reach")"
  return 0
}

# A repository whose HEAD has no commit: nothing of it is base's.
empty() {
  [ "$repo" = "$tree" ] && fault "its HEAD has no commit"
  echo "gone a repository without a commit"
  rm -rf "$repo/.git"
}

# How many commits of HEAD's ancestry base's hasn't: one is an image's own, more is not base.
beyond() {
  if ! g cat-file -e "$base^{commit}" 2>/dev/null; then echo "own unknown"; return 0; fi
  own=$(g rev-list --count HEAD "^$base")
  echo "own $own"
  [ "$own" -le 1 ] || fault "HEAD is $own commits away from base"
}

if [ ! -e "$tree/.git" ] && [ ! -L "$tree/.git" ]; then
  repo=$tree
  [ "$contained" = contained ] && top=$(g rev-parse --show-toplevel 2>/dev/null) && [ -n "$top" ] || { echo none; exit 0; }
  tree=$top
fi
command -v git >/dev/null || fault "the image has a repository and no git"
mkdir -p "$notes" || fault "there is no room for notes"
tree=$(cd -- "$tree" && pwd -P)
if command -v find >/dev/null; then find "$tree" -name .git -prune ! -path "$tree/.git" >"$notes/below"
else repo=$tree; g ls-files -s | while read -r mode _ _ path; do [ "$mode" = 160000 ] && [ -e "$tree/$path/.git" ] && echo "$tree/$path/.git"; done >"$notes/below"; fi
sort -r "$notes/below" | while read -r found; do scrub "\${found%/.git}"; done
scrub "$tree"
rm -rf "$notes"
exit 0`;
