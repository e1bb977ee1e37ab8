/** One instruction of a Dockerfile with its line continuations joined. */
interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** The character that continues a line: a backslash, unless `# escape=` at the top says otherwise. */
const escapeOf = (lines: readonly string[]): string => {
  for (const line of lines) {
    const directive = /^#\s*(\w+)\s*=\s*(\S+)\s*$/.exec(line);
    if (directive === null) break;
    if (directive[1]?.toLowerCase() === 'escape' && directive[2] === '`') return '`';
  }
  return '\\';
};

const joinLines = (text: string): readonly string[] => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const mark = escapeOf(lines);
  const joined: string[] = [];
  let open: string | null = null;
  for (const line of lines) {
    if (/^\s*#/.test(line) || (open !== null && line.trim() === '')) continue;
    const whole: string = (open ?? '') + line;
    const end = whole.trimEnd();
    if (end.endsWith(mark)) open = end.slice(0, -1);
    else {
      joined.push(whole);
      open = null;
    }
  }
  return open === null ? joined : [...joined, open];
};

const instructionsOf = (text: string): readonly Instruction[] =>
  joinLines(text).flatMap((line) => {
    const match = /^\s*([A-Za-z]+)\s+([\s\S]*)$/.exec(line);
    return match ? [{ name: (match[1] ?? '').toUpperCase(), rest: (match[2] ?? '').trim() }] : [];
  });

/** `$NAME`, `${NAME}`, `${NAME:-default}`; null where a name has no value. */
const expanded = (text: string, values: ReadonlyMap<string, string>): string | null => {
  let whole = true;
  const said = text.replace(
    /\$(?:(\w+)|\{(\w+)(?::-([^}]*))?\})/g,
    (_all, plain?: string, braced?: string, usual?: string) => {
      const value = values.get(plain ?? braced ?? '') ?? usual;
      if (value === undefined) whole = false;
      return value ?? '';
    },
  );
  return whole ? said : null;
};

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2');

const withoutFlags = (rest: string): string => rest.replace(/^(?:--\S+\s+)*/, '');

/** `COPY --from=x`: another stage by name or number, or an image. */
const copiedFrom = ({ name, rest }: Instruction): string | null =>
  name === 'COPY' ? (/^(?:--\S+\s+)*?--from=(\S+)/.exec(rest)?.[1] ?? null) : null;

/**
 * The images that a Dockerfile begins with or copies from, without its own stages and `scratch`. One whose name has an
 * argument without a value is left out: the engine will say what is wrong with it.
 */
export const dockerfileBases = (text: string): readonly string[] => {
  const values = new Map<string, string>();
  const stages = new Set<string>(['scratch']);
  const bases = new Set<string>();
  let begun = false;
  const take = (said: string | null) => {
    const image = said === null ? null : expanded(unquoted(said), values);
    if (image !== null && image !== '' && !/^\d+$/.test(image) && !stages.has(image.toLowerCase())) bases.add(image);
  };
  for (const instruction of instructionsOf(text)) {
    const argument = /^(\w+)=(\S*)/.exec(instruction.rest);
    if (instruction.name === 'ARG' && !begun && argument) values.set(argument[1] ?? '', unquoted(argument[2] ?? ''));
    take(copiedFrom(instruction));
    if (instruction.name !== 'FROM') continue;
    begun = true;
    const [image = null, as, stage] = withoutFlags(instruction.rest).split(/\s+/);
    take(image);
    if (as?.toLowerCase() === 'as' && stage !== undefined) stages.add(stage.toLowerCase());
  }
  return [...bases];
};

/** What a Dockerfile runs, for the question whether it may: one line per RUN. */
export const dockerfileRuns = (text: string): readonly string[] =>
  instructionsOf(text).flatMap(({ name, rest }) => (name === 'RUN' ? [withoutFlags(rest)] : []));
