import { and, type CommandDefinitions, when } from './definition';

export const stackTracesCommands = {
	'appErrors.openCrashFile': {
		title: 'Open Crash File…',
		palette: when.always,
	},
	'appErrors.openTraceFromClipboard': {
		title: 'Open Stack Trace from Clipboard',
		palette: when.always,
	},
	/** @param from Argument from the menu: the URI of the editor's document, or a terminal object */
	'appErrors.openTraceFromSelection': {
		title: 'Open Stack Trace from Selection',
		arguments: 'selection',
		palette: 'editorHasSelection || terminalIsOpen',
		menus: [
			{
				menu: 'editor/context',
				group: 'z_appErrors@1',
				when: 'editorHasSelection && resourceLangId =~ /^(csv|json|jsonl|log|markdown|plaintext)$/',
			},
			{ menu: 'terminal/context', group: 'z_appErrors@1', when: 'terminalTextSelected' },
		],
	},
	'appErrors.goToFirstOwnFrame': {
		title: 'Go to First Frame in Your Code',
		icon: 'go-to-file',
		palette: `${when.resultsView} || editorLangId =~ /^(app-errors-trace|csv|json|jsonl|log|markdown|plaintext)$/`,
		menus: [
			{ menu: 'editor/title', group: 'navigation@2', when: 'resourceLangId == app-errors-trace' },
			{
				menu: 'editor/context',
				group: 'navigation@1.9',
				when: 'resourceLangId =~ /^(app-errors-trace|log)$/ || resourceFilename =~ /\\.errors\\.(csv|json)$/',
			},
		],
		keys: [
			{ key: 'ctrl+f12', when: and('editorTextFocus', 'editorLangId == app-errors-trace') },
			{ key: 'ctrl+f12', when: when.resultsViewFocus },
		],
	},
	'appErrors.toggleOriginalTrace': {
		title: 'Toggle Original or Deobfuscated Stack Trace',
		icon: 'arrow-swap',
		arguments: 'file',
		palette: when.traceDocument,
		menus: [{ menu: 'editor/title', group: 'navigation@1', when: when.traceDocument }],
	},
} as const satisfies CommandDefinitions;
