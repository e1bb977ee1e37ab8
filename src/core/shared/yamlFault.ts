import type { ErrorCode } from 'yaml';

const words: Readonly<Partial<Record<ErrorCode, string>>> = {
  ALIAS_PROPS: 'an alias (*name) can have no tag or anchor of its own.',
  BAD_ALIAS: 'this alias (*name) or anchor (&name) has no name that can be used.',
  BAD_DIRECTIVE: 'this line beginning with % is no directive. Take it out.',
  BAD_DQ_ESCAPE: 'a backslash that means nothing stands between double quotes. Write \\\\, or use single quotes.',
  BAD_INDENT: 'this line is indented by more or less than its neighbours. Fields of one block begin in one column.',
  BAD_PROP_ORDER: 'a tag or anchor stands in the wrong place.',
  BAD_SCALAR_START: "a value can't begin with this character. Put the value between quotes.",
  BLOCK_AS_IMPLICIT_KEY: 'two fields in one line, or a value with ": " in it. Begin a new line, or use quotes.',
  BLOCK_IN_FLOW: 'a block by lines stands between brackets. Write it as { name: value }.',
  DUPLICATE_KEY: 'this field stands twice in its block. Keep one.',
  IMPOSSIBLE: "this can't be read.",
  KEY_OVER_1024_CHARS: 'a field\'s name is over 1,024 characters. Is a quote or a ":" missing?',
  MISSING_CHAR: 'a ":", a "," or a closing quote or bracket is missing here.',
  MULTILINE_IMPLICIT_KEY: 'a field\'s name without its ":". Write "name: value".',
  MULTIPLE_ANCHORS: 'two anchors (&name) on one value.',
  MULTIPLE_DOCS: 'a second document begins here (---). One file holds one.',
  MULTIPLE_TAGS: 'two tags (!name) on one value.',
  NON_STRING_KEY: "a field's name must be text.",
  TAB_AS_INDENT: 'a tab indents this line. YAML takes spaces only.',
  TAG_RESOLVE_FAILED: "this tag (!name) isn't known here. Take it out.",
  UNEXPECTED_TOKEN: 'this stands where nothing was expected. Is a ":", a quote or a bracket missing before it?',
};

const unclosed = "a bracket that was opened before isn't closed, or what stands in it is not indented.";

const tooDeep = 'brackets or blocks are nested too deeply to be read.';

interface YamlFault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** A fault of YAML itself in plain words, for people who don't know its grammar. */
export const yamlFaultWords = ({ code, message }: YamlFault): string => {
  if (/call stack/.test(message)) return `This isn't YAML: ${tooDeep}`;
  return `This isn't YAML: ${/^flow/i.test(message) ? unclosed : (words[code] ?? message.split('\n')[0])}`;
};

/**
 * Where to mark it: as the reader says, kept inside the text, at least one character long where there is one, and
 * never beyond the first line.
 */
export const yamlFaultRange = (content: string, { pos }: YamlFault): readonly [number, number] => {
  const start = Math.min(pos[0], Math.max(0, content.length - 1));
  const line = content.slice(start).search(/\r?\n/);
  const last = line < 0 ? content.length : start + line;
  return [start, Math.max(Math.min(start + 1, content.length), Math.min(pos[1], last))];
};
