/**
 * The VS Code versions the tests run in, as npm packages. `code-server` X is VS Code X - 3.0.0.
 *
 * @typedef {'newest' | 'floor'} VersionName
 * @typedef {{ vscode: string, codeServer: string, node: string | undefined, patches: Readonly<Record<string, string>>, ripgrep: string | undefined }} Version
 */

/** @type {Readonly<Record<VersionName, Version>>} */
export const versions = {
	// `node: undefined` means the checkout's own devDependency `node`, which is the line this version ships with.
	newest: { vscode: '1.139.1', codeServer: '4.139.1', node: undefined, patches: {}, ripgrep: undefined },
	// The package asks for a git address, which a registry-only network cannot reach; the release of the same number serves.
	// Its search program would be fetched by a script at install time; the newest brings one as a package.
	floor: {
		vscode: '1.105.1',
		codeServer: '4.105.1',
		node: '22.23.3',
		patches: { '@parcel/watcher': '2.5.1' },
		ripgrep: '1.18.0',
	},
};

/** A monospaced font for the packaged browser, which brings only a proportional one. */
export const monospacedFont = 'dejavu-fonts-ttf@2.37.3';

/**
 * Which versions a command line means.
 *
 * @param {string | undefined} word
 * @returns {VersionName[]}
 */
export function versionsNamed(word = 'newest') {
	if (word === 'all') return ['newest', 'floor'];
	if (word === 'newest' || word === 'floor') return [word];
	throw new Error(`Unknown version "${word}": say newest, floor or all.`);
}
