/** Where a framework begins to print one test's failure: the test's name as it prints it stands in the first group. */
const headers: readonly RegExp[] = [
  /^_{3,} (?:ERROR (?:at (?:setup|teardown) of|collecting) )?(\S.{0,400}?) _{3,}$/,
  /^(?:FAIL|ERROR): (\S.{0,400})$/,
  /^\s{0,40}not ok \d{1,9}(?: - )? ?(\S.{0,400})$/,
  /^\s{0,40}--- FAIL: (\S{1,400})/,
  /^---- (\S{1,400}) stdout ----$/,
  /^\s{0,40}● (\S.{0,400})$/,
  /^ FAIL {1,2}(\S.{0,400})$/,
  /^\s{1,40}\d{1,6}\) (\S.{0,400})$/,
  /^\[ERROR\] {1,3}([\w.$[\](){},#-]{1,400})\b.{0,200}<<< (?:FAILURE|ERROR)!/,
];

const cue = /^_{3,} |^FAIL: |^ERROR: |not ok |--- FAIL|^---- |● |^ FAIL |^\s{1,40}\d{1,6}\) |<<< /;

/** Forms in which a name is looked up: as it stands, its parts joined by blanks, without what stands before them. */
const formsOf = (printed: string): readonly string[] => {
  const name = printed.trimEnd();
  const parts = name.split(/ [›>] /);
  const dotted = name.split('.');
  return [
    name,
    parts.join(' '),
    parts.slice(1).join(' '),
    parts.at(-1) ?? name,
    dotted.slice(-2).join('.'),
    name.split('/')[0] ?? name,
    name.slice(name.lastIndexOf(':') + 1),
  ];
};

/** The name forms of a line that begins one test's failure; null for every other line. */
export const headerNames = (line: string): readonly string[] | null => {
  if (line.length > 600 || !cue.test(line)) return null;
  for (const header of headers) {
    const name = header.exec(line)?.[1];
    if (name !== undefined) return formsOf(name);
  }
  return null;
};

/** pytest's summary line: the id and what went wrong, in one; null for every other line. */
export const summaryLine = (line: string): { readonly name: string; readonly message: string } | null => {
  const found = /^(?:FAILED|ERROR) (\S.{0,600}?) - (.{1,600})/.exec(line);
  return found?.[1] === undefined || found[2] === undefined ? null : { name: found[1], message: found[2] };
};

/** Forms in which frameworks print a required test, given its id as the dataset has it. */
export const idForms = (id: string): readonly string[] => {
  const [file, ...inside] = id.split('::');
  const forms = [id, id.split(/ [›>] /).join(' '), id.slice(id.lastIndexOf(':') + 1), id.replace('#', '.')];
  if (inside.length > 0) forms.push(inside.join('.'), file ?? id);
  return [...forms, id.split(/[.#]/).slice(-2).join('.')];
};

/** A line after which nothing belongs to the test before it: unittest's and pytest's double rule. */
export const endsBlock = (line: string): boolean => line.startsWith('==========');
