import { Environment } from '@huggingface/jinja';
import { InputFault } from '../../../shared/problem';
import { PythonFloat } from './pythonShown';
import { StrictInterpreter } from './strictInterpreter';
import { type Program, readTemplate } from './templateSyntax';

/** Variables by name: texts, numbers, booleans, null, lists and blocks of these. `PythonFloat`: a float, as in Python. */
export type TemplateVars = Readonly<Record<string, unknown>>;

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

const mostNumbers = 100_000;

const range = (first: number, last?: number, step = 1): readonly number[] => {
  const [from, to] = last === undefined ? [0, first] : [first, last];
  const count = step === 0 ? Number.NaN : Math.ceil((to - from) / step);
  if (!(count <= mostNumbers)) throw new Error('range() of too many numbers');
  return Array.from({ length: Math.max(count, 0) }, (_, index) => from + index * step);
};

const globals = { true: true, True: true, false: false, False: false, none: null, None: null, range };

/** A template in Jinja, rendered as jinja2 does with `StrictUndefined`. Nothing of it is run as code. */
export class Template {
  private constructor(
    /** As people know it: `observation_template`. */
    readonly name: string,
    readonly source: string,
    private readonly program: Program,
  ) {}

  /** Throws InputFault where it can't be read, naming it. */
  static read(name: string, source: string): Template {
    try {
      return new Template(name, source, readTemplate(source));
    } catch (error) {
      throw new InputFault(`The template ${name} can't be read: ${words(error)}.`);
    }
  }

  /** Throws InputFault that names the variable that is missing, and the template. */
  render(vars: TemplateVars): string {
    const environment = new Environment();
    const interpreter = new StrictInterpreter(environment);
    for (const [name, value] of Object.entries<unknown>({ ...globals, ...vars }))
      if (value instanceof PythonFloat) interpreter.setFloat(name, value.value, environment);
      else if (value !== undefined && name !== 'namespace') environment.set(name, value);
    try {
      return String(interpreter.run(this.program).value);
    } catch (error) {
      throw new InputFault(`The template ${this.name} can't be filled in: ${words(error)}.`);
    }
  }
}
