import {
  type Icon,
  IconCalendarPlus,
  IconCash,
  IconGift,
  IconLink,
  IconQrcode,
  IconShoppingCart,
} from '@tabler/icons-react';
import type { CardAction } from './card-actions.ts';

/** The icons of the card's actions, which the palette shows as well. */
export const CARD_ICONS: Readonly<Record<CardAction, Icon>> = {
  renew: IconCalendarPlus,
  traffic: IconShoppingCart,
  link: IconLink,
  qr: IconQrcode,
  handover: IconGift,
  money: IconCash,
};
