// The licences of what is bundled, which ask for their text to go with every copy.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * What packages hold of others without its licence, by its folder in the package.
 *
 * @type {Readonly<Record<string, { name: string, file: string }>>}
 */
const withoutLicence = {
	'undici/lib/llhttp': { name: 'llhttp', file: 'scripts/licenses/llhttp.txt' },
	'@vscode/l10n': { name: '@vscode/l10n', file: 'scripts/licenses/vscode-l10n.txt' },
};

/**
 * @param {Iterable<string>} inputs Paths of all files that were bundled.
 * @returns {string} The notice of each package, and of what packages hold of others: that has a licence in its own folder.
 */
export function thirdPartyNotices(inputs) {
	const folders = new Set();
	for (const input of inputs) {
		const [, path] = /node_modules\/((?:@[^/]+\/)?[^/]+\/.*)$/.exec(input) ?? [];
		for (let folder = path && dirname(path); folder && folder !== '.'; folder = dirname(folder)) {
			folders.add(folder);
		}
		if (path && holdsWebAssembly(path) && !noticeOf(dirname(path))) {
			throw new Error(`${path} holds a compiled program, and nothing tells under which licence`);
		}
	}
	const notices = [...folders].sort().flatMap((folder) => noticeOf(folder) ?? []);
	return notices.join(`\n${'-'.repeat(72)}\n\n`);
}

/**
 * Undefined where nothing in the folder itself has a licence of its own.
 *
 * @param {string} folder
 */
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
			throw new Error(`${name} has no licence`);
		}
		return undefined;
	}
	const { version } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));
	const title = inside === undefined ? `${name} ${version}` : `${known?.name ?? inside}, in ${name} ${version}`;
	return `${title}\n\n${readFileSync(file, 'utf8').trim()}\n`;
}

/**
 * As bytes, or in base64 as bundles hold it.
 *
 * @param {string} path
 */
function holdsWebAssembly(path) {
	const file = join('node_modules', path);
	return existsSync(file) && (file.endsWith('.wasm') || /AGFzbQ[EA]/.test(readFileSync(file, 'latin1')));
}
