import type { MeasuredCoverage } from './measureCoverage';

const figure = (share: number): string => (Math.round(share * 1000) / 1000).toString();

const filesInWords = ({ files, of }: MeasuredCoverage): string => {
  const [only] = files;
  if (of === 'all') return `all ${files.length === 200 ? '' : `${files.length} `}files of the report`;
  return files.length === 1 && only ? only.path : `${files.length} files`;
};

/** `line coverage 0.597 (46 of 77 lines of src/interval.js)`, or why it is unknown. */
export const coverageWords = (coverage: MeasuredCoverage): string =>
  coverage.share === null
    ? `line coverage unknown: ${coverage.problem ?? 'no report'}`
    : `line coverage ${figure(coverage.share)} (${coverage.executed} of ${coverage.lines} lines of ${filesInWords(coverage)})`;
