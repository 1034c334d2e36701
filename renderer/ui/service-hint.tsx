import { ActionIcon, Button, type ButtonProps, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ComponentPropsWithoutRef, cloneElement, type MouseEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useNoService, useServiceGap } from '../bridge/service-gap.ts';
import { useUnchosenText } from './unchosen.tsx';

/** The props that `Button`, `ActionIcon` and `MoneyButton` share. */
interface Blockable {
  readonly disabled?: boolean;
  readonly title?: string | undefined;
  readonly onClick?: (event: MouseEvent) => void;
}

interface ServiceHintProps {
  /** Overrides whether the control is blocked, if the state of the service does not decide it. */
  readonly blocked?: boolean;
  /** A single control. Other reasons against the action go into its `disabled`. */
  readonly children: ReactElement<Blockable>;
}

/** Cancels the click, because the click of a submit button would submit the form. */
const refuse = (event: MouseEvent): void => event.preventDefault();

/** Returns why the service cannot be used now, as buttons and menus say it. */
export const useGapText = (): string => {
  const { t } = useTranslation();
  return useServiceGap() === 'signed-out' ? t('noService.signedOut') : t('noService.offline');
};

/**
 * Blocks a control and says why. The control stays in its place, so that nothing jumps, and stays reachable by
 * keyboard, so that the reason does as well.
 */
export const BlockedHint = ({
  reason,
  children,
}: {
  readonly reason: string | undefined;
  readonly children: ReactElement<Blockable>;
}) => {
  if (reason === undefined) return children;
  const off = { disabled: false, 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason };
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      {cloneElement(children, { ...off, title: undefined, onClick: refuse })}
    </Tooltip>
  );
};

/** Wraps a control that needs the service. */
export const ServiceHint = ({ blocked, children }: ServiceHintProps) => {
  const reason = useGapText();
  const noService = useNoService();
  return <BlockedHint reason={(blocked ?? noService) ? reason : undefined}>{children}</BlockedHint>;
};

/** A button for an action that needs the service. */
export const ServiceButton = (props: ButtonProps & ComponentPropsWithoutRef<'button'>) => {
  const gap = useGapText();
  const noService = useNoService();
  const unchosen = useUnchosenText();
  return (
    <BlockedHint reason={noService ? gap : props.type === 'submit' ? unchosen : undefined}>
      <Button {...props} />
    </BlockedHint>
  );
};

/** Submits the surrounding form once all fields contain what was chosen. */
export const SubmitButton = (props: ButtonProps & ComponentPropsWithoutRef<'button'>) => (
  <BlockedHint reason={useUnchosenText()}>
    <Button {...props} type="submit" />
  </BlockedHint>
);

interface RefreshButtonProps {
  readonly label: string;
  readonly busy?: boolean;
  readonly onClick: () => void;
  readonly className?: string | undefined;
}

/** Reads the data from the service again. */
export const RefreshButton = ({ label, busy = false, ...button }: RefreshButtonProps) => (
  <ServiceHint>
    <ActionIcon aria-label={label} loading={busy} {...button}>
      <IconRefresh size={16} aria-hidden />
    </ActionIcon>
  </ServiceHint>
);
