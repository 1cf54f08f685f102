import * as vscode from 'vscode';
import { DisposableStore } from '../shared/disposables';
import { withoutLinks } from './escaping';

/** Result of a prompt. Back and Escape have their own kinds, so that every caller handles them. */
export type InputAnswer<T> =
	| { readonly kind: 'value'; readonly value: T }
	| { readonly kind: 'back' }
	| { readonly kind: 'dismissed' };

export interface Choice<T> extends Omit<vscode.QuickPickItem, 'buttons'> {
	readonly value: T;
	readonly button?: { readonly icon: string; readonly tooltip: string; readonly value: T };
	/** True if the item can't be selected. Such an item explains why an option is not available. */
	readonly refused?: boolean;
}

export function separator(label = ''): vscode.QuickPickItem & { readonly value?: never } {
	return { label, kind: vscode.QuickPickItemKind.Separator };
}

interface PickOptions<T> {
	readonly title: string;
	readonly placeholder: string;
	readonly items: readonly (Choice<T> | ReturnType<typeof separator>)[];
	readonly active?: (value: T) => boolean;
	readonly canGoBack?: boolean;
	/** Items that are added to the list when they have been loaded. */
	readonly later?: Promise<readonly Choice<T>[]>;
	readonly typed?: (text: string) => Choice<T> | undefined;
}

export async function pickOne<T>(options: PickOptions<T>): Promise<InputAnswer<T>> {
	const store = new DisposableStore();
	try {
		const pick = store.add(vscode.window.createQuickPick<QuickPickRow<T>>());
		pick.title = options.title;
		pick.placeholder = options.placeholder;
		pick.matchOnDescription = true;
		pick.matchOnDetail = true;
		pick.ignoreFocusOut = true;
		pick.buttons = options.canGoBack ? [vscode.QuickInputButtons.Back] : [];

		let rows = options.items.map(toRow);
		const draw = () => {
			const typed = options.typed?.(pick.value.trim());
			pick.items = typed && !offers(rows, typed.value) ? [{ ...toRow(typed), alwaysShow: true }, ...rows] : rows;
		};
		draw();
		const active = rows.find(({ choice }) => choice && options.active?.(choice.value));
		if (active) {
			pick.activeItems = [active];
		}
		if (options.typed) {
			store.add(pick.onDidChangeValue(draw));
		}
		return await new Promise<InputAnswer<T>>((resolve, reject) => {
			let open = true;
			store.add(new vscode.Disposable(() => (open = false)));
			const join = (choices: readonly Choice<T>[]) => {
				if (open) {
					rows = [...rows, ...choices.filter(({ value }) => !offers(rows, value)).map(toRow)];
					pick.busy = false;
					draw();
				}
			};
			options.later?.then(join, reject);
			pick.busy = options.later !== undefined;
			store.add(
				pick.onDidAccept(() => {
					const chosen = (pick.selectedItems[0] ?? pick.activeItems[0])?.choice;
					if (chosen && !chosen.refused) {
						resolve({ kind: 'value', value: chosen.value });
					}
				}),
			);
			store.add(
				pick.onDidTriggerItemButton(({ item }) => {
					if (item.choice?.button) {
						resolve({ kind: 'value', value: item.choice.button.value });
					}
				}),
			);
			store.add(pick.onDidTriggerButton(() => resolve({ kind: 'back' })));
			store.add(pick.onDidHide(() => resolve({ kind: 'dismissed' })));
			pick.show();
		});
	} finally {
		store.dispose();
	}
}

export async function pickMany<T>({
	title,
	placeholder,
	items,
}: {
	readonly title: string;
	readonly placeholder: string;
	readonly items: readonly (Choice<T> & { readonly picked: boolean })[];
}): Promise<readonly T[] | undefined> {
	const store = new DisposableStore();
	try {
		const pick = store.add(vscode.window.createQuickPick<QuickPickRow<T>>());
		pick.title = title;
		pick.placeholder = placeholder;
		pick.canSelectMany = true;
		pick.matchOnDescription = true;
		pick.ignoreFocusOut = true;
		const rows = items.map(toRow);
		pick.items = rows;
		pick.selectedItems = rows.filter((_, index) => items[index]?.picked);
		return await new Promise<readonly T[] | undefined>((resolve) => {
			store.add(
				pick.onDidAccept(() => {
					const ticked = new Set(pick.selectedItems);
					resolve(rows.filter((row) => ticked.has(row)).flatMap(({ choice }) => (choice ? [choice.value] : [])));
				}),
			);
			store.add(pick.onDidHide(() => resolve(undefined)));
			pick.show();
		});
	} finally {
		store.dispose();
	}
}

/** Button in the title of an input box. It performs an action and keeps the box open. */
interface InputAction {
	readonly icon: string;
	readonly tooltip: string;
	readonly run: () => void;
}

export interface InputOptions {
	readonly title: string;
	readonly step?: { readonly number: number; readonly of: number };
	readonly prompt: string;
	readonly placeholder?: string;
	readonly value?: string;
	readonly secret?: boolean;
	readonly canGoBack?: boolean;
	readonly actions?: readonly InputAction[];
	/** Aborting the signal closes the box as if the user had dismissed it. */
	readonly signal?: AbortSignal;
	readonly validate?: (text: string) => string | undefined;
	/** Checks the text when the user presses Enter. If a message is returned, it is shown, and the box stays open. */
	readonly check?: (text: string, signal: AbortSignal) => Promise<string | undefined>;
}

export async function inputText(options: InputOptions): Promise<InputAnswer<string>> {
	const store = new DisposableStore();
	const leaving = new AbortController();
	try {
		const box = store.add(vscode.window.createInputBox());
		box.title = options.title;
		box.prompt = withoutLinks(options.prompt);
		box.placeholder = options.placeholder ?? '';
		box.value = options.value ?? '';
		box.password = options.secret ?? false;
		box.ignoreFocusOut = true;
		box.step = options.step?.number;
		box.totalSteps = options.step?.of;
		const actions = new Map(
			options.actions?.map((action): [vscode.QuickInputButton, InputAction] => [
				{ iconPath: new vscode.ThemeIcon(action.icon), tooltip: action.tooltip },
				action,
			]),
		);
		box.buttons = [...(options.canGoBack ? [vscode.QuickInputButtons.Back] : []), ...actions.keys()];
		const showMessage = (words: string | undefined) => {
			box.validationMessage = withoutLinks(words ?? '');
		};
		store.add(box.onDidChangeValue((text) => showMessage(text.trim() === '' ? undefined : options.validate?.(text))));
		return await new Promise<InputAnswer<string>>((resolve, reject) => {
			const accept = async (text: string) => {
				const words = options.validate?.(text);
				if (words !== undefined) {
					showMessage(words);
					return;
				}
				if (options.check) {
					box.busy = true;
					box.enabled = false;
					showMessage(undefined);
					const refusal = await options.check(text, leaving.signal);
					box.busy = false;
					box.enabled = true;
					if (refusal !== undefined) {
						showMessage(refusal);
						return;
					}
				}
				resolve({ kind: 'value', value: text });
			};
			store.add(box.onDidAccept(() => void accept(box.value).catch(reject)));
			store.add(
				box.onDidTriggerButton((button) => {
					const action = actions.get(button);
					if (action) {
						action.run();
					} else {
						resolve({ kind: 'back' });
					}
				}),
			);
			store.add(box.onDidHide(() => resolve({ kind: 'dismissed' })));
			const { signal } = options;
			const withdraw = () => resolve({ kind: 'dismissed' });
			signal?.addEventListener('abort', withdraw);
			store.add(new vscode.Disposable(() => signal?.removeEventListener('abort', withdraw)));
			box.show();
			if (signal?.aborted) {
				withdraw();
			}
		});
	} finally {
		leaving.abort();
		store.dispose();
	}
}

interface QuickPickRow<T> extends vscode.QuickPickItem {
	readonly choice?: Choice<T>;
}

function offers<T>(rows: readonly QuickPickRow<T>[], value: T): boolean {
	return rows.some(({ choice }) => choice?.value === value);
}

function toRow<T>(item: Choice<T> | ReturnType<typeof separator>): QuickPickRow<T> {
	if (!isChoice(item)) {
		return item;
	}
	const { value: _, button, refused: __, ...shown } = item;
	return {
		...shown,
		...(button && { buttons: [{ iconPath: new vscode.ThemeIcon(button.icon), tooltip: button.tooltip }] }),
		choice: item,
	};
}

function isChoice<T>(item: Choice<T> | ReturnType<typeof separator>): item is Choice<T> {
	return item.kind !== vscode.QuickPickItemKind.Separator;
}
