import * as texts from '#shared/texts/en/window.ts';
import { openWindow } from './main.tsx';

void openWindow('en', texts);
