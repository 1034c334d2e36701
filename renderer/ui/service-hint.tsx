import { ActionIcon, Button, type ButtonProps, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ComponentPropsWithoutRef, cloneElement, type MouseEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useNoService, useServiceGap } from '../bridge/service-gap.ts';
import { useUnchosenText } from './unchosen.tsx';

/** What a `Button`, an `ActionIcon` and a `MoneyButton` have in common. */
interface Blockable {
  readonly disabled?: boolean;
  readonly title?: string | undefined;
  readonly onClick?: (event: MouseEvent) => void;
}

interface ServiceHintProps {
  /** Where it is not for the service itself to say. */
  readonly blocked?: boolean;
  /** One control; give it `disabled` for what else stands against it. */
  readonly children: ReactElement<Blockable>;
}

/** A submit button asks its form by the click. */
const refuse = (event: MouseEvent): void => event.preventDefault();

/** The one word for it on buttons and in menus. */
export const useGapText = (): string => {
  const { t } = useTranslation();
  return useServiceGap() === 'signed-out' ? t('noService.signedOut') : t('noService.offline');
};

/**
 * Says why an action is not available now. It stays where it is, so that nothing jumps, and can be reached by the keyboard,
 * so that the reason can.
 */
const BlockedHint = ({
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

/** Around an action that needs the service. */
export const ServiceHint = ({ blocked, children }: ServiceHintProps) => {
  const reason = useGapText();
  const noService = useNoService();
  return <BlockedHint reason={(blocked ?? noService) ? reason : undefined}>{children}</BlockedHint>;
};

/** A button for what only the service can do. */
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

/** Submits the form around, once its fields hold what they show. */
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

/** Reads again what the service knows. */
export const RefreshButton = ({ label, busy = false, ...button }: RefreshButtonProps) => (
  <ServiceHint>
    <ActionIcon aria-label={label} loading={busy} {...button}>
      <IconRefresh size={16} aria-hidden />
    </ActionIcon>
  </ServiceHint>
);
