/** Words that every run begins with; `{{task}}` is the statement. */
export const systemTemplate = 'You work on a software project through a shell. Every reply calls the tool bash.';

export const instanceTemplate = `Please solve this for the users of the library in /testbed:

<task>
{{task}}
</task>

Each command runs in a shell of its own, in /testbed, without network. Say what you are about to do and why, then call
bash with one command. Tests are run by \`node --test test/*.test.js\`. When you are done, hand in your work by

    echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A && git diff --cached

After that you can't go on.`;

/** The sub-agent's prompt, which has no statement. */
export const searchTemplate = `You answer one question about the library in /testbed for another agent and change nothing.

<question>
{{task}}
</question>

Look with bash as often as you need. Your last reply has no command; it is the answer.`;

export const filled = (template: string, task: string): string => template.replace('{{task}}', () => task);
