// The rooms of the house: which folder may import what. `test/unit/tooling/importRules.test.ts` shows that each bites.

/** The stages of src/core in reading order; each imports only stages before it. */
const stages = ['shared', 'patch', 'instance', 'dataset', 'workspace', 'run', 'evaluation', 'review', 'study'];

/** Packages as resolved below node_modules, or by name where they are not installed. */
const packages = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;
const anyPackage = '(^|/)node_modules/';
const vscode = '^vscode$|node_modules/@types/vscode/';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const stageRules = stages.slice(0, -1).map((stage, index) =>
  forbid(
    `core-order-${stage}`,
    `core/${stage} stands before these stages and must not know them.`,
    { path: `^src/core/${stage}/` },
    { path: `^src/core/(${stages.slice(index + 1).join('|')})/` },
  ),
);

const coreRules = [
  forbid('core-no-node', 'core is pure: no node.', { path: '^src/(core|protocol)/' }, { dependencyTypes: ['core'] }),
  forbid(
    'core-packages',
    'core uses only pure packages.',
    { path: '^src/core/' },
    { path: anyPackage, pathNot: packages('zod', 'diff', 'canonicalize', 'ulid', 'yaml', 'smol-toml', '@huggingface/jinja', 'jstat') },
  ),
  forbid('core-only-core', 'core imports only core.', { path: '^src/core/' }, { path: '^(src/(?!core/)|webview/)' }),
];

const roomRules = [
  forbid(
    'protocol-only-core',
    'protocol is types and one class over core.',
    { path: '^src/protocol/' },
    { path: '^(src/(?!core/|protocol/)|webview/)' },
  ),
  forbid(
    'app-only-core',
    'Use cases take ports; they import core and protocol only.',
    { path: '^src/app/' },
    { path: '^(src/(?!app/|core/|protocol/)|webview/)' },
  ),
  forbid(
    'app-packages',
    'Use cases use queues, retries and a Markdown reader, nothing else.',
    { path: '^src/app/' },
    { path: anyPackage, pathNot: packages('p-queue', 'p-retry', 'zod', 'markdown-it') },
  ),
  forbid(
    'io-below-app',
    'Adapters know core and protocol, not who uses them.',
    { path: '^src/io/' },
    { path: '^(src/(app|cli|editor|server|worker)/|webview/)' },
  ),
  forbid(
    'programs-apart',
    'The programs do not import each other.',
    { path: '^src/(cli|server|worker|editor)/' },
    { path: '^(src/(cli|server|worker|editor)/|webview/)', pathNot: '^src/$1/' },
  ),
  forbid(
    'webview-rooms',
    'A webview imports core and protocol only.',
    { path: '^webview/' },
    { path: '^src/(?!core/|protocol/)' },
  ),
  forbid('webview-no-node', 'A webview runs in a browser.', { path: '^webview/' }, { dependencyTypes: ['core'] }),
  forbid('product-no-test', 'The product does not import its tests.', { path: '^(src|webview)/' }, { path: '^test/' }),
];

const packageRules = [
  forbid('vscode-in-editor', 'Only editor imports vscode.', { pathNot: '^(src/editor|test)/' }, { path: vscode }),
  forbid(
    'zod-mini',
    'zod/mini only: the whole of zod adds 443 KiB.',
    { path: '^(src|webview)/' },
    { path: packages('zod'), pathNot: '(^|node_modules/)zod/(v4/)?mini' },
  ),
  forbid(
    'model-sdks-in-io',
    "Only io/providers knows the providers' SDKs; who opens models reaches their modules by `await import()`.",
    { path: '^(src|webview)/', pathNot: '^src/io/providers/(openAi|anthropic)/' },
    { path: packages('openai', '@anthropic-ai/sdk') },
  ),
  forbid(
    'models-on-demand',
    'The SDKs take long to load: reach io/providers/openAi and anthropic by `await import()`.',
    { path: '^src/', pathNot: '^src/io/providers/(openAi|anthropic)/' },
    { path: '^src/io/providers/(openAi|anthropic)/', dynamic: false, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'docker-in-io',
    'Only io/docker knows dockerode.',
    { path: '^(src|webview)/', pathNot: '^src/io/docker/' },
    { path: packages('dockerode', '@types/dockerode') },
  ),
  forbid(
    'docker-on-demand',
    'dockerode takes 100 ms to load: reach io/docker by `await import()`.',
    { path: '^src/', pathNot: '^src/io/docker/' },
    { path: '^src/io/docker/', dynamic: false, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'languageclient-in-editor',
    'Only the language client entry knows vscode-languageclient; reach it by `await import()`.',
    { path: '^(src|webview)/', pathNot: '^src/editor/languageClient' },
    { path: packages('vscode-languageclient'), dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'languageclient-on-demand',
    'The language client takes 55 ms to load: reach it by `await import()`.',
    { path: '^src/', pathNot: '^src/editor/languageClient' },
    { path: '^src/editor/languageClient', dynamic: false, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'mcp-in-cli',
    'Only cli/mcp knows the MCP SDK, which brings a zod of its own.',
    { path: '^(src|webview)/', pathNot: '^src/cli/mcp/' },
    { path: packages('@modelcontextprotocol') },
  ),
  forbid(
    'mcp-on-demand',
    'The MCP SDK is read when it is served: reach serveMcp by `await import()`.',
    { path: '^src/', pathNot: '^src/cli/mcp/' },
    { path: '^src/cli/mcp/(serveMcp|mcpServer)', dynamic: false, dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'no-circles',
    'No circles (types apart).',
    {},
    { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  ),
];

module.exports = {
  forbidden: [...coreRules, ...stageRules, ...roomRules, ...packageRules],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
