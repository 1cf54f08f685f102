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
	readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: unknown } };
	readonly contributes: {
		readonly commands: readonly { readonly command: string }[];
		readonly keybindings: readonly { readonly command: string; readonly when?: string }[];
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

describe('extension manifest', () => {
	it('declares exactly the commands that are defined in code, after npm run manifest', () => {
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
				/^(?:activeCustomEditorId == appErrors\.results\b|editorTextFocus && editorLangId == app-errors-trace\b|(?:editorTextFocus && )?appErrors\.codeMarksState (?:== \w+\b|=~ \/))/,
				command,
			);
		}
	});

	it('declares every setting that the code reads, with a default and a safe scope', () => {
		const declared = /interface SettingTypes \{([\s\S]*?)\n\}/.exec(idsFile)?.[1] ?? '';
		const read = [...declared.matchAll(/^\t'(appErrors\.[\w.]+)':/gm)].map(([, id = '']) => id);
		const { properties } = manifest.contributes.configuration;
		assertSameNames(
			{ place: 'contributes.configuration in package.json', names: Object.keys(properties) },
			{ place: 'SettingTypes in src/ids.ts', names: read },
		);
		for (const [name, property] of Object.entries(properties)) {
			// A workspace folder may change only the setting for version tags.
			const safe = name === 'appErrors.versionTags' ? /^resource$/ : /^(application|machine)$/;
			assert.match(property.scope, safe, `package.json: the scope of ${name} is ${property.scope}`);
			assert.notEqual(property.default, undefined, `package.json: ${name} has no default`);
		}
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
