import { err, ok, type Result } from '../shared/result';
import { parsePatch } from './parsePatch';
import { type FilePatch, type Hunk, type PatchLine, pathOf } from './patch';
import { reverseHeader } from './reverseHeader';

const signs = { context: ' ', added: '-', removed: '+' } as const;

/** A line of the reversed hunk, always ended; what the patch itself lacks at its end is taken off afterwards. */
const writeLine = (line: PatchLine): string => {
  const marker = line.noNewline === null || line.noNewline.endsWith('\n') ? line.noNewline : `${line.noNewline}\n`;
  return `${line.bare ? '' : signs[line.kind]}${line.text}${line.end || '\n'}${marker ?? ''}`;
};

/** Changed lines that stand together, old before new as git writes them: what was added is now what is removed. */
const writeLines = (lines: readonly PatchLine[]): string => {
  const written: string[] = [];
  const restored: string[] = [];
  for (const line of lines) {
    if (line.kind === 'context') written.push(...restored.splice(0), writeLine(line));
    else if (line.kind === 'added') written.push(writeLine(line));
    else restored.push(writeLine(line));
  }
  return [...written, ...restored].join('');
};

const hunkHeader = (hunk: Hunk): string =>
  hunk.header.replace(/^@@ -(\d+(?:,\d+)?) \+(\d+(?:,\d+)?) @@/, '@@ -$2 +$1 @@');

const isUnended = (lines: readonly PatchLine[]): boolean => {
  const last = lines.at(-1);
  return last !== undefined && (last.noNewline === null ? last.end === '' : !last.noNewline.endsWith('\n'));
};

const reverseHunk = (hunk: Hunk): string => {
  const lines = writeLines(hunk.lines);
  const body = isUnended(hunk.lines) ? lines.slice(0, -1) : lines;
  return hunkHeader(hunk) + body + hunk.trailing;
};

/** `Binary files a/x and b/y differ`, or git's two blocks of data, of which the second one leads back. */
const reverseBinary = (body: string): string | null => {
  const named = /^(Binary files|Files) (.*) and (.*) differ(\r?\n?)$/s.exec(body);
  if (named) {
    const [, start, old = '', next = '', end] = named;
    const prefixed = /^(?:a\/|\/dev\/null$)/.test(old) && /^(?:b\/|\/dev\/null$)/.test(next);
    const [left, right] = prefixed ? [next.replace(/^b\//, 'a/'), old.replace(/^a\//, 'b/')] : [next, old];
    return `${start} ${left} and ${right} differ${end}`;
  }
  const data = /^(GIT binary patch\r?\n)((?:literal|delta) \d+\r?\n.*?\n\r?\n)((?:literal|delta) \d+\r?\n.*)$/s.exec(
    body,
  );
  return data ? `${data[1]}${ended(data[3] ?? '')}${data[2]}` : null;
};

/** A block of data ends with an empty line. */
const ended = (block: string): string =>
  /\n\r?\n$/.test(block) ? block : `${block}${block.endsWith('\n') ? '' : '\n'}\n`;

const fault = (file: FilePatch): string | null => {
  const name = JSON.stringify(pathOf(file));
  if (file.kind === 'copied') return `${name} is a copy, and a patch doesn't hold what removing it needs`;
  const wrong = file.hunks.find((hunk) => hunk.counts !== 'right' || hunk.stray);
  if (wrong) return `the hunk at line ${wrong.line} (${name}) is broken: its header and its lines differ`;
  if (file.binary === 'data' && reverseBinary(file.body) === null) return `${name} is binary without the way back`;
  return null;
};

const reverseFile = (file: FilePatch): string => {
  const body = file.body === '' ? '' : (reverseBinary(file.body) ?? file.body);
  return reverseHeader(file) + body + file.trailing + file.hunks.map(reverseHunk).join('');
};

/**
 * The patch that undoes this one, as `git diff -R` words it but for git's own prefixes, which stay on their sides.
 * Added, deleted, renamed files, modes, binary data, CRLF and missing final newlines are kept byte for byte, and
 * reversing twice gives a patch of git's back as it was. The error says, for people, what in it can't be reversed.
 */
export const reversePatch = (text: string): Result<string, string> => {
  const patch = parsePatch(text);
  if (!patch.isPatch) return err('it holds no change');
  const found = patch.files.map(fault).find((reason) => reason !== null);
  if (found) return err(found);
  return ok(patch.preamble + patch.files.map(reverseFile).join(''));
};
