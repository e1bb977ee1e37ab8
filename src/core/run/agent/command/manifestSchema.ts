import * as z from 'zod/mini';

const text = (limit: number) => z.string().check(z.minLength(1), z.maxLength(limit));
const noNul = (value: string) => !value.includes('\0');
const words = (limit: number) => text(limit).check(z.refine(noNul, 'holds a NUL, which no argument can.'));

/** A package with its exact version: what was baked is what runs. Nothing that an installer reads as an option or a URL. */
const npmPackage = z
  .string()
  .check(
    z.regex(
      /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*@\d+\.\d+\.\d+[\w.+-]*$/i,
      'isn\'t a package with its exact version, like "@scope/name@1.2.3".',
    ),
  );
const pipPackage = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z0-9][\w.-]*(\[[\w,.-]+\])?==\d[\w.!+]*$/,
      'isn\'t a package with its exact version, like "name==1.2.3".',
    ),
  );

const install = z.union(
  [
    z.strictObject({ npm: z.array(npmPackage).check(z.minLength(1), z.maxLength(50)) }),
    z.strictObject({ pip: z.array(pipPackage).check(z.minLength(1), z.maxLength(50)) }),
    z.strictObject({ folder: text(4096) }),
  ],
  'is none of { npm: ["name@1.2.3"] }, { pip: ["name==1.2.3"] } (exact versions) and { folder: path }.',
);

const sandboxPath = words(4096).check(
  z.regex(/^(\/|\{(home|testbed)\})/, 'must be absolute, or begin with {home} or {testbed}.'),
  z.refine((value) => !value.split('/').includes('..'), 'must not hold "..".'),
);

const status = z.enum([
  ...(['submitted', 'limit_turns', 'limit_cost', 'limit_time', 'limit_context', 'format', 'env_error'] as const),
  ...(['api_error', 'aborted', 'stuck', 'unknown'] as const),
]);

const fileName = text(200).check(
  z.regex(/^[\w.{}-]+$/, 'must be a file\'s name of letters, digits, ".", "_" and "-".'),
  z.refine((name) => name.startsWith('{instance}.'), 'must begin with "{instance}.", so that its instance is known.'),
  z.refine((name) => !/\{(?!instance\})/.test(name), 'may hold no placeholder but {instance}.'),
);

const log = z.strictObject({
  from: z.union([z.literal('stdout'), sandboxPath], 'is neither "stdout" nor an absolute path.'),
  to: fileName,
});

const environmentName = z.string().check(z.regex(/^[A-Za-z_]\w*$/, "isn't the name of an environment variable."));

/** Shape of a manifest. Unknown keys are refused: a typo must not switch something off. */
export const manifestSchema = z.strictObject({
  schema: z.literal('touchstone-agent/1'),
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'must be lower case letters, digits and "-", 41 at most.')),
  title: text(80),
  version: z.string().check(z.regex(/^[\w][\w.+-]{0,40}$/, "isn't a version like 1.2.3.")),
  runtime: z.enum(['node', 'python', 'native', 'none']),
  install: z.optional(install),
  command: z.array(words(20_000)).check(z.minLength(1), z.maxLength(200)),
  env: z.optional(z.record(environmentName, z.string().check(z.maxLength(20_000), z.refine(noNul, 'holds a NUL.')))),
  protocol: z.enum(['chat', 'responses', 'anthropic']),
  task: z.optional(text(100_000)),
  files: z.optional(z.array(z.strictObject({ path: sandboxPath, content: z.string().check(z.maxLength(1_000_000)) }))),
  logs: z.optional(z.array(log).check(z.maxLength(20))),
  patch: z.optional(
    z.union(
      [z.literal('repository'), z.strictObject({ file: sandboxPath })],
      'is neither "repository" nor { file: path }.',
    ),
  ),
  statuses: z.optional(z.record(z.string().check(z.regex(/^\d{1,3}$/, "isn't an exit code.")), status)),
  limits: z.optional(
    z.strictObject({
      turns: z.optional(z.int().check(z.gte(0), z.lte(100_000))),
      seconds: z.optional(z.int().check(z.gte(1), z.lte(86_400))),
      costUsd: z.optional(z.number().check(z.gte(0))),
    }),
  ),
});

export type ManifestDocument = z.infer<typeof manifestSchema>;
