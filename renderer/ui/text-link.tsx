import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface TextLinkProps extends AnchorProps {
  readonly onGo: () => void;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A link to another place of the app, within a text or among facts. */
export const TextLink = ({ onGo, ...anchor }: TextLinkProps) => (
  <Anchor component="button" type="button" fz="inherit" ta="start" {...anchor} onClick={onGo} />
);
