import { type RefObject, useState } from 'react';
import type { AppError } from '#shared/result.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { draftProblems, type GeneratorDraft } from './generator-store.ts';

export interface DraftForm {
  readonly form: RefObject<HTMLFormElement | null>;
  /** A submit was blocked because of the draft or of another field on the screen. */
  readonly refused: boolean;
  /** The problem with a field, found by the form's own rules or by the core. */
  readonly problem: (field: string) => string | undefined;
  /** The core's error concerns fields and is shown there. */
  readonly isByField: boolean;
  readonly refuse: () => void;
  readonly sending: () => void;
  /** Moves the focus to the first wrong field. */
  readonly showProblems: () => void;
}

/** The problems of a form that sends the generator's draft. `error` is the core's answer to the last submit. */
export const useDraftForm = (draft: GeneratorDraft, error: AppError | undefined): DraftForm => {
  const { form, show: showProblems } = useProblemFocus();
  const [refused, setRefused] = useState(false);
  /** The core's problems concern the values that were sent. Any change makes them obsolete. */
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
