// Collects every string that translators need into l10n/bundle.l10n.json.
// node scripts/l10n.mjs [--check]   with --check nothing is written; a bundle that is out of date ends with code 1
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { getL10nJson } from '@vscode/l10n-dev';
import { build } from 'esbuild';

const file = 'l10n/bundle.l10n.json';
const sources = globSync('src/{vscode,wording,services,features}/**/*.ts').sort();
const webviewSources = globSync('src/webview/**/*.ts').sort();
const calls = await getL10nJson([
	...sources.map((source) => ({ extension: '.ts', contents: readFileSync(source, 'utf8') })),
	...webviewSources.map((source) => ({ extension: '.ts', contents: asHostCode(readFileSync(source, 'utf8')) })),
]);
// The table is plain data; its meanings are translated where they are shown.
/** @type {{ serviceFields: { meaning: string }[] }} */
const { serviceFields } = await importTypeScript('src/core/plan/fields.ts');
const meanings = Object.fromEntries(serviceFields.map(({ meaning }) => [meaning, meaning]));
const bundle = Object.fromEntries(Object.entries({ ...calls, ...meanings }).sort(([a], [b]) => (a < b ? -1 : 1)));
const text = `${JSON.stringify(bundle, undefined, '\t')}\n`;

if (!process.argv.includes('--check')) {
	writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
	console.error(`${file} is out of date: run "npm run l10n"`);
	process.exitCode = 1;
}

/**
 * A webview is handed its `t`; written as the host's own call, its strings are found by the same tool.
 *
 * @param {string} source
 */
function asHostCode(source) {
	return `import { l10n } from 'vscode';\n${source.replace(/(?<![\w$.])t\(/g, 'l10n.t(')}`;
}

/** @param {string} entry */
async function importTypeScript(entry) {
	const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
	return import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
}
