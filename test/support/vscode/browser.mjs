import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { cached } from './cache.mjs';
import { inCheckout } from './checkout.mjs';
import { unpackPackage } from './npm.mjs';
import { monospacedFont } from './versions.mjs';

const run = promisify(execFile);

/** @typedef {{ executablePath: string, args: string[], env: Record<string, string> }} Browser */

/** Arguments that allow the browser to run as root, without a display, and without network access. */
const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-gpu-compositing',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** @param {(line: string) => void} [progress] @returns {Promise<Browser>} */
export async function findBrowser(progress = console.log) {
	const named = process.env['CHROME_PATH'];
	if (named && !existsSync(named)) throw new Error(`CHROME_PATH is not an existing file: ${named}`);
	const installed = named || installedBrowsers().find((path) => existsSync(path));
	return installed ? { executablePath: installed, args, env: {} } : packagedBrowser(progress);
}

/** @returns {string[]} */
function installedBrowsers() {
	switch (process.platform) {
		case 'darwin':
			return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
				(app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
			);
		case 'win32':
			return ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData']
				.flatMap((variable) => process.env[variable] ?? [])
				.flatMap((folder) => [
					join(folder, 'Google/Chrome/Application/chrome.exe'),
					join(folder, 'Microsoft/Edge/Application/msedge.exe'),
				]);
		default: {
			const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];
			const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
			return names.flatMap((name) => folders.map((folder) => join(folder, name)));
		}
	}
}

// Unpacks the browser without the package's own code, which would use a shared folder and disable web security.
/** @param {(line: string) => void} progress @returns {Promise<Browser>} */
async function packagedBrowser(progress) {
	const source = inCheckout('node_modules', '@sparticuz', 'chromium');
	if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(source)) {
		throw new Error('Chrome, Chromium or Edge is required. Install one of them, or set CHROME_PATH.');
	}
	const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
	const folder = await cached(`chromium-${version}`, async (staging) => {
		progress(`Chromium ${version}: unpacking`);
		const bin = join(source, 'bin');
		await decompress(join(bin, 'chromium.br'), join(staging, 'chromium'), 0o755);
		for (const archive of ['al2023', 'fonts', 'swiftshader']) await untar(join(bin, `${archive}.tar.br`), staging);
		await unpackPackage(monospacedFont, join(staging, 'fonts'));
	});
	// The file is written for each run, because it contains absolute paths and the checkout may have been moved.
	const fontsConfig = join(folder, 'fonts.conf');
	const fontFolders = [join(folder, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`).join('');
	const fontAlias = '<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>';
	const fontCache = `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`;
	await writeFile(fontsConfig, `<?xml version="1.0"?><fontconfig>${fontFolders}${fontAlias}${fontCache}</fontconfig>`);
	return {
		executablePath: join(folder, 'chromium'),
		args,
		env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: fontsConfig },
	};
}

// Decompresses to a file instead of a pipe: if tar exits before it has read everything, Node reports a broken pipe.
/** @param {string} archive @param {string} cwd */
async function untar(archive, cwd) {
	const plain = join(cwd, basename(archive, '.br'));
	await decompress(archive, plain);
	await run('tar', ['-xf', plain], { cwd });
	await rm(plain);
}

/** @param {string} file @param {string} target @param {number} [mode] */
function decompress(file, target, mode = 0o644) {
	return pipeline(createReadStream(file), createBrotliDecompress(), createWriteStream(target, { mode }));
}
