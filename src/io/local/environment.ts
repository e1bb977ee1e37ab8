/** What of the person's environment a job may see: how programs are found, and nothing that is a secret. */
const allowed = ['PATH', 'NVM_DIR', 'JAVA_HOME', 'GOROOT', 'RUSTUP_HOME', 'SYSTEMROOT'];

export interface JobFolders {
  readonly root: string;
  readonly input: string;
  readonly output: string;
  readonly testbed: string;
  readonly home: string;
  readonly temporary: string;
}

/** The environment of a local job: the allow-list, throw-away homes, and what makes runs comparable. */
export const jobEnvironment = (
  host: NodeJS.ProcessEnv,
  folders: JobFolders,
  job: string,
  own: Readonly<Record<string, string>>,
): Record<string, string> => {
  const taken = allowed.flatMap((name) => {
    const value = host[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    ...Object.fromEntries(taken),
    ...own,
    HOME: folders.home,
    TMPDIR: folders.temporary,
    GIT_CONFIG_GLOBAL: `${folders.home}/.gitconfig`,
    GIT_CONFIG_NOSYSTEM: '1',
    TOUCHSTONE_IN: folders.input,
    TOUCHSTONE_OUT: folders.output,
    TOUCHSTONE_TESTBED: folders.testbed,
    TOUCHSTONE_JOB: job,
  };
};
