// What is built, and how the parts are kept apart.
//
// Every program of ours is one CommonJS file in dist/. A package that is heavy and not always needed is not put into
// the programs: it becomes a file of its own beside them (`vendorFiles`), and an import of it anywhere in src/ turns
// into a `require` of that sibling. esbuild splits no CommonJS, and a dynamic `import()` of our own module is put
// into the same file but run lazily; so a module that uses a heavy package is reached by `await import('...')`, and
// the vendor file is read from disk at that moment and not before. The cut goes through packages and not through
// our own modules, because a class of ours (EnvironmentFault) must exist once per process for `instanceof` to hold.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const metaFolder = path.join(root, 'out', 'meta');

const KiB = 1024;

/** Programs: entry below src/, whether `vscode` may be imported, and the size that the minified file may have. */
const programs = {
  extension: { entry: 'editor/extension.ts', vscode: true, budget: 260 * KiB },
  cli: { entry: 'cli/bin.ts', executable: true },
  server: { entry: 'server/main.ts' },
  worker: { entry: 'worker/main.ts' },
};

/** Heavy packages, by the file that holds them. */
const vendorFiles = {
  docker: { packages: ['dockerode'] },
  models: { packages: ['openai', '@anthropic-ai/sdk'] },
  mcp: {
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio'],
    /** Of an ES module these names alone, so that the rest falls away (it would be 986 KiB, and is 418). */
    names: { '@modelcontextprotocol/server': ['Server'], '@modelcontextprotocol/server/stdio': ['serveStdio'] },
  },
  languageClient: { packages: ['vscode-languageclient/node'], vscode: true },
};

const webviewBudget = 100 * KiB;

/**
 * Packages that dockerode asks for and we have no use for: its own ssh (ours runs the ssh program) and its BuildKit (we
 * speak the classic builder). They come with protocol stacks that no one would look after here.
 */
const unused = ['ssh2', '@grpc/grpc-js', '@grpc/proto-loader', 'protobufjs'];

const shared = {
  bundle: true,
  metafile: true,
  absWorkingDir: root,
  logLevel: 'warning',
  legalComments: 'none',
};

/** Its main file for Node asks for its other files by names that no bundler sees. */
const alias = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };

const node = {
  ...shared,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  supported: { 'dynamic-import': false },
  alias,
};

/** An esbuild plugin: an import of a heavy package becomes a `require` of its vendor file beside the program. */
const siblings = {
  name: 'siblings',
  setup(build) {
    const fileOf = new Map(Object.entries(vendorFiles).flatMap(([file, v]) => v.packages.map((name) => [name, file])));
    const filter = new RegExp(`^(${[...fileOf.keys()].join('|')})$`);
    build.onResolve({ filter }, ({ path: name }) => ({ path: name, namespace: 'sibling' }));
    build.onResolve({ filter: /^\.\/.*\.js$/, namespace: 'sibling' }, ({ path: file }) => ({
      path: file,
      external: true,
    }));
    build.onLoad({ filter: /.*/, namespace: 'sibling' }, ({ path: name }) => ({
      contents: `module.exports = require('./${fileOf.get(name)}.js')[${JSON.stringify(name)}];`,
    }));
  },
};

/** An esbuild plugin: an unused package becomes one whose every function says that it is not there. */
const withoutUnused = {
  name: 'without-unused',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^(${unused.join('|')})$`) }, ({ path: name }) => ({
      path: name,
      namespace: 'unused',
    }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, ({ path: name }) => ({
      contents: `function absent() { throw new Error('The package ${name} is no part of this program.'); }
module.exports = new Proxy(absent, { get: () => absent });`,
    }));
  },
};

const programBundle = ([name, program]) => ({
  name,
  budget: program.budget ?? null,
  executable: program.executable ?? false,
  options: {
    ...node,
    entryPoints: [path.join('src', program.entry)],
    outfile: path.join('dist', `${name}.js`),
    external: program.vscode ? ['vscode'] : [],
    plugins: [siblings],
    ...(program.executable ? { banner: { js: '#!/usr/bin/env node' } } : {}),
  },
});

/** What a vendor file gives: its packages whole, or of each the names that are taken. */
const vendorSource = ({ packages, names }) =>
  packages
    .map((p, at) =>
      names?.[p] === undefined
        ? `exports[${JSON.stringify(p)}] = require(${JSON.stringify(p)});`
        : `import { ${names[p].map((each) => `${each} as ${each}${at}`).join(', ')} } from ${JSON.stringify(p)};
const taken${at} = { ${names[p].map((each) => `${each}: ${each}${at}`).join(', ')} };
export { taken${at} as ${JSON.stringify(p)} };`,
    )
    .join('\n');

const vendorBundle = ([name, vendor]) => ({
  name,
  budget: null,
  executable: false,
  options: {
    ...node,
    stdin: {
      contents: vendorSource(vendor),
      resolveDir: root,
      sourcefile: `${name}.vendor.js`,
    },
    outfile: path.join('dist', `${name}.js`),
    external: vendor.vscode ? ['vscode'] : [],
    plugins: [withoutUnused],
  },
});

const webviewBundle = (name) => ({
  name: `webview/${name}`,
  budget: webviewBudget,
  executable: false,
  options: {
    ...shared,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    entryPoints: [path.join('webview', name, 'main.tsx')],
    outfile: path.join('dist', 'webview', `${name}.js`),
  },
});

const webviewNames = () =>
  fs
    .readdirSync(path.join(root, 'webview'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(root, 'webview', entry.name, 'main.tsx')))
    .map((entry) => entry.name);

/** All bundles: `{ name, budget, executable, options }`; the budget is in bytes of the minified file, or null. */
export const bundles = () => [
  ...Object.entries(programs).map(programBundle),
  ...Object.entries(vendorFiles).map(vendorBundle),
  ...webviewNames().map(webviewBundle),
];
