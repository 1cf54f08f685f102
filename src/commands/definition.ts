/** Command that users can run. `npm run manifest` adds it to package.json. */
interface CommandDefinition {
	readonly title: string;
	readonly icon?: string;
	/** Key of `ArgumentTypes` in src/services/commands.ts. Undefined for commands without arguments. */
	readonly arguments?: string;
	/** `when` clause for the Command Palette, which passes no arguments. */
	readonly palette: string;
	readonly menus?: readonly (MenuItem | readonly MenuItem[])[];
	readonly keys?: readonly Keybinding[];
}

export type CommandDefinitions = Readonly<Record<`appErrors.${string}`, CommandDefinition>>;

type MenuItem = {
	/** Name of a VS Code menu, such as `editor/title`. */
	readonly menu: string;
	/** Group and position in the menu, separated by `@`, such as `1_open@2`. */
	readonly group: string;
	readonly when: string;
};

interface Keybinding {
	readonly key: string;
	/** Keys on macOS. If undefined, Ctrl in `key` is replaced with Cmd. */
	readonly mac?: string;
	readonly args?: string;
	readonly when: string;
}

const file = 'editorIsOpen && !activeCustomEditorId && resourceScheme =~ /^(file|vscode-remote)$/';

export const when = {
	always: 'true',
	/** Hides a command in the Command Palette if it is available only in menus, through links, or through keybindings. */
	never: 'false',
	signedIn: 'appErrors.accounts == some',
	/** Also true before App Errors has been activated, because the context key isn't set until then. */
	mayBeSignedIn: 'appErrors.accounts != none',
	sampleAccount: 'appErrors.sampleAccount',
	applicationsFiltered: 'appErrors.applicationsFiltered',
	hasExports: 'appErrors.exports == some',
	hasDatabases: "config.appErrors.databases != '[]'",
	aiEnabled: '!config.chat.disableAIFeatures',
	resultsView: 'activeCustomEditorId == appErrors.results',
	noResultsView: 'activeCustomEditorId != appErrors.results',
	resultsViewFocus: 'activeCustomEditorId == appErrors.results && !focusedView && !inQuickOpen',
	/** Excludes editors and panels of other extensions, which may use the same keys. */
	sourceOrResultsFocus: 'editorTextFocus || activeCustomEditorId == appErrors.results && !focusedView && !inQuickOpen',
	comparison: 'activeWebviewPanelId == appErrors.comparison',
	traceDocument: 'resourceScheme == app-errors-trace',
	file,
	hasCodeMarks: 'appErrors.codeMarksState =~ /^(shown|hidden)$/',
	codeMarksShown: 'appErrors.codeMarksState == shown',
	codeMarksHidden: 'appErrors.codeMarksState == hidden',
	codeMarksInEditor: `appErrors.codeMarksState == shown && ${file}`,
	codeMarksFocus: 'editorTextFocus && appErrors.codeMarksState == shown',
} as const;

export function and(...conditions: readonly string[]): string {
	return conditions.map((condition) => (condition.includes('||') ? `(${condition})` : condition)).join(' && ');
}

export function inViewTitle(group: string, condition?: string): MenuItem {
	return { menu: 'view/title', group, when: and('view == appErrors.applications', ...(condition ? [condition] : [])) };
}

export function onRow(item: RegExp, ...groups: readonly string[]): readonly MenuItem[] {
	const condition = and('view == appErrors.applications', `viewItem =~ ${item}`);
	return groups.map((group) => ({ menu: 'view/item/context', group, when: condition }));
}

export function inResultsTitle(group: string): MenuItem {
	return { menu: 'editor/title', group, when: when.resultsView };
}

export const submenus = {
	'appErrors.compare': {
		title: 'Compare',
		menus: [onRow(/^(export\b.*complete|synced\b(?!.*unreadable))/, '3_use@1'), inResultsTitle('1_compare@1')],
	},
	'appErrors.saveAndCopy': {
		title: 'Save and Copy',
		menus: [onRow(/^(export\b.*complete|synced)/, '3_use@2'), inResultsTitle('1_compare@2')],
	},
} as const satisfies Readonly<Record<string, Pick<CommandDefinition, 'title' | 'menus'>>>;

/** @param item Pattern for `viewItem` of tree items. If undefined, the submenu item is shown in the results view */
export function inSubmenu(submenu: keyof typeof submenus, group: string, item?: RegExp): MenuItem {
	return { menu: submenu, group, when: item ? `viewItem =~ ${item}` : when.resultsView };
}
