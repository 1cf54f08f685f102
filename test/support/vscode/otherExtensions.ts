import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zipOf } from '../../unit/core/records/read/support/zipOf';

/**
 * Publisher whose name precedes `appErrors` in the alphabet. If a key applies to both extensions, VS Code runs our
 * command.
 */
const publisher = 'another';

export const otherCommand = `${publisher}.run`;
export const otherEditors = { '*.csv': 'Table of Another Extension', '*.json': 'Form of Another Extension' } as const;

interface OtherExtension {
	readonly contributes: Readonly<Record<string, unknown>>;
	readonly code?: string;
}

/**
 * Packages extensions that contribute what popular extensions do: editors of data files, notes on every line, the
 * language of logs, and a command on the given keys.
 * @returns Paths of the VSIX files
 */
export async function packOtherExtensions(folder: string, keys: readonly string[]): Promise<readonly string[]> {
	const extensions: Readonly<Record<string, OtherExtension>> = {
		table: customEditor('table', '*.csv'),
		form: customEditor('form', '*.json'),
		notes: { contributes: {}, code: notes },
		logs: { contributes: { languages: [{ id: 'log', extensions: ['.log'], aliases: ['Log'] }] } },
		keys: {
			contributes: {
				commands: [{ command: otherCommand, title: 'Run Another Command' }],
				keybindings: keys.map((key) => ({ command: otherCommand, key })),
			},
			code: `exports.activate = ({ subscriptions }) => {
				subscriptions.push(require('vscode').commands.registerCommand('${otherCommand}', () => undefined));
			};`,
		},
	};
	return Promise.all(Object.entries(extensions).map(([name, extension]) => pack(folder, name, extension)));
}

function customEditor(name: string, filenamePattern: keyof typeof otherEditors): OtherExtension {
	const viewType = `${publisher}.${name}`;
	const displayName = otherEditors[filenamePattern];
	return {
		contributes: {
			customEditors: [{ viewType, displayName, selector: [{ filenamePattern }], priority: 'default' }],
			configurationDefaults: { 'workbench.editorAssociations': { [filenamePattern]: viewType } },
		},
		code: `exports.activate = ({ subscriptions }) => {
			subscriptions.push(require('vscode').window.registerCustomEditorProvider('${viewType}', {
				openCustomDocument: (uri) => ({ uri, dispose() {} }),
				resolveCustomEditor: (_document, { webview }) => {
					webview.options = { enableScripts: true };
					webview.html = '<button>${displayName}</button>';
				},
			}));
		};`,
	};
}

const notes = `
const vscode = require('vscode');
exports.activate = ({ subscriptions }) => {
	const everywhere = [{ scheme: 'file' }, { scheme: 'vscode-remote' }];
	const linesOf = (document) => Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).range);
	const note = vscode.window.createTextEditorDecorationType({
		isWholeLine: true,
		backgroundColor: '#8882',
		after: { contentText: 'another note' },
	});
	const draw = () => {
		for (const editor of vscode.window.visibleTextEditors) editor.setDecorations(note, linesOf(editor.document));
	};
	subscriptions.push(
		vscode.languages.registerCodeLensProvider(everywhere, {
			provideCodeLenses: (document) =>
				linesOf(document).map(
					(range) => new vscode.CodeLens(range, { title: 'another lens', command: '${otherCommand}' }),
				),
		}),
		vscode.languages.registerHoverProvider(everywhere, { provideHover: () => new vscode.Hover('another hover') }),
		vscode.window.onDidChangeVisibleTextEditors(draw),
	);
	draw();
};`;

async function pack(folder: string, name: string, { contributes, code }: OtherExtension): Promise<string> {
	const manifest = {
		name,
		publisher,
		version: '1.0.0',
		engines: { vscode: '^1.105.0' },
		...(code && { main: './main.js', activationEvents: ['onStartupFinished'] }),
		contributes,
	};
	const files = [
		{ name: 'extension/package.json', content: Buffer.from(JSON.stringify(manifest)) },
		...(code ? [{ name: 'extension/main.js', content: Buffer.from(code) }] : []),
	];
	const vsix = path.join(folder, `${name}.vsix`);
	await writeFile(vsix, zipOf(files));
	return vsix;
}
