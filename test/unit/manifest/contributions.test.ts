import { describe, expect, it } from 'vitest';
import {
  commands,
  contextKeys,
  customEditors,
  languages,
  scheme,
  settings,
  views,
  walkthrough,
} from '../../../src/editor/platform/ids';
import { clausesIn, existsInProject, manifest, stringsIn } from './manifest';

const { contributes } = manifest;
const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();
const declaredCommands = contributes.commands.map(({ command }) => command);

describe('ids of the manifest and of the code agree', () => {
  it('commands', () => {
    expect(sorted(declaredCommands)).toEqual(sorted(Object.values(commands)));
    expect(declaredCommands.length).toBe(new Set(declaredCommands).size);
  });

  it('views and their containers', () => {
    const containers = Object.values(contributes.viewsContainers).flatMap((list) => list.map(({ id }) => id));
    const declared = Object.values(contributes.views).flatMap((list) => list.map(({ id }) => id));
    expect(sorted([...containers, ...declared])).toEqual(sorted(Object.values(views)));
    expect(sorted(Object.keys(contributes.views))).toEqual(sorted(containers));
  });

  it('custom editors, languages and walkthroughs', () => {
    expect(contributes.customEditors.map(({ viewType }) => viewType).sort()).toEqual(
      sorted(Object.values(customEditors)),
    );
    expect(contributes.languages.map(({ id }) => id).sort()).toEqual(sorted(Object.values(languages)));
    expect(contributes.walkthroughs.map(({ id }) => `touchstone.touchstone#${id}`)).toEqual([walkthrough]);
  });

  it('settings', () => {
    const { section, ...names } = settings;
    const expected = Object.values(names).map((name) => `${section}.${name}`);
    expect(sorted(Object.keys(contributes.configuration.properties))).toEqual(sorted(expected));
  });
});

describe('what the manifest refers to exists', () => {
  const ours = (id: string): boolean => id.startsWith('touchstone.');

  it('commands of menus and keys are declared, or are VS Code’s own', () => {
    const menus = Object.values(contributes.menus).flat();
    const used = [...menus, ...contributes.keybindings].map(({ command }) => command ?? '');
    expect(used.filter(ours).filter((id) => !declaredCommands.includes(id))).toEqual([]);
  });

  it('commands behind links of welcome texts and walkthroughs are declared', () => {
    const texts = stringsIn([contributes.viewsWelcome, contributes.walkthroughs]);
    const linked = texts.flatMap((text) =>
      [...text.matchAll(/(?:command:|onCommand:)([\w.]+)/g)].map((m) => m[1] ?? ''),
    );
    expect(linked.length).toBeGreaterThan(0);
    expect(linked.filter(ours).filter((id) => !declaredCommands.includes(id))).toEqual([]);
  });

  it('names in when clauses are known context keys or views', () => {
    const known = new Set<string>([
      ...Object.values(contextKeys),
      ...Object.values(views),
      ...Object.values(customEditors),
    ]);
    const named = clausesIn(contributes).flatMap((clause) => clause.match(/\btouchstone\.[\w.]+/g) ?? []);
    expect(sorted(named.filter((name) => !known.has(name)))).toEqual([]);
  });

  it('welcome texts stand in views of ours', () => {
    const known: readonly string[] = Object.values(views);
    expect(contributes.viewsWelcome.map(({ view }) => view).filter((view) => !known.includes(view))).toEqual([]);
  });

  it('files: icons, pictures and pages', () => {
    const files = stringsIn(contributes).filter((text) => /^(\.\/)?(media|rubrics|samples|syntaxes)\/\S+$/.test(text));
    expect(files.length).toBeGreaterThan(0);
    expect(sorted(files.filter((file) => !existsInProject(file)))).toEqual([]);
  });

  it('activation events name our scheme', () => {
    const schemes = manifest.activationEvents.filter((event) => event.startsWith('onFileSystem:'));
    expect(schemes).toEqual([`onFileSystem:${scheme}`]);
  });
});
