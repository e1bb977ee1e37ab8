import { languageOfPath } from '../labels/languageOfPath';
import type { FolderFormat } from './folderFormat';
import { folderInstance, opened } from './folderInstance';
import { FolderTexts, fieldsOf } from './folderTexts';
import type { Fields } from './settingsText';

const docs = ['.docs/introduction.md', '.docs/instructions.md', '.docs/instructions.append.md'];

const languageRule = "language: from the exercise's solution files";

const pathsOf = (files: Fields, key: string): readonly string[] => {
  const value = files[key];
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string') : [];
};

const statementOf = (reader: FolderTexts): string | null => {
  const parts = docs.flatMap((path) => reader.text(path) ?? []);
  if (!reader.has('.docs/instructions.md'))
    reader.note('.docs/instructions.md', '.docs/instructions.md is missing. The exercise opens without it.');
  return parts.length === 0 ? null : parts.join('\n');
};

/** Every language has an exercise of the same name, so the id has the language before it where the files tell it. */
const idOf = (name: string, language: string | null): string =>
  language === null ? name : `${language.toLowerCase()}/${name}`;

/**
 * An exercise of Aider's polyglot benchmark (formats.md A4): instructions in `.docs`, and `.meta/config.json` saying
 * which files are the stub, the tests and the example. There is no repository and no patch.
 */
export const aiderPolyglot: FolderFormat = {
  benchmark: 'aider-polyglot',
  title: 'Aider polyglot',
  name: 'aider-polyglot',
  matches: (names) => names.has('.docs') && names.has('.meta'),
  wants: () => true,
  read: (folder) => {
    const reader = new FolderTexts(folder);
    if (!reader.has('.meta/config.json'))
      reader.note('.meta/config.json', '.meta/config.json is missing: which files are stub and tests is unknown.');
    const config = reader.json('.meta/config.json');
    const files = fieldsOf(config, 'files');
    const solution = pathsOf(files, 'solution');
    const language = solution.flatMap((path) => languageOfPath(path) ?? [])[0] ?? null;
    const code = [...solution, ...pathsOf(files, 'test'), ...pathsOf(files, 'example')];
    const instance = folderInstance({
      id: idOf(folder.name, language),
      benchmark: aiderPolyglot.benchmark,
      format: aiderPolyglot.name,
      statement: statementOf(reader),
      labels: language === null ? {} : { languages: [{ value: language, source: 'inferred', why: languageRule }] },
      extra: { ...config, ...reader.byPath(code), files: folder.paths },
    });
    return opened(reader, instance);
  },
};
