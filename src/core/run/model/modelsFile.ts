import { isMap, isSeq, type Pair } from 'yaml';
import { nearest } from '../../shared/nearest';
import type { Problem } from '../../shared/problem';
import { readYaml } from '../../shared/yamlDocument';
import { yamlFaultRange, yamlFaultWords } from '../../shared/yamlFault';
import { keyText, YamlPlaces } from '../../shared/yamlPlaces';
import type { ModelEntry } from './modelEntry';
import { EntryReader, entryFields } from './modelFields';

/** A models file as read: every entry that can be used, and every fault with its line, field and fix. */
export interface ModelsReading {
  readonly entries: readonly ModelEntry[];
  readonly problems: readonly Problem[];
}

const mostCharacters = 1024 * 1024;
const mostEntries = 1000;

/** Collects faults at their lines: `models.yaml line 7`. */
class Faults {
  readonly problems: Problem[] = [];

  constructor(
    private readonly path: string,
    private readonly places: YamlPlaces,
  ) {}

  at(node: unknown, field: string | null, reason: string): void {
    const line = this.places.line(this.places.ofNode(node)[0]);
    this.problems.push({ where: `${this.path} line ${line}`, field, reason });
  }
}

const unknownFields = (items: readonly Pair[], known: readonly string[], faults: Faults): void => {
  for (const { key } of items) {
    const name = keyText(key);
    if (known.includes(name) || name.startsWith('x-')) continue;
    const near = nearest(name, known);
    const fix = near === null ? `There are: ${known.join(', ')}.` : `Did you mean ${near}?`;
    faults.at(key, name, `There is no such field. ${fix}`);
  }
};

const entriesOf = (items: readonly unknown[], faults: Faults): readonly ModelEntry[] => {
  const found = new Map<string, ModelEntry>();
  for (const item of items.slice(0, mostEntries)) {
    if (!isMap(item)) {
      faults.at(item, 'models', 'An entry is a block of fields: "- id: NAME", and below it protocol and model.');
      continue;
    }
    unknownFields(item.items, entryFields, faults);
    const entry = new EntryReader(item, (node, field, reason) => faults.at(node, field, reason)).read();
    if (entry === null) continue;
    if (found.has(entry.id)) faults.at(item, 'id', `"${entry.id}" stands twice. Rename one; the first is used.`);
    else found.set(entry.id, entry);
  }
  if (items.length > mostEntries)
    faults.at(items[mostEntries], 'models', `At most ${mostEntries} entries are read. Take some out.`);
  return [...found.values()];
};

/**
 * Reads the text of a models file (YAML: a list below `models`). `path` is for words only. Never throws: what can't be
 * used is a problem with line, field and fix, and the other entries are good.
 */
export const readModelsFile = (text: string, path: string): ModelsReading => {
  if (text.length > mostCharacters)
    return { entries: [], problems: [{ where: path, field: null, reason: 'The file is over 1 MiB. Shorten it.' }] };
  const { document, lines } = readYaml(text);
  const root: unknown = document.contents;
  const places = new YamlPlaces(text, lines, root);
  const faults = new Faults(path, places);
  const [broken] = document.errors;
  if (broken !== undefined) {
    const where = `${path} line ${places.line(yamlFaultRange(text, broken)[0])}`;
    return { entries: [], problems: [{ where, field: null, reason: yamlFaultWords(broken) }] };
  }
  if (root === null) return { entries: [], problems: [] };
  if (!isMap(root)) {
    faults.at(root, null, 'Expected "models:" with a list below it. "touchstone models --init" writes an example.');
    return { entries: [], problems: faults.problems };
  }
  unknownFields(root.items, ['models'], faults);
  const list: unknown = root.get('models', true) ?? null;
  if (isSeq(list)) return { entries: entriesOf(list.items, faults), problems: faults.problems };
  const isEmpty = list === null || (list as { value?: unknown }).value === null;
  if (!isEmpty) faults.at(list, 'models', 'Expected a list: "- id: NAME", and below it protocol and model.');
  return { entries: [], problems: faults.problems };
};
