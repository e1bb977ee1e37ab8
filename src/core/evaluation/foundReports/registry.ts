import { aiderResults } from './aider';
import { cruxEvalResults } from './cruxEval';
import { bigCodeBenchResults, evalPlusResults } from './evalPlus';
import type { FoundReport, ReportFormat, ReportPlace } from './foundReport';
import { harborReward, harborTrial } from './harbor';
import { inspectLog } from './inspectLog';
import { liveReport, liveResults } from './live';
import { liveCodeBenchResults } from './liveCodeBench';
import { multiSweBenchReport } from './multiSweBench';
import { proOutput, proResults } from './pro';
import { rebenchV2Report } from './rebenchV2';
import { roverSummary } from './roverSummary';
import { smithReport, smithSummary } from './smith';
import { swebenchReport } from './swebenchReport';
import { swebenchSummary } from './swebenchSummary';
import { swebenchV1Report } from './swebenchV1';
import { sweLancerGrade } from './sweLancer';
import { terminalBenchRun, terminalBenchTrial } from './terminalBench';

/** All shapes of results in a JSON document, the narrower before the wider; the first that matches reads. */
export const reportFormats: readonly ReportFormat[] = [
  swebenchSummary,
  swebenchV1Report,
  roverSummary,
  liveReport,
  liveResults,
  multiSweBenchReport,
  smithReport,
  smithSummary,
  swebenchReport,
  terminalBenchTrial,
  terminalBenchRun,
  harborTrial,
  harborReward,
  evalPlusResults,
  bigCodeBenchResults,
  liveCodeBenchResults,
  cruxEvalResults,
  aiderResults,
  inspectLog,
  sweLancerGrade,
  rebenchV2Report,
  proResults,
  proOutput,
];

/** What a document says of attempts at instances; null where it has none of the known shapes. Never throws. */
export const readFoundReport = (document: unknown, place: ReportPlace): FoundReport | null =>
  reportFormats.find((format) => format.matches(document, place))?.read(document, place) ?? null;
