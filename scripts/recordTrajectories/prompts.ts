/** The sub-agent's prompt, which has no statement. */
export const searchTemplate = `You answer one question about the library in /testbed for another agent and change nothing.

<question>
{{task}}
</question>

Look with bash as often as you need. Your last reply has no command; it is the answer.`;

/** `{{task}}` filled in, as the loop does it. */
export const filled = (template: string, task: string): string => template.replace('{{task}}', () => task);
