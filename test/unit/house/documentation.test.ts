import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
	anchorsIn,
	codeSpansIn,
	countWords,
	labelsIn,
	linksIn,
	picturesIn,
	userDocuments,
} from './support/documentation';

interface Manifest {
	readonly contributes: {
		readonly configuration: readonly {
			readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
		}[];
		readonly keybindings: readonly { readonly command: string; readonly key: string }[];
		readonly languageModelTools: readonly { readonly name: string }[];
	};
}

const { contributes } = readJson<Manifest>('package.json');
const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
const manifestStrings = readJson<Readonly<Record<string, string>>>('package.nls.json');
const maxWords = 900;

describe('user documentation', () => {
	it('limits each documentation page to 900 words', () => {
		const long = userDocuments.filter(({ text }) => countWords(text) > maxWords);
		assert.deepEqual(
			long.map(({ path: page, text }) => `${page}: ${countWords(text)} words`),
			[],
		);
	});

	it('starts each guide with the goal that the reader will achieve', () => {
		for (const { path: page, text } of userDocuments) {
			if (page !== 'README.md' && page !== 'docs/glossary.md') {
				assert.match(text, /^# .+\n\n(?:Learn how to|Find out|Look up) /, page);
			}
		}
	});

	it('uses only existing images in the documentation', () => {
		const missing = userDocuments.flatMap(({ path: page, text }) =>
			picturesIn(text).filter((target) => !existsSync(path.join(path.dirname(page), target))),
		);
		assert.deepEqual(missing, []);
	});

	it('uses every image from docs/images in the documentation', () => {
		const shown = new Set(
			userDocuments.flatMap(({ path: page, text }) =>
				picturesIn(text).map((target) => path.join(path.dirname(page), target)),
			),
		);
		assert.deepEqual(
			readdirSync('docs/images').filter((file) => !shown.has(path.join('docs', 'images', file))),
			[],
		);
	});

	it('links only to existing files and headings in the documentation', () => {
		const broken = userDocuments.flatMap(({ path: page, text }) =>
			linksIn(text)
				.filter((target) => !/^https:/.test(target))
				.filter((target) => {
					const [file = '', anchor] = target.split('#');
					const linked = file === '' ? page : path.join(path.dirname(page), file);
					return (
						!existsSync(linked) || (anchor !== undefined && !anchorsIn(readFileSync(linked, 'utf8')).includes(anchor))
					);
				})
				.map((target) => `${page}: ${target}`),
		);
		assert.deepEqual(broken, []);
	});

	it('mentions only existing interface labels in the documentation', () => {
		const known = new Set([
			...Object.keys(readJson<object>('l10n/bundle.l10n.json')).map((text) =>
				text.replace(/^(?:\$\([\w-]+\) )+|(?: \(\{0\}\)$)/g, ''),
			),
			...Object.values(manifestStrings),
			...Object.values(manifestStrings).flatMap((text) => linkTextsIn(text)),
		]);
		const unknown = userDocuments
			.filter(({ path: page }) => page !== 'docs/glossary.md')
			.flatMap(({ path: page, text }) =>
				labelsIn(text)
					.filter((label) => !known.has(label))
					.map((label) => `${page}: ${label}`),
			);
		assert.deepEqual(unknown, []);
	});

	it('mentions only existing settings in the documentation', () => {
		const names = settings.map(([name]) => name);
		const unknown = userDocuments.flatMap(({ path: page, text }) =>
			codeSpansIn(text)
				.filter((code) => /^appErrors\.[\w.]+$/.test(code) && !names.includes(code))
				.map((code) => `${page}: ${code}`),
		);
		assert.deepEqual(unknown, []);
	});

	it('describes every setting and its values on the settings page', () => {
		const named = new Set(codeSpansIn(pageText('settings')));
		for (const [setting, { enum: values = [] }] of settings) {
			for (const code of [setting, ...values]) {
				assert.ok(named.has(code), code);
			}
		}
	});

	it('lists every agent tool and no other tools on the agents page', () => {
		const named = codeSpansIn(pageText('agents')).filter((code) => code.startsWith('app_errors_'));
		assert.deepEqual([...new Set(named)].sort(), contributes.languageModelTools.map(({ name }) => name).sort());
	});

	it('documents the keybindings of commands as defined in package.json', () => {
		const rows = userDocuments.flatMap(({ text }) => [
			...text.matchAll(/^\| \*([^*]+)\*(?:, \*[^*]+\*)? \| (Ctrl\+[^|]+?) \|/gm),
		]);
		assert.ok(rows.length >= 6);
		for (const [, label = '', keys = ''] of rows) {
			const command = Object.keys(manifestStrings).find((key) => manifestStrings[key] === label);
			const id = `appErrors.${command?.replace('command.', '')}`;
			const defined = contributes.keybindings.filter((binding) => binding.command === id).map(({ key }) => key);
			assert.ok(defined.includes(keys.toLowerCase()), `${label}: ${keys}, package.json has ${defined}`);
		}
	});

	it('names at least one test for each guarantee, and only existing tests', () => {
		const guarantees = pageText('guarantees-and-limits').split('\n## Limits')[0]?.split(/^- /m).slice(1) ?? [];
		assert.ok(guarantees.length >= 30);
		for (const guarantee of guarantees) {
			const tests = [...guarantee.matchAll(/`((?:faults|host|ui|unit)\/[^`]+)`/g)].map(([, test = '']) => test);
			assert.ok(tests.length > 0, guarantee);
			for (const test of tests) {
				assert.ok(existsSync(`test/${test}.test.ts`), `test/${test}.test.ts does not exist: ${guarantee}`);
			}
		}
	});

	it('mentions only existing npm scripts in the documentation', () => {
		const { scripts } = readJson<{ readonly scripts: Readonly<Record<string, string>> }>('package.json');
		const named = userDocuments.flatMap(({ text }) =>
			[...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name),
		);
		assert.deepEqual(
			named.filter((name) => scripts[name] === undefined),
			[],
		);
	});
});

describe('changelog', () => {
	it('changelog has one line per change below the headings of the Keep a Changelog format', () => {
		const lines = readFileSync('CHANGELOG.md', 'utf8').trimEnd().split('\n');
		assert.ok(lines.length <= 100, `${lines.length} lines`);
		const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
		for (const line of lines.slice(lines.findIndex((line) => line.startsWith('## ')))) {
			const isChange = /^- [A-Z`*].*[.]$/.test(line);
			const isHeading = line.startsWith('### ') && kinds.includes(line.slice(4));
			assert.ok(isChange || isHeading || /^## \[\d+\.\d+\.\d+\] - (?:\d{4}-\d\d-\d\d|Unreleased)$|^$/.test(line), line);
		}
	});
});

function readJson<T>(file: string): T {
	return JSON.parse(readFileSync(file, 'utf8')) as T;
}

function pageText(name: string): string {
	return readFileSync(`docs/${name}.md`, 'utf8');
}

function linkTextsIn(markdown: string): string[] {
	return [...markdown.matchAll(/\[([^\]]+)\]\(/g)].map(([, text = '']) => text);
}
