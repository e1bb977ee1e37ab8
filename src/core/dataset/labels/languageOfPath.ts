/** Programming languages by the endings of their files. Documents, data and configuration are none. */
const endings: Readonly<Record<string, readonly string[]>> = {
  Python: ['py', 'pyi', 'pyx', 'pxd'],
  JavaScript: ['js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'],
  TypeScript: ['ts', 'tsx', 'mts', 'cts'],
  Java: ['java'],
  Kotlin: ['kt', 'kts'],
  Scala: ['scala'],
  Groovy: ['groovy'],
  C: ['c', 'h'],
  'C++': ['cc', 'cpp', 'cxx', 'c++', 'hh', 'hpp', 'hxx', 'ipp', 'tpp', 'cu', 'cuh'],
  'C#': ['cs'],
  'F#': ['fs', 'fsx'],
  'Objective-C': ['m', 'mm'],
  Go: ['go'],
  Rust: ['rs'],
  Ruby: ['rb', 'rake', 'gemspec'],
  PHP: ['php'],
  Swift: ['swift'],
  Dart: ['dart'],
  Elixir: ['ex', 'exs'],
  Erlang: ['erl', 'hrl'],
  Haskell: ['hs'],
  OCaml: ['ml', 'mli'],
  Clojure: ['clj', 'cljs', 'cljc'],
  Julia: ['jl'],
  R: ['r'],
  Perl: ['pl', 'pm'],
  Lua: ['lua'],
  Zig: ['zig'],
  Nim: ['nim'],
  Shell: ['sh', 'bash', 'zsh'],
  PowerShell: ['ps1', 'psm1'],
  SQL: ['sql'],
  CSS: ['css', 'scss', 'sass', 'less'],
  HTML: ['html', 'htm'],
  Fortran: ['f', 'f90', 'f95', 'f03'],
  Solidity: ['sol'],
};

const byEnding: ReadonlyMap<string, string> = new Map(
  Object.entries(endings).flatMap(([language, list]) => list.map((ending) => [ending, language] as const)),
);

/** The language of a file by its ending; null where the ending is no programming language's. */
export const languageOfPath = (path: string): string | null => {
  const ending = /\.([^./\\]+)$/.exec(path)?.[1];
  return ending === undefined ? null : (byEnding.get(ending.toLowerCase()) ?? null);
};

/** Short and lower-case forms in which benchmarks write a language (`repo_language`, `lang`). */
const aliases: ReadonlyMap<string, string> = new Map([
  ...Object.keys(endings).map((name) => [name.toLowerCase(), name] as const),
  ['js', 'JavaScript'],
  ['ts', 'TypeScript'],
  ['py', 'Python'],
  ['golang', 'Go'],
  ['cpp', 'C++'],
  ['csharp', 'C#'],
  ['rb', 'Ruby'],
  ['rs', 'Rust'],
  ['kt', 'Kotlin'],
]);

/** One name for one language, so that `python`, `py` and `Python` are one facet; others stay as they are. */
export const languageName = (written: string): string => aliases.get(written.trim().toLowerCase()) ?? written;
