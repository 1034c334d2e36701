import * as texts from '#shared/texts/ru/window.ts';
import { openWindow } from './main.tsx';

void openWindow('ru', texts);
