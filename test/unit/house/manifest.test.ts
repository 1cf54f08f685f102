import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commandTable } from '../../../src/commands/commandTable';
import { internalCommands } from '../../../src/commands/internalCommands';
import { agentTools } from '../../../src/core/agent/tools/agentTools';
import { agentToolNames, agentToolPrefix } from '../../../src/ids';
import { assertSameNames } from './support/faults';

interface Manifest {
	readonly l10n: string;
	readonly capabilities: {
		readonly untrustedWorkspaces: { readonly supported: unknown; readonly restrictedConfigurations: readonly string[] };
	};
	readonly contributes: {
		readonly commands: readonly { readonly command: string }[];
		readonly keybindings: readonly { readonly command: string; readonly when?: string }[];
		readonly configuration: readonly {
			readonly title: string;
			readonly order: number;
			readonly properties: Record<
				string,
				{ readonly scope: string; readonly order: number; readonly default?: unknown }
			>;
		}[];
		readonly configurationDefaults: { readonly 'workbench.editorAssociations': Record<string, string> };
		readonly customEditors: readonly {
			readonly priority: string;
			readonly selector: readonly { readonly filenamePattern: string }[];
		}[];
		readonly chatSkills: readonly { readonly path: string; readonly when: string }[];
		readonly languageModelTools: readonly {
			readonly name: string;
			readonly modelDescription: string;
			readonly inputSchema: object;
			readonly when: string;
			readonly canBeReferencedInPrompt: boolean;
			readonly toolReferenceName: string;
		}[];
		readonly views: Record<string, readonly { readonly id: string; readonly accessibilityHelpContent?: string }[]>;
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

const sections = manifest.contributes.configuration;
/** Settings that a workspace may change. A team can commit them. */
const ofWorkspaces = new Map([
	['appErrors.versionTags', /^resource$/],
	['appErrors.mappings', /^machine-overridable$/],
	['appErrors.activeDevices', /^machine-overridable$/],
]);
const contributed = manifest.contributes.commands.map(({ command }) => command).sort();

describe('extension manifest', () => {
	it('npm run manifest declares exactly the commands that are defined in code', () => {
		assertSameNames(
			{ place: 'contributes.commands in package.json', names: contributed },
			{ place: 'src/commands', names: Object.keys(commandTable) },
		);
	});

	it('registers every command exactly once', () => {
		const registered = [
			...sources.matchAll(/\.register\(\s*'(appErrors\.\w+)'/g),
			...(/const pageCommands = \{[^}]*\}/.exec(sources)?.[0] ?? '').matchAll(/'(appErrors\.\w+)':/g),
		].map(([, id = '']) => id);
		assertSameNames(
			{ place: 'the register() calls in src', names: registered },
			{ place: 'src/commands', names: [...Object.keys(commandTable), ...Object.keys(internalCommands)] },
		);
	});

	it("limits keybindings to the extension's editors, languages and code marks", () => {
		for (const { command, when } of manifest.contributes.keybindings) {
			assert.ok(contributed.includes(command), command);
			assert.match(
				when ?? '',
				/^(?:activeCustomEditorId == appErrors\.results\b|editorTextFocus && editorLangId == app-errors-trace\b|editorTextFocus && appErrors\.codeMarksState == shown$|appErrors\.codeMarksState (?:== \w+|=~ \/\S+\/) && \(editorTextFocus \|\| activeCustomEditorId == appErrors\.results\b)/,
				command,
			);
		}
	});

	it('declares every setting that the code reads, with a default and a safe scope', () => {
		const declared = /interface SettingTypes \{([\s\S]*?)\n\}/.exec(idsFile)?.[1] ?? '';
		const read = [...declared.matchAll(/^\t'(appErrors\.[\w.]+)':/gm)].map(([, id = '']) => id);
		const properties = Object.assign(
			{},
			...sections.map((section) => section.properties),
		) as (typeof sections)[0]['properties'];
		assertSameNames(
			{ place: 'contributes.configuration in package.json', names: Object.keys(properties) },
			{ place: 'SettingTypes in src/ids.ts', names: read },
		);
		for (const [name, property] of Object.entries(properties)) {
			const safe = ofWorkspaces.get(name) ?? /^(?:application|machine)$/;
			assert.match(property.scope, safe, `package.json: the scope of ${name} is ${property.scope}`);
			assert.notEqual(property.default, undefined, `package.json: ${name} has no default`);
		}
	});

	it('divides the settings into four ordered sections, each with links to related settings', () => {
		assert.deepEqual(
			sections.map(({ title, order }) => [order, words[title.slice(1, -1)]]),
			[
				[1, 'Service'],
				[2, 'Exports and Sync'],
				[3, 'Source Code'],
				[4, 'Time Limits'],
			],
		);
		for (const { properties } of sections) {
			const orders = Object.values(properties).map(({ order }) => order);
			assert.deepEqual(
				orders,
				[...orders.keys()].map((index) => index + 1),
			);
			const links = Object.keys(properties).flatMap((name) => [
				...(words[name.replace('appErrors', 'configuration')]?.matchAll(/`#([\w.]+)#`/g) ?? []),
			]);
			assert.ok(links.length > 0, Object.keys(properties).join());
			for (const [, target = ''] of links) {
				assert.ok(
					sections.some((section) => target in section.properties),
					target,
				);
			}
		}
	});

	it('ignores mapping files in a workspace until the user trusts the workspace', () => {
		assert.ok(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes('appErrors.mappings'));
	});

	it('opens exports and datasets in the results view by default, and offers the view for other data files', () => {
		const [editor] = manifest.contributes.customEditors;
		assert.equal(editor?.priority, 'option');
		assert.deepEqual(
			editor.selector.map(({ filenamePattern }) => filenamePattern),
			['*.csv', '*.tsv', '*.json', '*.jsonl', '*.parquet'],
		);
		assert.deepEqual(Object.keys(manifest.contributes.configurationDefaults['workbench.editorAssociations']), [
			'*.errors.csv',
			'*.errors.json',
			'*.errors-dataset.json',
		]);
	});

	it('mentions only existing commands in the screen reader help of the applications view', () => {
		const help =
			words[manifest.contributes.views['appErrors']?.[0]?.accessibilityHelpContent?.slice(1, -1) ?? ''] ?? '';
		const named = [...help.matchAll(/<keybinding:([\w.]+)>/g)].map(([, id = '']) => id);
		assert.ok(named.length >= 4);
		assert.deepEqual(
			named.filter((id) => !contributed.includes(id)),
			[],
		);
	});

	it('declares the language model tools exactly as they are defined in code', () => {
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
		assertSameNames(
			{ place: 'contributes.languageModelTools in package.json', names: told.map(({ name }) => name) },
			{ place: 'src/core/agent/tools/agentTools.ts', names: defined.map(({ name }) => name) },
		);
		for (const tool of defined) {
			assert.deepEqual(
				told.find(({ name }) => name === tool.name),
				JSON.parse(JSON.stringify(tool)),
				`package.json: the definition of ${tool.name} differs from agentTools.ts`,
			);
		}
		assert.deepEqual(Object.keys(agentTools), [...agentToolNames]);
		for (const { name, when, canBeReferencedInPrompt, toolReferenceName } of manifest.contributes.languageModelTools) {
			assert.equal(when, 'appErrors.exports == some && !config.chat.disableAIFeatures', name);
			assert.ok(canBeReferencedInPrompt && /^appErrors\w+$/.test(toolReferenceName), name);
		}
	});

	it('declares a skill that mentions existing tools and is available together with them', () => {
		const [{ path: file, when } = { path: '', when: '' }, ...more] = manifest.contributes.chatSkills;
		assert.equal(more.length, 0);
		assert.equal(when, manifest.contributes.languageModelTools[0]?.when);
		const text = readFileSync(file, 'utf8');
		const [, folder] = /([\w-]+)\/SKILL\.md$/.exec(file) ?? [];
		const [, name, description = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(text) ?? [];
		assert.equal(name, folder);
		assert.ok(description.length > 50 && description.length <= 1024, description);
		const tools = manifest.contributes.languageModelTools.map((tool) => tool.name);
		const named = [...text.matchAll(/`(app_errors_\w+?)`/g)]
			.map(([, tool = '']) => tool)
			.filter((tool) => !tool.endsWith('_'));
		assert.ok(named.length >= 5);
		assert.deepEqual(
			named.filter((tool) => !tools.includes(tool)),
			[],
		);
	});

	it('uses no proposed API and no other extensions, so that editors based on VS Code can run it', () => {
		for (const key of ['enabledApiProposals', 'extensionDependencies', 'extensionPack', 'api']) {
			assert.equal(key in manifest, false, key);
		}
	});

	it('supports untrusted workspaces except for features that run programs', () => {
		assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
	});

	it('localizes every string in the manifest and has no unused localization keys', () => {
		const used = [...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key = '']) => key);
		assertSameNames(
			{ place: 'package.nls.json', names: Object.keys(words) },
			{ place: 'package.json', names: [...new Set(used)] },
		);
	});
});
