import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { agreementOfTable, type TableAgreement } from '../../app/agreementOfTable';
import type { Figure } from '../../core/study/agreement/figure';
import type { Scale } from '../../core/study/agreement/ratings';
import { nodeFiles } from '../../io/files/nodeFiles';
import { printable } from '../printable';
import { table } from './textTable';

interface AgreementOptions {
  readonly table: string;
  readonly unit?: string;
  readonly scale?: Scale;
  readonly categories?: string;
  readonly missing: string;
}

const number = (value: number | null): string => (value === null ? '-' : value.toFixed(4));

const row = (name: string, { value, ci, se, n, reason }: Figure): readonly string[] => [
  name,
  number(value),
  ci === null ? '-' : `${number(ci[0])} to ${number(ci[1])}`,
  number(se),
  String(n),
  reason ?? '',
];

const optional = (name: string, figure: Figure | undefined): readonly (readonly string[])[] =>
  figure === undefined ? [] : [row(name, figure)];

/** The figures as people read them: a line each, with what it rests on. */
const agreementText = (found: TableAgreement): string => {
  const rows = [
    ['', 'value', '95% interval', 'SE', 'n', ''],
    row('percent agreement', found.percentAgreement),
    ...Object.entries(found.alpha).map(([scale, figure]) => row(`Krippendorff's alpha, ${scale}`, figure)),
    ...optional("Cohen's kappa", found.cohen),
    ...optional("Cohen's kappa, quadratic weights", found.cohenWeighted),
    row("Fleiss' kappa (Gwet's form)", found.fleiss),
    row("Gwet's AC1", found.ac1),
    ...optional("Gwet's AC2, quadratic weights", found.ac2),
    row('Brennan-Prediger', found.brennanPrediger),
  ];
  const independent = `Raters who know nothing of each other would agree on ${number(found.independence)}.`;
  const origin = found.categoriesFromData
    ? 'taken from the table; name the scale by --categories, for what nobody answered counts as well'
    : 'as named';
  const categories = `${found.raters} raters, ${found.units} units, ${found.n} with two answers or more. Categories (${origin}): ${found.categories.join(', ')}.`;
  return [table(rows.map((each) => each.map(printable))), independent, printable(categories)].join('\n');
};

const agreement = async (options: AgreementOptions, json: boolean): Promise<void> => {
  const categories = options.categories?.split(',').map((each) => each.trim()) ?? null;
  const wanted = { unit: options.unit ?? null, categories, missing: options.missing };
  const found = await agreementOfTable(nodeFiles, resolve(options.table), wanted, options.scale ?? null);
  process.stdout.write(`${json ? JSON.stringify(found) : agreementText(found)}\n`);
};

/** `touchstone agreement`: every coefficient of agreement on a table of answers. */
export const addAgreementCommand = (program: Command): void => {
  program
    .command('agreement')
    .description('say how far raters agree: percent, kappa, alpha, AC1 and AC2, each with its interval')
    .requiredOption('--table <file>', 'CSV file: a row per unit, a column per rater')
    .option('--unit <column>', 'column of the ids; without it a first column named item, unit or id')
    .addOption(
      new Option('--scale <scale>', 'how far the categories have an order').choices([
        'nominal',
        'ordinal',
        'interval',
        'ratio',
      ]),
    )
    .option('--categories <list>', "the scale's categories in their order, with commas between")
    .option('--missing <text>', 'what says that there is no answer', '')
    .option('--json', 'print one JSON document')
    .action((_options: unknown, command: Command) => {
      const options = command.optsWithGlobals() as AgreementOptions & { readonly json?: boolean };
      return agreement(options, options.json === true);
    });
};
