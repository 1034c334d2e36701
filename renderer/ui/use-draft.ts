import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AppError } from '#shared/result.ts';

/** `seen` is the text that was stored when the editing began. */
export type KeepDraft = (text: string, seen: string) => Promise<AppError | undefined>;

/**
 * Edits a text in place. The draft survives if somebody else changes the text (`meanwhile`) or if saving fails. Esc
 * discards it.
 */
export const useDraft = (stored: string, keep: KeepDraft) => {
  const [draft, setDraft] = useState(stored);
  /** The text that somebody else stored during the editing. */
  const [meanwhile, setMeanwhile] = useState<string>();
  /** The last saved text. Enter and the blur after it are one edit. */
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
