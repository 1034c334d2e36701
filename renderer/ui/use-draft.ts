import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AppError } from '#shared/result.ts';

/** `seen`: the text as it stood when the draft was begun. */
export type KeepDraft = (text: string, seen: string) => Promise<AppError | undefined>;

/**
 * A text that is edited where it stands. What is being typed stays while somebody else writes the same (`meanwhile`), and
 * so does what could not be kept; Esc takes the edit back.
 */
export const useDraft = (stored: string, keep: KeepDraft) => {
  const [draft, setDraft] = useState(stored);
  /** What somebody else has written while this was typed. */
  const [meanwhile, setMeanwhile] = useState<string>();
  /** What was handed over last: Enter and the blur that follows it are one edit. */
  const handedOver = useRef(stored);
  const seen = useRef(stored);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  useEffect(() => {
    const typed = latest.current.trim();
    const isOpen = ![seen.current, stored, handedOver.current].includes(typed);
    const isOwn = stored === handedOver.current;
    handedOver.current = stored;
    if (isOpen) {
      if (!isOwn) setMeanwhile(stored);
      return;
    }
    seen.current = stored;
    setDraft(stored);
    setMeanwhile(undefined);
  }, [stored]);
  const commit = async (): Promise<AppError | undefined> => {
    const text = draft.trim();
    if (text === stored) {
      seen.current = stored;
      setDraft(stored);
    }
    setMeanwhile(undefined);
    if (text === handedOver.current) return undefined;
    handedOver.current = text;
    const failed = await keep(text, seen.current);
    if (failed !== undefined) handedOver.current = stored;
    return failed;
  };
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || draft === stored) return;
    event.preventDefault();
    event.stopPropagation();
    seen.current = stored;
    setDraft(stored);
    setMeanwhile(undefined);
  };
  return { draft, setDraft, meanwhile, commit, onEscape };
};
