import { type RefObject, useState } from 'react';
import type { AppError } from '#shared/result.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { draftProblems, type GeneratorDraft } from './generator-store.ts';

export interface DraftForm {
  readonly form: RefObject<HTMLFormElement | null>;
  /** A submit was held back, because of the draft or of what stands beside it. */
  readonly refused: boolean;
  /** What is wrong with a field: by the form's own rules, or by the core's word on what it was sent. */
  readonly problem: (field: string) => string | undefined;
  /** The core's error is about fields, and is shown at them. */
  readonly isByField: boolean;
  readonly refuse: () => void;
  readonly sending: () => void;
  /** Moves the focus to the first wrong field. */
  readonly showProblems: () => void;
}

/** The problems of a form that sends the generator's draft; `error` is the core's answer to the last sending. */
export const useDraftForm = (draft: GeneratorDraft, error: AppError | undefined): DraftForm => {
  const { form, show: showProblems } = useProblemFocus();
  const [refused, setRefused] = useState(false);
  /** The core's word on fields is about what it was sent; a change makes it old. */
  const [sent, setSent] = useState<GeneratorDraft>();
  const problems = refused ? draftProblems(draft) : [];
  return {
    form,
    refused,
    problem: (field) => {
      const own = problems.find((one) => one.field === field);
      if (own !== undefined) return problemText(own);
      return sent === draft ? fieldProblem(error, field) : undefined;
    },
    isByField: error?.details?.problems !== undefined,
    refuse: () => {
      setRefused(true);
      showProblems();
    },
    sending: () => {
      setRefused(false);
      setSent(draft);
    },
    showProblems,
  };
};
