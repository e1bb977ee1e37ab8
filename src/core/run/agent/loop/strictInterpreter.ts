import { type Environment, Interpreter } from '@huggingface/jinja';
import { PythonFloat, pythonShown, pythonToJson } from './pythonShown';
import { codePointSlice, codePoints, strip } from './pythonText';
import { printedType, type TemplateNode } from './templateSyntax';

type Value = ReturnType<Interpreter['evaluate']>;

const nodeAt = (node: TemplateNode, name: string): TemplateNode | undefined => Reflect.get(node, name);
const wordAt = (node: TemplateNode | undefined): string => String(node === undefined ? '' : Reflect.get(node, 'value'));

/** A value of the package as plain data; its classes are not exported, so it is told by its `type`. */
const plain = (value: Value): unknown => {
  if (value.type === 'FloatValue') return new PythonFloat(value.value as number);
  if (Array.isArray(value.value)) return value.value.map(plain);
  if (value.value instanceof Map)
    return Object.fromEntries([...value.value].map(([key, each]) => [key, plain(each as Value)]));
  return value.type === 'FunctionValue' ? '<function>' : value.value;
};

const same = (a: unknown, b: unknown): boolean => {
  if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null)
    return pythonToJson(a, null) === pythonToJson(b, null);
  const number = (value: unknown) =>
    value instanceof PythonFloat ? value.value : typeof value === 'boolean' ? Number(value) : value;
  return number(a) === number(b);
};

/** Name of a variable or attribute as it stands in the template: `output.exception_info`. */
const nameOf = (node: TemplateNode): string => {
  if (node.type === 'Identifier') return wordAt(node);
  const object = nodeAt(node, 'object');
  if (node.type !== 'MemberExpression' || object === undefined) return 'an expression';
  const property = nodeAt(node, 'property');
  const word = wordAt(property);
  return Reflect.get(node, 'computed') === true
    ? `${nameOf(object)}[${property?.type === 'StringLiteral' ? `'${word}'` : word}]`
    : `${nameOf(object)}.${word}`;
};

/** What may be undefined without a fault: what is asked whether it is, or has a default. */
const mayLack = (node: TemplateNode): boolean => {
  if (node.type === 'TestExpression') return ['defined', 'undefined'].includes(wordAt(nodeAt(node, 'test')));
  const filter = node.type === 'FilterExpression' ? nodeAt(node, 'filter') : undefined;
  return filter?.type === 'CallExpression' && wordAt(nodeAt(filter, 'callee')) === 'default';
};

/** Makes of the package's interpreter one that takes names as strictly, and texts as exactly, as jinja2 does. */
export class StrictInterpreter extends Interpreter {
  private readonly lacking = new WeakSet<TemplateNode>();

  override evaluate(node: TemplateNode | undefined, environment: Environment): Value {
    if (node === undefined) return super.evaluate(node, environment);
    if (node.type === printedType) return this.printed(node, environment);
    const operand = nodeAt(node, 'operand');
    if (operand !== undefined && mayLack(node)) this.lacking.add(operand);
    const value = this.exact(node, environment) ?? super.evaluate(node, environment);
    if (value.type === 'UndefinedValue' && !this.lacking.has(node)) this.refuse(node);
    return value;
  }

  private refuse(node: TemplateNode): void {
    if (node.type === 'SelectExpression') throw new Error('an inline if without else was false');
    if (node.type === 'Identifier' || node.type === 'MemberExpression')
      throw new Error(`'${nameOf(node)}' is undefined`);
  }

  private literal(type: string, value: unknown, environment: Environment): Value {
    const node = { type, value };
    return super.evaluate(node, environment);
  }

  private printed(node: TemplateNode, environment: Environment): Value {
    const value = this.evaluate(nodeAt(node, 'value'), environment);
    return value.type === 'StringValue' ? value : this.literal('StringLiteral', pythonShown(plain(value)), environment);
  }

  /** Sets a number that Python has as a float. */
  setFloat(name: string, value: number, environment: Environment): void {
    environment.setVariable(name, this.literal('FloatLiteral', value, environment));
  }

  /** What the package does otherwise than jinja2; null: nothing, it may do it. */
  private exact(node: TemplateNode, environment: Environment): Value | null {
    if (node.type === 'FilterExpression') return this.filter(node, environment);
    if (node.type === 'BinaryExpression') return this.compared(node, environment);
    return node.type === 'MemberExpression' ? this.slice(node, environment) : null;
  }

  /** Texts are counted and cut by code points, and JSON is that of Python. */
  private filter(node: TemplateNode, environment: Environment): Value | null {
    const filter = nodeAt(node, 'filter');
    const called = filter?.type === 'CallExpression';
    const name = wordAt(called ? nodeAt(filter, 'callee') : filter);
    if (!['length', 'count', 'trim', 'tojson', 'string'].includes(name) || (called && name !== 'tojson')) return null;
    const value = plain(this.evaluate(nodeAt(node, 'operand'), environment));
    if (name === 'tojson') return this.text(pythonToJson(value, this.indent(filter, environment)), environment);
    if (name === 'string') return this.text(pythonShown(value), environment);
    if (typeof value !== 'string') return null;
    if (name === 'trim') return this.text(strip(value), environment);
    return this.literal('IntegerLiteral', codePoints(value), environment);
  }

  private text(value: string, environment: Environment): Value {
    return this.literal('StringLiteral', value, environment);
  }

  private indent(filter: TemplateNode | undefined, environment: Environment): number | null {
    const [argument] = filter?.type === 'CallExpression' ? (Reflect.get(filter, 'args') as TemplateNode[]) : [];
    if (argument === undefined) return null;
    const given = argument.type === 'KeywordArgumentExpression' ? nodeAt(argument, 'value') : argument;
    const value = plain(this.evaluate(given, environment));
    return typeof value === 'number' ? value : null;
  }

  /** The package compares `1 == "1"` as JavaScript does, and stops at `none in [...]` and `text ~ none`. */
  private compared(node: TemplateNode, environment: Environment): Value | null {
    const operator = wordAt(nodeAt(node, 'operator'));
    if (!['==', '!=', 'in', 'not in', '~'].includes(operator)) return null;
    const left = plain(this.evaluate(nodeAt(node, 'left'), environment));
    const right = plain(this.evaluate(nodeAt(node, 'right'), environment));
    if (operator === '~') return this.text(pythonShown(left) + pythonShown(right), environment);
    if (operator === '==' || operator === '!=')
      return this.truth(same(left, right) === (operator === '=='), environment);
    if (!Array.isArray(right)) return null;
    return this.truth(right.some((each) => same(left, each)) === (operator === 'in'), environment);
  }

  private truth(value: boolean, environment: Environment): Value {
    const argument = { type: 'IntegerLiteral', value: value ? 0 : 1 };
    const node = { type: 'UnaryExpression', operator: { value: 'not' }, argument };
    return super.evaluate(node, environment);
  }

  /** A slice of a text without a step; the package takes all of it apart into characters for that. */
  private slice(node: TemplateNode, environment: Environment): Value | null {
    const property = nodeAt(node, 'property');
    if (property?.type !== 'SliceExpression' || nodeAt(property, 'step') !== undefined) return null;
    const value = plain(this.evaluate(nodeAt(node, 'object'), environment));
    if (typeof value !== 'string') return null;
    const bound = (name: string): number | null => {
      const each = nodeAt(property, name);
      const at = each === undefined ? null : plain(this.evaluate(each, environment));
      return typeof at === 'number' ? at : null;
    };
    return this.text(codePointSlice(value, bound('start'), bound('stop')), environment);
  }
}
