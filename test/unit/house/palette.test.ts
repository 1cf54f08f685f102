import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Context, evaluateWhen } from './support/whenClause';

interface Manifest {
	readonly contributes: {
		readonly commands: readonly { readonly command: string }[];
		readonly keybindings: readonly { readonly command: string }[];
		readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
	};
}

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

const beforeActivation: Context = { 'config.appErrors.databases': '[]' };
const signedOut: Context = { ...beforeActivation, 'appErrors.accounts': 'none', 'appErrors.exports': 'none' };
/** Everything that a window can have in addition to its active editor. */
const busy: Context = {
	'appErrors.accounts': 'some',
	'appErrors.exports': 'some',
	'appErrors.applicationsFiltered': true,
	'appErrors.codeMarksState': 'shown',
	'config.appErrors.databases': '[{"name":"test"}]',
	terminalIsOpen: true,
};
const resultsView: Context = {
	editorIsOpen: true,
	activeCustomEditorId: 'appErrors.results',
	resourceScheme: 'file',
	resourceFilename: 'shop.errors.csv',
};
const sourceFile: Context = { editorIsOpen: true, resourceScheme: 'file', editorLangId: 'kotlin' };
const traceDocument: Context = {
	editorIsOpen: true,
	editorHasSelection: true,
	resourceScheme: 'app-errors-trace',
	editorLangId: 'app-errors-trace',
};
const comparison: Context = { editorIsOpen: true, activeWebviewPanelId: 'appErrors.comparison' };

describe('commands in the Command Palette', () => {
	for (const { situation, context, most } of [
		{ situation: 'before activation', context: beforeActivation, most: 15 },
		{ situation: 'when signed out with nothing open', context: signedOut, most: 15 },
		{ situation: 'when signed in with nothing open', context: busy, most: 50 },
		{ situation: 'in a results view', context: { ...busy, ...resultsView }, most: 50 },
		{ situation: 'in a source file with code marks', context: { ...busy, ...sourceFile }, most: 50 },
		{ situation: 'in a stack trace document', context: { ...busy, ...traceDocument }, most: 50 },
		{ situation: 'in a comparison', context: { ...busy, ...comparison }, most: 50 },
	]) {
		it(`offers at most ${most} commands ${situation}`, () => {
			const offered = offeredIn(context);
			assert.ok(offered.length <= most, `${offered.length} commands: ${offered.join(', ')}`);
		});
	}

	it('offers commands that need an account only when signed in', () => {
		const needing = ['signOut', 'switchAccount', 'checkToken', 'replaceToken', 'addApplication', 'syncNow'];
		for (const context of [beforeActivation, signedOut]) {
			assert.deepEqual(
				offeredIn(context).filter((name) => needing.includes(name)),
				[],
			);
		}
		assert.deepEqual(
			needing.filter((name) => !offeredIn(busy).includes(name)),
			[],
		);
	});

	it('offers commands for the active editor only while this editor is active', () => {
		for (const [name, context] of [
			['findInResults', resultsView],
			['toggleResultsPane', resultsView],
			['openFileAtVersion', sourceFile],
			['showErrorsOnLine', sourceFile],
			['toggleOriginalTrace', traceDocument],
			['saveComparisonReport', comparison],
		] as const) {
			const others = [{}, resultsView, sourceFile, traceDocument, comparison].filter((other) => other !== context);
			assert.ok(offeredIn({ ...busy, ...context }).includes(name), name);
			for (const other of others) {
				assert.ok(!offeredIn({ ...busy, ...other }).includes(name), `${name}: ${JSON.stringify(other)}`);
			}
		}
	});

	it('offers every command in the Command Palette or in another menu', () => {
		const situations = [busy, signedOut, resultsView, sourceFile, traceDocument, comparison];
		const inPalette = new Set([
			...situations.flatMap((context) => offeredIn({ ...busy, ...context })),
			...offeredIn({ ...busy, 'appErrors.codeMarksState': 'hidden' }),
		]);
		const manifest = readFileSync('package.json', 'utf8') + readFileSync('package.nls.json', 'utf8');
		const elsewhere = Object.entries(contributes.menus).flatMap(([menu, items]) =>
			menu === 'commandPalette' ? [] : items.map(({ command }) => command),
		);
		const unreachable = contributes.commands
			.map(({ command }) => command)
			.filter((command) => !inPalette.has(command.replace('appErrors.', '')) && !elsewhere.includes(command))
			.filter((command) => !manifest.includes(`command:${command}`) && !isBoundToKey(command));
		assert.deepEqual(unreachable, []);
	});
});

describe('evaluateWhen()', () => {
	const context: Context = { shown: true, state: 'some', name: 'shop.errors.csv' };

	for (const [clause, expected] of [
		['shown', true],
		['!shown', false],
		['missing', false],
		['missing != none', true],
		['state == some && !missing', true],
		["state == 'some'", true],
		['shown == true', true],
		['missing && missing || shown', true],
		['shown || missing && missing', true],
		['(shown || missing) && missing', false],
		['name =~ /\\.errors\\.(CSV|json)$/i', true],
		['false', false],
	] as const) {
		it(`evaluates the when clause ${clause} to ${expected}`, () => {
			assert.equal(evaluateWhen(clause, context), expected);
		});
	}

	it('rejects malformed when clauses', () => {
		for (const clause of ['', 'shown &&', '(shown', 'shown missing', 'shown & state']) {
			assert.throws(() => evaluateWhen(clause, context), clause);
		}
	});
});

function offeredIn(context: Context): string[] {
	const conditions = new Map(contributes.menus['commandPalette']?.map(({ command, when }) => [command, when]));
	return contributes.commands
		.map(({ command }) => command)
		.filter((command) => evaluateWhen(conditions.get(command) ?? 'true', context))
		.map((command) => command.replace('appErrors.', ''));
}

function isBoundToKey(command: string): boolean {
	return contributes.keybindings.some((binding) => binding.command === command);
}
