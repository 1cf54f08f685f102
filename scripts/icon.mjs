import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { findBrowser } from '../test/support/vscode/browser.mjs';

const side = 256;
const { executablePath, args, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
try {
	const page = await browser.newPage({ viewport: { width: side, height: side } });
	const drawing = await readFile('scripts/icon.svg', 'utf8');
	await page.setContent(`<style>html, body { margin: 0 } svg { display: block }</style>${drawing}`);
	await page.screenshot({ path: 'media/icon.png', omitBackground: true });
} finally {
	await browser.close();
}
