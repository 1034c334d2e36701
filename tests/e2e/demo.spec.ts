import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { performDay } from '../../electron/dev/demo-steps.ts';
import { answerSaveDialog, launchDesk } from '../support/electron-app.ts';

test('the demo of the README performs its whole day', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'));
  const desk = await launchDesk({ sandboxPast: true });
  try {
    const { app, page } = desk;
    const pictures: string[] = [];
    const said: string[] = [];
    await performDay({
      page,
      folder,
      say: (line) => said.push(line),
      answerSaveDialog: (path) => answerSaveDialog(app, path),
      picture: async (name) => {
        pictures.push(name);
      },
    });
    expect(pictures).toHaveLength(17);
    expect(said.filter((line) => line.includes(': 250 lines, '))).toHaveLength(3);
  } finally {
    await desk.close();
    await rm(folder, { recursive: true });
  }
});
