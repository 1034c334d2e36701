import { create } from 'zustand';

interface Question {
  readonly title: string;
  /** Paragraphs. */
  readonly text: readonly string[];
  /** Names what is done: "Remove 12 clients". */
  readonly confirmLabel: string;
}

interface Asked {
  /** Asked for when it is drawn: in the language of the window then. */
  readonly question: () => Question;
  readonly answer: (isConfirmed: boolean) => void;
}

/** What has to be answered before something is taken away; one at a time. */
export const useQuestion = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));

/** Asks before much is taken away; false when the user thought better of it, or something else is asked already. */
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

/** One thing alone is taken away at once, and taken back from the message; more than one are asked about. */
export const confirmedForMany = async (count: number, question: () => Question): Promise<boolean> =>
  count === 1 || confirmed(question);
