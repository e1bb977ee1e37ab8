import type { ListedStep } from '../../src/protocol/trajectory';
import { kindWords } from './words';

const line = (d: string) => <path d={d} fill="none" stroke="currentColor" />;

const shapes: Readonly<Record<ListedStep['kind'] | 'user' | 'system', ReturnType<typeof line>>> = {
  shell: line('M5.5 3.5 11.5 8 5.5 12.5z'),
  read: (
    <>
      {line('M1.5 8C3.5 5 5.6 3.8 8 3.8s4.5 1.2 6.5 4.2c-2 3-4.1 4.2-6.5 4.2S3.5 11 1.5 8z')}
      <circle cx="8" cy="8" r="1.8" fill="none" stroke="currentColor" />
    </>
  ),
  edit: line('M2.5 13.5 3.3 10.2 11 2.5 13.5 5 5.8 12.7z'),
  search: (
    <>
      <circle cx="6.8" cy="6.8" r="4.3" fill="none" stroke="currentColor" />
      {line('M10 10 14 14')}
    </>
  ),
  test: line('M5.5 2.5h5M6.5 2.5v4L3 13.5h10L9.5 6.5v-4M4.8 10h6.4'),
  submit: line('M2.5 8.5 6.5 12.5 13.5 4'),
  spawn: line('M4 2.5v11M4 8h8M9.5 5.5 12 8 9.5 10.5'),
  think: line('M5.5 10.5a4.2 4.2 0 1 1 5 0v1.5h-5zM6 14h4'),
  other: line('M8 2.5 13.5 8 8 13.5 2.5 8z'),
  text: line('M2.5 4h11M2.5 8h11M2.5 12h7'),
  user: (
    <>
      <circle cx="8" cy="5" r="2.6" fill="none" stroke="currentColor" />
      {line('M2.8 13.8C3.3 10.8 5.3 9.4 8 9.4s4.7 1.4 5.2 4.4')}
    </>
  ),
  system: line('M2.5 3.5h11v7h-11zM5 13.5h6'),
};

/** What a step is: who speaks, or what the agent does. */
export const KindIcon = ({ step }: { step: Pick<ListedStep, 'role' | 'kind'> }) => (
  <svg class="icon" viewBox="0 0 16 16" role="img" aria-label={kindWords(step)}>
    <title>{kindWords(step)}</title>
    {shapes[step.role === 'agent' ? step.kind : step.role]}
  </svg>
);

/** Beside text of a warning; the words are said elsewhere. */
export const WarningIcon = ({ label }: { label: string }) => (
  <svg class="icon warning" viewBox="0 0 16 16" role="img" aria-label={label}>
    <title>{label}</title>
    {line('M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 11.2v1.2')}
  </svg>
);

export const FailureIcon = () => (
  <svg class="icon unresolved" viewBox="0 0 16 16" role="img" aria-label="failed">
    <title>failed</title>
    <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" />
    {line('M5.6 5.6 10.4 10.4M10.4 5.6 5.6 10.4')}
  </svg>
);

export const MarkIcon = () => (
  <svg class="icon mark" viewBox="0 0 16 16" role="img" aria-label="bookmark">
    <title>Bookmark (M)</title>
    <path d="M4.5 2.5h7v11L8 10.4l-3.5 3.1z" fill="currentColor" />
  </svg>
);
