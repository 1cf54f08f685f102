import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @type {Readonly<Record<string, { name: string, license: string, file: string }>>} */
const withoutLicence = {
	'undici/lib/llhttp': { name: 'llhttp', license: 'MIT', file: 'scripts/licenses/llhttp.txt' },
};

/** @param {Iterable<string>} inputs @returns {string} */
export function thirdPartyNotices(inputs) {
	const notices = [...licensedFolders(inputs)].sort().flatMap((folder) => noticeOf(folder)?.text ?? []);
	return notices.join(`\n${'-'.repeat(72)}\n\n`);
}

/** @param {Iterable<string>} inputs */
export function licensePage(inputs) {
	const rows = [...licensedFolders(inputs)].sort().flatMap((folder) => {
		const notice = noticeOf(folder);
		return notice ? [`| ${notice.title} | ${notice.license} |`] : [];
	});
	return [
		'# Licenses',
		'',
		'Look up the licenses of the libraries in the extension and in the `app-errors` command line. The complete license texts',
		'are in the file `third-party-notices.txt` of each package.',
		'',
		'| Library | License |',
		'|---|---|',
		...rows,
		'',
	].join('\n');
}

/** @param {Iterable<string>} inputs */
function licensedFolders(inputs) {
	/** @type {Set<string>} */
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
	return folders;
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
	const { version, license } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));
	const title = inside === undefined ? `${name} ${version}` : `${known?.name ?? inside}, in ${name} ${version}`;
	return {
		title,
		license: inside === undefined ? license : (known?.license ?? license),
		text: `${title}\n\n${readFileSync(file, 'utf8').trim()}\n`,
	};
}

/** @param {string} path */
function holdsWebAssembly(path) {
	const file = join('node_modules', path);
	return existsSync(file) && (file.endsWith('.wasm') || /AGFzbQ[EA]/.test(readFileSync(file, 'latin1')));
}
