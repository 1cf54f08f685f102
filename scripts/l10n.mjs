// Collects all translatable strings into l10n/bundle.l10n.json.
//     node scripts/l10n.mjs [--check]   --check writes nothing and exits with code 1 if the bundle is out of date
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { getL10nJson } from '@vscode/l10n-dev';
import { importTypeScript } from './importTypeScript.mjs';

const file = 'l10n/bundle.l10n.json';
const sources = (/** @type {string} */ pattern) =>
	globSync(pattern)
		.sort()
		.map((source) => withPlurals(readFileSync(source, 'utf8')))
		.filter((source) => /\bt\(/.test(source))
		.join('\n');
const calls = await getL10nJson([
	{ extension: '.ts', contents: sources('src/{vscode,wording,services,features}/**/*.ts') },
	{ extension: '.ts', contents: asHostCode(sources('src/webview/**/*.ts')) },
]);
// Field descriptions are plain English strings in the code and are translated where they are displayed.
/** @typedef {{ meaning: string }} Described */
/** @type {{ serviceFields: Described[], hashedDevices: Described }} */
const { serviceFields, hashedDevices } = await importTypeScript('src/core/plan/fields.ts');
const meanings = Object.fromEntries([...serviceFields, hashedDevices].map(({ meaning }) => [meaning, meaning]));
const bundle = Object.fromEntries(Object.entries({ ...calls, ...meanings }).sort(([a], [b]) => (a < b ? -1 : 1)));
const text = `${JSON.stringify(bundle, undefined, '\t')}\n`;

if (!process.argv.includes('--check')) {
	writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
	console.error(`${file} is out of date: run "npm run l10n"`);
	process.exitCode = 1;
}

/** @param {string} source */
function asHostCode(source) {
	return `import { l10n } from 'vscode';\n${source.replace(/(?<![\w$.])(?:[\w$]+\.)*t\(/g, 'l10n.t(')}`;
}

// Adds a call of `l10n.t` for each plural form, so that the extraction tool finds all forms.
/** @param {string} source */
function withPlurals(source) {
	const literal = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/.source;
	const forms = source.matchAll(new RegExp(`\\bone:\\s*(${literal}),\\s*other:\\s*(${literal})`, 'g'));
	const calls = [...forms].flatMap(([, one, other]) => [`l10n.t(${one});`, `l10n.t(${other});`]);
	return [source, ...calls].join('\n');
}
