import { usualActionRegex } from '../../src/core/run/agent/loop/actionRegex';
import type { LoopConfig } from '../../src/core/run/agent/loop/loopConfig';
import { Template } from '../../src/core/run/agent/loop/template';
import { instanceTemplate, systemTemplate } from './prompts';
import type { Script } from './replies';

/** Less than 10,000 characters are shown whole, more by their two ends. */
const observationTemplate = `{% if output.exception_info -%}
<exception>{{output.exception_info}}</exception>
{% endif -%}
<returncode>{{output.returncode}}</returncode>
{% if output.output | length < 10000 -%}
<output>
{{ output.output -}}
</output>
{%- else -%}
<warning>The output is too long and its middle was left out.</warning>
<output_head>
{{ output.output[:5000] }}
</output_head>
<elided_chars>{{ output.output | length - 10000 }}</elided_chars>
<output_tail>
{{ output.output[-5000:] }}
</output_tail>
{%- endif -%}
`;

const formatErrorTemplate = `Tool call error:

<error>
{{error}}
</error>

Every reply calls the tool bash at least once, with arguments of the form {"command": "..."}.`;

/** The environment that mini-swe-agent gives every command. */
const env = { PAGER: 'cat', MANPAGER: 'cat', LESS: '-R', PIP_PROGRESS_BAR: 'off', TQDM_DISABLE: '1' };

/** The loop by which the sample's runs were made. */
export const sampleLoop = (script: Script): LoopConfig => ({
  id: 'mini',
  title: 'The sample',
  mode: 'tool',
  systemTemplate,
  instanceTemplate,
  observationTemplate,
  formatErrorTemplate,
  actionRegex: usualActionRegex,
  limits: { steps: script.steps, costUsd: 3, wallSeconds: 0, formatErrors: 3 },
  commandSeconds: script.timeout,
  env,
  interpreter: ['bash', '-c'],
  params: {},
});

/** What the sample's loop shows of a command's result. */
export const sampleObservation = Template.read('observation_template', observationTemplate);
