import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { agentTools } from '../../../src/core/agent/tools/agentTools';
import { agentToolNames, agentToolPrefix } from '../../../src/ids';

interface Manifest {
	readonly l10n: string;
	readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: unknown } };
	readonly contributes: {
		readonly commands: readonly { readonly command: string }[];
		readonly keybindings: readonly { readonly command: string; readonly when?: string }[];
		readonly menus: Record<string, readonly { readonly command: string }[]>;
		readonly configuration: {
			readonly properties: Record<string, { readonly scope: string; readonly default?: unknown }>;
		};
		readonly languageModelTools: readonly {
			readonly name: string;
			readonly modelDescription: string;
			readonly inputSchema: object;
			readonly when: string;
			readonly canBeReferencedInPrompt: boolean;
			readonly toolReferenceName: string;
		}[];
		readonly views: Record<string, readonly { readonly id: string }[]>;
	};
}

const manifestText = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(manifestText) as Manifest;
const words = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => readFileSync(path.join('src', file), 'utf8'))
	.join('\n');
const idsFile = readFileSync('src/ids.ts', 'utf8');

const contributed = manifest.contributes.commands.map(({ command }) => command).sort();
/** Commands that features call and people are not offered. */
const internal = [
	'appErrors.runExport',
	'appErrors.fetchKeptDays',
	'appErrors.showComparison',
	'appErrors.changePlan',
	'appErrors.keepPlan',
	'appErrors.openTraceDocument',
	'appErrors.openFirstFrameOfRecord',
	'appErrors.openFrameAt',
	'appErrors.chooseTraceMapping',
	'appErrors.symbolicateTrace',
	'appErrors.askAgent',
	'appErrors.showCodeGroup',
];

describe('The manifest', () => {
	it('contributes every command the code names, and no other', () => {
		const declared = /commandIds = \[([^\]]*)\]/.exec(idsFile)?.[1] ?? '';
		const named = [...declared.matchAll(/'(appErrors\.\w+)'/g)].map(([, id = '']) => id);
		assert.deepEqual([...contributed, ...internal].sort(), named.sort());
	});

	it('has every command registered once', () => {
		const registered = [...sources.matchAll(/\.register\(\s*'(appErrors\.\w+)'/g)].map(([, id = '']) => id);
		assert.deepEqual(registered.sort(), [...contributed, ...internal].sort());
	});

	it('puts only its own commands into menus', () => {
		const shown = Object.values(manifest.contributes.menus).flatMap((items) => items.map(({ command }) => command));
		assert.deepEqual(
			[...new Set(shown)].filter((command) => !contributed.includes(command)),
			[],
		);
	});

	it('takes keys only where its own editor, language or marks are', () => {
		for (const { command, when } of manifest.contributes.keybindings) {
			assert.ok(contributed.includes(command), command);
			assert.match(
				when ?? '',
				/^(?:activeCustomEditorId == appErrors\.results|editorTextFocus && editorLangId == app-errors-trace|(?:editorTextFocus && )?appErrors\.codeMarksState [!=]= \w+)\b/,
				command,
			);
		}
	});

	it('declares every setting the code reads, with a default and a safe scope', () => {
		const declared = /interface SettingTypes \{([\s\S]*?)\n\}/.exec(idsFile)?.[1] ?? '';
		const read = [...declared.matchAll(/^\t'(appErrors\.[\w.]+)':/gm)].map(([, id = '']) => id);
		const { properties } = manifest.contributes.configuration;
		assert.deepEqual(Object.keys(properties).sort(), read.sort());
		for (const [name, property] of Object.entries(properties)) {
			// A folder may only say which of its tags is meant.
			const safe = name === 'appErrors.versionTags' ? /^resource$/ : /^(application|machine)$/;
			assert.match(property.scope, safe, name);
			assert.notEqual(property.default, undefined, name);
		}
	});

	it('tells agents of the tools as they are defined, and of no other', () => {
		const told = manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
			name,
			modelDescription,
			inputSchema,
		}));
		const defined = Object.entries(agentTools).map(([name, { description, inputSchema }]) => ({
			name: agentToolPrefix + name,
			modelDescription: description,
			inputSchema,
		}));
		assert.deepEqual(told, JSON.parse(JSON.stringify(defined)));
		assert.deepEqual(Object.keys(agentTools), [...agentToolNames]);
		for (const { name, when, canBeReferencedInPrompt, toolReferenceName } of manifest.contributes.languageModelTools) {
			assert.equal(when, 'appErrors.exports == some && !config.chat.disableAIFeatures', name);
			assert.ok(canBeReferencedInPrompt && /^appErrors\w+$/.test(toolReferenceName), name);
		}
	});

	it('works in a folder that nobody trusts, but for running programs', () => {
		assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
	});

	it('has words for every key, and no key without a use', () => {
		const used = [...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key = '']) => key);
		assert.deepEqual([...new Set(used)].sort(), Object.keys(words).sort());
	});
});
