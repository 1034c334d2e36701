import { create } from 'zustand';

interface Question {
  readonly title: string;
  /** The paragraphs of the question. */
  readonly text: readonly string[];
  /** Names the action: "Remove 12 clients". */
  readonly confirmLabel: string;
}

interface OpenQuestion {
  /** A function, so that the text is in the language of the window when it is drawn. */
  readonly question: () => Question;
  readonly answer: (isConfirmed: boolean) => void;
}

/** The open question before something is removed. There is only one at a time. */
export const useQuestion = create<{ readonly asked: OpenQuestion | null }>(() => ({ asked: null }));

/** Asks before a lot is removed. Resolves to `false` if the user declines, or if another question is open. */
export const confirmed = (question: () => Question): Promise<boolean> =>
  new Promise((resolve) => {
    if (useQuestion.getState().asked !== null) {
      resolve(false);
      return;
    }
    const answer = (isConfirmed: boolean): void => {
      useQuestion.setState({ asked: null });
      resolve(isConfirmed);
    };
    useQuestion.setState({ asked: { question, answer } });
  });

/** A single item is removed at once, because the message offers to undo it. More than one requires confirmation. */
export const confirmedForMany = async (count: number, question: () => Question): Promise<boolean> =>
  count === 1 || confirmed(question);
