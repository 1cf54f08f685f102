/**
 * Test versions of VS Code, as npm packages. Version X of `code-server` contains VS Code X - 3.0.0.
 * @typedef {'newest' | 'floor'} VersionName
 * @typedef {{ vscode: string, codeServer: string, node: string | undefined, patches: Readonly<Record<string, string>>,
 * ripgrep: string | undefined }} Version
 */

/** @type {Readonly<Record<VersionName, Version>>} */
export const versions = {
	// If `node` is undefined, `node` in devDependencies is used. It has the major version of Node.js in this VS Code.
	newest: { vscode: '1.139.1', codeServer: '4.139.1', node: undefined, patches: {}, ripgrep: undefined },
	// `patches` replaces a Git URL with the registry's release of the same version. `ripgrep` replaces a binary that an
	// install script would download. The newest version needs neither.
	floor: {
		vscode: '1.105.1',
		codeServer: '4.105.1',
		node: '22.23.3',
		patches: { '@parcel/watcher': '2.5.1' },
		ripgrep: '1.18.0',
	},
};

/** The packaged browser contains only a proportional font. */
export const monospacedFont = 'dejavu-fonts-ttf@2.37.3';

/** @param {string | undefined} word @returns {VersionName[]} */
export function versionsNamed(word = 'newest') {
	if (word === 'all') return ['newest', 'floor'];
	if (word === 'newest' || word === 'floor') return [word];
	throw new Error(`Unknown version "${word}". Specify newest, floor or all.`);
}
