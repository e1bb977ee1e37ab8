import { describe, expect, it } from 'vitest';
import { PythonFloat } from '../../../../../../src/core/run/agent/loop/pythonShown';
import { Template } from '../../../../../../src/core/run/agent/loop/template';

const vars = {
  a: ' h😀llo\x1f ',
  n: null,
  t: true,
  f: new PythonFloat(1),
  lst: ['a', 1, 'ü', null],
  d: { b: "it's", a: [1, 2.5] },
  finish_reason: null,
};

const render = (source: string) => Template.read('made_template', source).render(vars);

describe('templates, rendered as jinja2 renders them', () => {
  it.each([
    ['{{ a }}|{{ n }}|{{ t }}|{{ f }}', ' h😀llo\x1f |None|True|1.0'],
    ['{{ lst }} {{ d }}', "['a', 1, 'ü', None] {'b': \"it's\", 'a': [1, 2.5]}"],
    ['{{ a | length }} {{ a[:3] }}|{{ a[-3:] }}', '8  h😀|o\x1f '],
    ['{{ a | trim | length }}', '5'],
    ['{% if finish_reason is defined and finish_reason in ["length"] -%} cut {%- else -%} no {%- endif %}\n', 'no'],
    ["{{ 1 == '1' }} {{ 1 == 1.0 }} {{ none in ['x'] }}", 'False True False'],
    ['  {%- if true %}  A {% endif -%}  \n B', '  A B'],
    ['x\n\n', 'x\n'],
    ['a\r\nb', 'a\nb'],
    ['{% raw %}{{ not }} {% if %}{% endraw %}!', '{{ not }} {% if %}!'],
    ['{% for x in lst -%}\n {{ loop.index }}:{{ x }}\n{%- endfor %}', '1:a2:13:ü4:None'],
    ['{{ d | tojson }}', '{"a": [1, 2.5], "b": "it\\u0027s"}'],
    ["{{ missing | default('x') }} {{ missing is defined }}", 'x False'],
    ['{% set k = a | length - 2 %}{{ k }}', '6'],
    ['{{ a ~ n }}', ' h😀llo\x1f None'],
    ['no tags: }} %} {x}', 'no tags: }} %} {x}'],
  ])('%j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });

  it.each([
    ['{{ missing }}', "'missing' is undefined"],
    ['{{ d.missing }}', "'d.missing' is undefined"],
    ["{{ d['missing'] }}", "'d['missing']' is undefined"],
    ['{% if missing %}x{% endif %}', "'missing' is undefined"],
    ['{% for x in missing %}{% endfor %}', "'missing' is undefined"],
    ['{{ a | nope }}', 'nope'],
  ])('%j names the template and what is wrong', (source, words) => {
    expect(() => render(source)).toThrow(`The template made_template can't be filled in: `);
    expect(() => render(source)).toThrow(words);
  });

  it.each(['{% if a %}', '{{ a', '{% include "x" %}', '{{ a + }}'])('%j can not be read, which is said', (source) => {
    expect(() => Template.read('made_template', source)).toThrow(/^The template made_template can't be read: /);
  });

  it('reaches nothing of the program by a name', () => {
    expect(() => render('{{ a.constructor }}')).toThrow('is undefined');
    expect(() => render('{{ d.__proto__ }}')).toThrow('is undefined');
    expect(() => render('{{ process }}')).toThrow('is undefined');
    expect(() => render('{{ range(10000000000) }}')).toThrow('too many');
  });
});
