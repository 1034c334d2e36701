import { createContext, useContext, useId, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';

export interface UnchosenFields {
  /** Whether a field of the form contains a text for which nothing was chosen. */
  readonly some: boolean;
  readonly report: (field: string, isUnchosen: boolean) => void;
}

/** The fields of the surrounding form. */
export const Unchosen = createContext<UnchosenFields>({ some: false, report: () => undefined });

/** Blocks the surrounding form while the text in a field differs from its choice. */
export const useUnchosen = (isUnchosen: boolean): void => {
  const field = useId();
  const { report } = useContext(Unchosen);
  useLayoutEffect(() => {
    report(field, isUnchosen);
    return () => report(field, false);
  }, [report, field, isUnchosen]);
};

/** Says why the surrounding form cannot be submitted; `undefined` if it can. */
export const useUnchosenText = (): string | undefined => {
  const { t } = useTranslation();
  return useContext(Unchosen).some ? t('choosing.formWaits') : undefined;
};
