/** What the suite inside the host tells the launcher outside; times in milliseconds. */
export interface HostReport {
  readonly tests: readonly {
    readonly title: string;
    readonly state: 'passed' | 'failed' | 'skipped';
    readonly ms: number;
    readonly error: string | null;
  }[];
}
