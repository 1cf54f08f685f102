import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @type {Readonly<Record<string, { name: string, file: string }>>} */
const withoutLicence = {
	'undici/lib/llhttp': { name: 'llhttp', file: 'scripts/licenses/llhttp.txt' },
};

/**
 * @param {Iterable<string>} inputs Paths of all bundled files.
 * @returns {string} Notices of all packages and of separately licensed code in them.
 */
export function thirdPartyNotices(inputs) {
	const folders = new Set();
	for (const input of inputs) {
		const [, path] = /node_modules\/((?:@[^/]+\/)?[^/]+\/.*)$/.exec(input) ?? [];
		for (let folder = path && dirname(path); folder && folder !== '.'; folder = dirname(folder)) {
			folders.add(folder);
		}
		if (path && holdsWebAssembly(path) && !noticeOf(dirname(path))) {
			throw new Error(`${path} contains a compiled program without a known license`);
		}
	}
	const notices = [...folders].sort().flatMap((folder) => noticeOf(folder) ?? []);
	return notices.join(`\n${'-'.repeat(72)}\n\n`);
}

/** @param {string} folder */
function noticeOf(folder) {
	const [, name, inside] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(folder) ?? [];
	if (name === undefined || name.startsWith('@') !== name.includes('/')) {
		return undefined;
	}
	const known = withoutLicence[folder];
	const found = readdirSync(join('node_modules', folder)).find((file) => /^licen[cs]e(?:\.md|\.txt)?$/i.test(file));
	const file = known?.file ?? (found && join('node_modules', folder, found));
	if (file === undefined) {
		if (inside === undefined) {
			throw new Error(`${name} has no license`);
		}
		return undefined;
	}
	const { version } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));
	const title = inside === undefined ? `${name} ${version}` : `${known?.name ?? inside}, in ${name} ${version}`;
	return `${title}\n\n${readFileSync(file, 'utf8').trim()}\n`;
}

/**
 * Detects WebAssembly both as a binary file and as Base64 text.
 * @param {string} path
 */
function holdsWebAssembly(path) {
	const file = join('node_modules', path);
	return existsSync(file) && (file.endsWith('.wasm') || /AGFzbQ[EA]/.test(readFileSync(file, 'latin1')));
}
