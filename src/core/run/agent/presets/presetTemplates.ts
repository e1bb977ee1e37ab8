/** Environment of commands as mini-swe-agent's benchmark settings have it: no pagers, no bars, the image's own Python. */
export const presetEnv: Readonly<Record<string, string>> = {
  PAGER: 'cat',
  MANPAGER: 'cat',
  LESS: '-R',
  PIP_PROGRESS_BAR: 'off',
  TQDM_DISABLE: '1',
  // A shell that is no login shell reads it: images that keep their Python behind `conda activate` do that there.
  BASH_ENV: '/root/.bashrc',
};

export const presetSystem = `You are an engineer who works on a software project through a shell.`;

const task = `Here is what users of the project ask for:

<task>
{{task}}
</task>
`;

const ground = `The project lies in {{cwd}}, and every command starts there in a shell of its own: directories that you change into
and variables that you set are gone in the next one, files stay. A command may take {{timeout}} seconds. There is no
terminal, so a program must not ask for anything.`;

const handIn = `Change what has to be changed for this to hold in general, in the manner of the code around it. Leave the project's tests
and its build files alone unless the task is about them, and take away what you made for trying things out.

When you are done, look at your work with \`git diff\` and then hand it in by a command of its own:

    git add -A && git diff --cached > /tmp/patch.txt && echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat /tmp/patch.txt

It counts only if it succeeds and the word is the first thing that it prints. After it you can't go on.`;

const work = `A way that often works: read the code that the task is about; make the fault happen with a small script; mend it; run the
script again, and then the project's own tests of that part.`;

export const presetInstance = `${task}
${ground} Every reply says in a few words what you found and what you do next, and calls the tool bash at least once. Commands
that don't need each other may be called in one reply; they run in order.

${work}

${handIn}`;

export const quickInstance = `${task}
${ground} Every reply calls the tool bash at least once. You have {{step_limit}} replies: go straight to the code, mend it, try it
once.

${handIn}`;

/** Less than 10,000 characters are shown whole, more by their two ends; limits as in the original. */
export const presetObservation = `{% if output.exception_info -%}
<exception>{{output.exception_info}}</exception>
{% endif -%}
<returncode>{{output.returncode}}</returncode>
{% if output.output | length < 10000 -%}
<output>
{{ output.output -}}
</output>
{%- else -%}
<warning>
This is too long to be shown whole. Look at less of it: by head, tail, sed or a narrower search, or put it into a file and search there.
</warning>
<output_head>
{{ output.output[:5000] }}
</output_head>
<elided_chars>
{{ output.output | length - 10000 }} characters left out
</elided_chars>
<output_tail>
{{ output.output[-5000:] }}
</output_tail>
{%- endif -%}
`;

/** A reply that was cut off is told so; every other one what was wrong with it. */
export const presetFormatError = `{% if finish_reason is defined and (finish_reason == "length" or (finish_reason == "tool_calls" and not has_tool_calls)) -%}
Your last reply was cut off before its call of the tool was complete: it reached the most that a reply may have (finish_reason={{ finish_reason }}). Say less, and call bash once.
{%- else -%}
That reply could not be run:

<error>
{{error}}
</error>

Every reply calls the tool bash at least once, with arguments of the form {"command": "..."}. If your work is done, hand it in as the task says.
{%- endif %}
`;
