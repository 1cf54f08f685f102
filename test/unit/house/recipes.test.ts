import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commandTable } from '../../../src/commands/commandTable';
import { internalCommands } from '../../../src/commands/internalCommands';
import { agentTools } from '../../../src/core/agent/tools/agentTools';
import { mayHoldTrace } from '../../../src/features/stackLinks/traceLanguage';
import { wholeTraces } from '../core/stack/support/wholeTraces';
import { anchorsIn, codeSpansIn, countWords, labelsIn, linksIn } from './support/documentation';
import { assertNone } from './support/faults';
import { sourceProjects } from './support/sourceProjects';

interface Page {
	readonly path: string;
	readonly text: string;
}

const contributing = readPage('CONTRIBUTING.md');
const architecture = globSync('docs/architecture/*.md').sort().map(readPage);
const parts = sourceProjects.map((project) => readPage(`${project}/README.md`));
const pages = [contributing, ...architecture, ...parts];
const recipes = (contributing.text.split('\n## Recipes\n')[1]?.split('\n## ')[0] ?? '').split('\n### ').slice(1);

describe('document size limits', () => {
	const limits = [
		{ page: readPage('README.md'), maxLines: 110, maxWords: 900 },
		{ page: contributing, maxLines: 120, maxWords: 1_500 },
		...architecture.map((page) => ({ page, maxLines: 80, maxWords: 900 })),
		...parts.map((page) => ({ page, maxLines: 30, maxWords: 300 })),
	];
	for (const { page, maxLines, maxWords } of limits) {
		it(`limits ${page.path} to ${maxLines} lines and ${maxWords} words`, () => {
			const [lines, words] = [page.text.trimEnd().split('\n').length, countWords(page.text)];
			assert.ok(lines <= maxLines && words <= maxWords, `${page.path} has ${lines} lines and ${words} words`);
		});
	}
});

describe('contributor documentation', () => {
	it('starts each contributor page with the task that the page explains', () => {
		for (const { path: page, text } of pages) {
			assert.match(text, /^# .+\n\nAfter reading this page, you /, page);
		}
	});

	it('requires a diagram on each architecture page', () => {
		const without = architecture.filter(({ text }) => !text.includes('```mermaid\n'));
		assert.deepEqual(pathsOf(without), []);
	});

	it('links only to existing files and headings in contributor pages', () => {
		const broken = pages.flatMap(({ path: page, text }) =>
			linksIn(text)
				.filter((target) => {
					const [file = '', anchor] = target.split('#');
					const linked = path.join(path.dirname(page), file);
					return !existsSync(linked) || (anchor && !anchorsIn(readFileSync(linked, 'utf8')).includes(anchor));
				})
				.map((target) => `${page}: ${target}`),
		);
		assert.deepEqual(broken, []);
	});

	it('mentions only existing files and folders in contributor pages', () => {
		const isPath = /^(?:src|test|scripts|docs|samples|core|cli|engine|features|services|webview)\/[\w./-]+$/;
		const missing = pages.flatMap(({ path: page, text }) =>
			codeSpansIn(text)
				.filter((code) => isPath.test(code) && !existsSync(code) && !existsSync(path.join('src', code)))
				.map((code) => `${page}: ${code}`),
		);
		assert.deepEqual(missing, []);
	});

	it('mentions only existing npm scripts in contributor pages', () => {
		const { scripts } = readJson<{ readonly scripts: object }>('package.json');
		const missing = pages.flatMap(({ path: page, text }) =>
			[...text.matchAll(/npm run ([\w:]+)|npm (test|start)\b|`(test:\w+)`/g)]
				.map(([, run, standard, tier]) => run ?? standard ?? tier ?? '')
				.filter((name) => !(name in scripts))
				.map((name) => `${page}: ${name}`),
		);
		assert.deepEqual(missing, []);
	});

	it('mentions only existing commands and interface labels in contributor pages', () => {
		const strings = Object.values(readJson<Readonly<Record<string, string>>>('package.nls.json'));
		const labels = new Set([...strings, ...Object.keys(readJson<object>('l10n/bundle.l10n.json'))]);
		const ids = [...Object.keys(commandTable), ...Object.keys(internalCommands)];
		const unknown = pages.flatMap(({ path: page, text }) =>
			[
				...labelsIn(text).filter((label) => !labels.has(label)),
				...codeSpansIn(text).filter((code) => /^appErrors\.\w+$/.test(code) && !ids.includes(code)),
			].map((name) => `${page}: ${name}`),
		);
		assert.deepEqual(unknown, []);
	});

	it('describes every debug configuration, and requires that its task and file exist', () => {
		const { configurations } = readJson<{ readonly configurations: readonly Readonly<Record<string, string>>[] }>(
			'.vscode/launch.json',
		);
		const { tasks } = readJson<{ readonly tasks: readonly { readonly label: string; readonly script: string }[] }>(
			'.vscode/tasks.json',
		);
		const { scripts } = readJson<{ readonly scripts: object }>('package.json');
		for (const { label, script } of tasks) {
			assert.ok(script in scripts, `task ${label}: npm run ${script}`);
		}
		for (const { name, preLaunchTask, program } of configurations) {
			assert.ok(contributing.text.includes(`**${name}**`), `CONTRIBUTING.md does not describe ${name}`);
			assert.ok(!preLaunchTask || tasks.some(({ label }) => label === preLaunchTask), `${name}: ${preLaunchTask}`);
			const file = program?.replace(/^\$\{workspaceFolder\}\//, '');
			assert.ok(!file || existsSync(file), `${name}: ${file}`);
		}
	});
});

describe('recipes in CONTRIBUTING.md', () => {
	it('describes how to add commands, settings, fields, grammars, faults, agent tools and CLI commands', () => {
		const kinds = [
			'command',
			'setting',
			'field',
			'stack grammar',
			'fault',
			'agent tool',
			'CLI command',
			'groupVersion',
		];
		assert.deepEqual(
			kinds.filter((kind) => !recipes.some((recipe) => recipe.split('\n', 1)[0]?.includes(kind))),
			[],
		);
	});

	it('names a failing test and an existing example in each contributor recipe', () => {
		const isShallow = git('rev-parse', '--is-shallow-repository') !== 'false';
		for (const recipe of recipes) {
			assert.match(recipe, /fails? in .*\(test\/unit\/.*\.test\.ts\)/, recipe);
			const [, commit, word = ''] = /example: `git (?:show ([\da-f]{8})|grep -w (\w+))`/.exec(recipe) ?? [];
			if (!commit) {
				assert.notEqual(git('grep', '-wl', word, '--', 'src'), '', recipe);
			} else if (!isShallow) {
				assert.equal(git('cat-file', '-t', commit), 'commit', recipe);
			}
		}
	});

	it('requires a prompt injection test for each agent tool that reads records', () => {
		const test = readFileSync('test/unit/core/agent/nonInterference.test.ts', 'utf8');
		const reading = Object.entries(agentTools).filter(([, { readOnly }]) => readOnly);
		assert.deepEqual(
			reading.map(([name]) => name).filter((name) => !test.includes(`['${name}',`)),
			[],
		);
	});

	it('requires that trace detection recognizes a sample of each stack grammar', () => {
		const unrecognized = wholeTraces.filter(({ text }) => !mayHoldTrace(text)).map(({ name }) => name);
		assertNone(unrecognized, 'stack traces that no sign in src/core/stack/languages.ts matches');
	});
});

function readPage(file: string): Page {
	return { path: file.split(path.sep).join('/'), text: readFileSync(file, 'utf8') };
}

function readJson<T>(file: string): T {
	return JSON.parse(readFileSync(file, 'utf8')) as T;
}

function pathsOf(all: readonly Page[]): string[] {
	return all.map(({ path: page }) => page);
}

function git(...args: readonly string[]): string {
	try {
		return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
	} catch {
		return '';
	}
}
