import { InputFault } from '../../shared/problem';
import type { Ratings } from './ratings';

/** A plain table of answers: a row per unit, a column per rater. */
export interface AnswerTable {
  /** As faults name it. */
  readonly name: string;
  readonly columns: readonly string[];
  /** A text per column. */
  readonly rows: readonly (readonly string[])[];
}

export interface TableOptions {
  /** Column of the units' ids; null: a first column named item, unit or id, if there is one. */
  readonly unit: string | null;
  /** The scale's categories in their order; null: those that occur. */
  readonly categories: readonly string[] | null;
  /** The text that says "no answer". */
  readonly missing: string;
}

/** `categories` were found in the table: what nobody answered is not among them. */
export interface TableRatings {
  readonly ratings: Ratings;
  readonly isFromData: boolean;
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

const unitColumn = ({ name, columns }: AnswerTable, unit: string | null): number => {
  if (unit === null) return /^(item|unit|id)$/i.test(columns[0] ?? '') ? 0 : -1;
  const at = columns.indexOf(unit);
  if (at < 0) throw new InputFault(`${name} has no column "${unit}"; it has ${columns.join(', ')}.`);
  return at;
};

const occurring = (rows: readonly (readonly string[])[], missing: string): readonly string[] => {
  const values = [...new Set(rows.flat())].filter((value) => value !== missing);
  return values.every(isNumber) ? values.sort((a, b) => Number(a) - Number(b)) : values.sort();
};

/** Ids that stand twice would count one unit as two. */
const checkUnits = ({ name, rows }: AnswerTable, at: number): void => {
  const seen = new Set<string>();
  rows.forEach((row, index) => {
    const id = row[at] ?? '';
    if (seen.has(id)) throw new InputFault(`${name} row ${index + 1}: unit "${id}" stands in an earlier row as well.`);
    seen.add(id);
  });
};

/**
 * Ratings out of a table. Throws InputFault where it has fewer than two raters, a unit twice, or an answer that is none of
 * the categories; the message names row, column and answer.
 */
export const ratingsOfTable = (answers: AnswerTable, { unit, categories, missing }: TableOptions): TableRatings => {
  const at = unitColumn(answers, unit);
  const places = answers.columns.flatMap((_, index) => (index === at ? [] : [index]));
  if (places.length < 2)
    throw new InputFault(
      `${answers.name} has ${places.length === 1 ? 'one rater' : 'no rater'}; agreement needs two columns of answers.`,
    );
  if (at >= 0) checkUnits(answers, at);
  const cells = answers.rows.map((row) => places.map((place) => row[place] ?? missing));
  const scale = categories ?? occurring(cells, missing);
  const indexOf = new Map(scale.map((category, index) => [category, index]));
  const units = cells.map((row, rowIndex) =>
    row.map((text, column) => {
      if (text === missing) return null;
      const index = indexOf.get(text);
      if (index !== undefined) return index;
      const rater = answers.columns[places[column] ?? 0] ?? '';
      throw new InputFault(
        `${answers.name} row ${rowIndex + 1}, column ${rater}: "${text}" is none of the categories ${scale.join(', ')}.`,
      );
    }),
  );
  const numbers = scale.every(isNumber) ? scale.map(Number) : null;
  const raters = places.map((place) => answers.columns[place] ?? '');
  return { ratings: { categories: scale, numbers, raters, units }, isFromData: categories === null };
};
