import { cargoJsonParser } from './cargoJson';
import { goTestJsonParser } from './goTestJson';
import { jestReportParser } from './jestReport';
import { junitXmlParser } from './junitXml';
import type { LineParser } from './lineParser';
import { mochaJsonParser } from './mochaJson';
import { pytestJsonParser } from './pytestJson';
import { tapParser } from './tap';

/** Parsers of the formats that runners write for machines, by our names. */
export const machineFormats: ReadonlyMap<string, LineParser> = new Map(
  [
    cargoJsonParser,
    goTestJsonParser,
    jestReportParser('jest-json'),
    jestReportParser('vitest-json'),
    junitXmlParser,
    mochaJsonParser,
    pytestJsonParser,
    tapParser,
  ].map((parser) => [parser.name, parser]),
);
