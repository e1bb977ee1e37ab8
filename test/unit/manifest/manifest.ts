import fs from 'node:fs';
import path from 'node:path';

interface Contribution {
  readonly command?: string;
  readonly when?: string;
  readonly enablement?: string;
  readonly id?: string;
  readonly icon?: string;
}

/** What the tests read of package.json. */
export interface Manifest {
  readonly main: string;
  readonly activationEvents: readonly string[];
  readonly enabledApiProposals?: readonly string[];
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly (Contribution & { readonly command: string; readonly title: string })[];
    readonly viewsContainers: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly icon?: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly menus: Readonly<Record<string, readonly Contribution[]>>;
    readonly keybindings: readonly (Contribution & { readonly command: string; readonly key: string })[];
    readonly customEditors: readonly { readonly viewType: string }[];
    readonly languages: readonly { readonly id: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly unknown[] }[];
  };
}

const root = path.resolve(import.meta.dirname, '..', '..', '..');

export const manifest: Manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

export const existsInProject = (file: string): boolean => fs.existsSync(path.join(root, file));

/** Every string below a value of the manifest, wherever it stands. */
export const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** All `when` and `enablement` clauses below a value. */
export const clausesIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    (key === 'when' || key === 'enablement') && typeof inner === 'string' ? [inner] : clausesIn(inner),
  );
};
