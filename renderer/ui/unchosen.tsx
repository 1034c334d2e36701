import { createContext, useContext, useId, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';

export interface UnchosenFields {
  /** Whether a field of the form shows a text that is not what it holds. */
  readonly some: boolean;
  readonly report: (field: string, isUnchosen: boolean) => void;
}

/** Of the form around. */
export const Unchosen = createContext<UnchosenFields>({ some: false, report: () => undefined });

/** While the text in a field differs from what is chosen in it, its form cannot be submitted. */
export const useUnchosen = (isUnchosen: boolean): void => {
  const field = useId();
  const { report } = useContext(Unchosen);
  useLayoutEffect(() => {
    report(field, isUnchosen);
    return () => report(field, false);
  }, [report, field, isUnchosen]);
};

/** Why the form around cannot be submitted now; `undefined` where it can. */
export const useUnchosenText = (): string | undefined => {
  const { t } = useTranslation();
  return useContext(Unchosen).some ? t('choosing.formWaits') : undefined;
};
